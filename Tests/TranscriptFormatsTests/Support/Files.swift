import Foundation
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// What a file holds.
struct ImportedFile {
  var conversations: [ConversationDraft] = []
  var broken: [ImportDiagnostic] = []

  init(_ bytes: [UInt8], format: TranscriptFormat?, pieceSize: Int = .max, lengthLimit: Int = 1 << 30) throws {
    var reader = try TranscriptReader(
      MemorySource(bytes, pieceSize: pieceSize), format: format, lengthLimit: lengthLimit)
    while let item = try reader.next() {
      switch item {
      case .conversation(let draft): conversations.append(draft)
      case .broken(let diagnostic): broken.append(diagnostic)
      }
    }
  }

  init(_ text: String, format: TranscriptFormat?, pieceSize: Int = .max, lengthLimit: Int = 1 << 30) throws {
    try self.init(Array(text.utf8), format: format, pieceSize: pieceSize, lengthLimit: lengthLimit)
  }

  /// The file that the conversations make, everything as it was imported.
  func exported(_ format: TranscriptFormat) throws -> [UInt8] {
    var writer = TranscriptWriter(format)
    var output: [UInt8] = []
    for conversation in conversations {
      output += try writer.begin(envelope: conversation.envelope, key: conversation.key ?? "none")
      for message in conversation.messages { output += writer.add(.original(message.original)) }
      output += writer.end()
    }
    return output + writer.finish()
  }
}

/// JSON text without the whitespace between its tokens, whatever else it is: two texts of the same tokens are equal.
func tokens(_ bytes: [UInt8]) -> String {
  var output: [UInt8] = []
  var isInString = false
  var isEscaped = false
  for byte in bytes {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInString = false
      }
    } else if byte == 0x22 {
      isInString = true
    } else if byte <= 0x20 {
      continue
    }
    output.append(byte)
  }
  return String(decoding: output, as: UTF8.self)
}

func tokens(_ text: String) -> String { tokens(Array(text.utf8)) }

/// Real files of the test data.
enum RealFiles {
  static let transcripts = [
    "bfcl-memory", "cline", "oasst-en100", "openhands-sdk", "pi-mono-a", "swe-agent", "tau-bench-airline",
    "tau2-gpt41mini",
  ].map { "transcripts/\($0).jsonl" }

  static func bytes(_ path: String) throws -> [UInt8] { try #require(try TestData.bytes(path)) }
}
