import Digests
import TranscriptFormats

/// Digests of a conversation's messages, as the database takes them: SHA-256 over the SHA-256 of each text.
struct MessageDigests: Equatable {
  /// Of all messages.
  var all: [UInt8]
  /// Of the first ones.
  var first: [UInt8]

  init(_ messages: some Sequence<MessageDraft>, first count: Int) {
    var digests: [UInt8] = []
    var beginning = 0
    for (index, message) in messages.enumerated() {
      digests += SHA256.digest(Array(message.original.utf8)).bytes
      if index < count { beginning = digests.count }
    }
    all = SHA256.digest(digests).bytes
    first = SHA256.digest(Array(digests[..<beginning])).bytes
  }
}

/// A conversation that is stored with other messages than a file has; for a person.
struct ContentDifference: CustomStringConvertible {
  typealias Content = (messages: Int, digest: [UInt8])

  var stored: Content
  var found: Content
  /// The file has what is stored, and more behind it.
  var isBeginning: Bool

  var description: String {
    if isBeginning {
      let more = found.messages - stored.messages
      return "is there already with the first \(counted(stored.messages, "message")) of \(grouped(found.messages)): "
        + "--on-conflict extend appends the other \(grouped(more))"
    }
    return
      "is there already with other messages: found \(Self.text(found)), stored \(Self.text(stored)); what is there "
      + "was left as it is"
  }

  private static func text(_ content: Content) -> String {
    "\(counted(content.messages, "message")) (sha256 \(content.digest.hex.prefix(12)))"
  }
}

extension [UInt8] {
  fileprivate var hex: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
