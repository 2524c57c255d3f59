import EntryHeaders
import FoundationEssentials
import Jobs
import Tokenization
import TranscriptFormats
import Transcripts
import Worker

extension CommandSpec {
  static let count = CommandSpec(
    "count", "count the tokens of files",
    details: """
      A file that import reads is counted as conversations, entry by entry with what a chat adds to its texts; any other
      as one text. Without --tokenizer, o200k_base where its vocabulary is there, and otherwise the estimate. Touches no
      database.
      """,
    arguments: [
      ArgumentSpec("FILE", "a file, or - for standard input"), ArgumentSpec("FILE", count: .many, "further files"),
    ],
    options: [
      .json,
      OptionSpec(
        "tokenizer", value: "NAME", "o200k_base, cl100k_base, estimate@1, or one with a factor; may be given again"),
      OptionSpec(
        "as", value: "WHAT",
        "text, lines (each line a JSON string that is counted alone) or conversations; otherwise told by the file"),
    ]
  ) { invocation, console in
    var form: CountedFile.Form?
    if let word = invocation.value("as") {
      guard let known = CountedFile.Form(rawValue: word) else {
        throw UsageError(
          "--as: found '\(word)'" + suggestion(for: word, among: CountedFile.Form.allCases.map(\.rawValue)))
      }
      form = known
    }
    let tokenizers = try Tokenizers(console).named(invocation.options["tokenizer"] ?? [])
    for path in invocation.arguments {
      let file = try CountedFile(path, as: form, console)
      for tokenizer in tokenizers {
        let clock = ContinuousClock()
        let start = clock.now
        let tokens = file.tokens(by: tokenizer)
        let report = CountReport(
          path: path, file: file, tokenizer: tokenizer.name, tokens: tokens, elapsed: clock.now - start)
        console.report(report.text, json: report.json, invocation)
      }
    }
    return .done
  }
}

extension Tokenizers {
  /// The tokenizers of these names, or the standard one if there are none.
  fileprivate func named(_ names: [String]) throws(UsageError) -> [any Tokenizer] {
    if names.isEmpty { return [standard()] }
    return try names.map { text throws(UsageError) in try tokenizer(wanted: text) }
  }
}

/// A file as it is counted: its texts alone, or entries.
enum CountedFile {
  enum Form: String, CaseIterable { case text, lines, conversations }

  case texts([String], Form)
  case conversations([ConversationDraft])

  /// - Parameter form: nil to tell it by the first bytes.
  init(_ path: String, as form: Form?, _ console: Console) throws {
    var source = try FileSource(path)
    if form == .conversations {
      self = try .conversations(Self.drafts(source, path, console))
      return
    }
    var bytes: [UInt8] = []
    while let piece = try source.next() { bytes += piece }
    if form == nil, TranscriptFormat(detectedIn: bytes.prefix(1 << 16)) != nil {
      self = try .conversations(Self.drafts(HeldSource(bytes), path, console))
    } else if form == .lines {
      self = .texts(try Self.lines(bytes, path), .lines)
    } else {
      self = .texts([String(decoding: bytes, as: UTF8.self)], .text)
    }
  }

  func tokens(by tokenizer: any Tokenizer) -> Int {
    switch self {
    case .texts(let texts, _): texts.reduce(0) { $0 + tokenizer.count($1) }
    case .conversations(let drafts):
      drafts.reduce(0) { sum, draft in
        draft.messages.reduce(sum) { $1.entries.reduce($0) { $0 + tokenizer.tokens(of: $1) } }
      }
    }
  }

  private static func drafts(
    _ source: some ByteSource, _ path: String, _ console: Console
  ) throws -> [ConversationDraft] {
    var drafts: [ConversationDraft] = []
    do {
      var reader = try TranscriptReader(source, format: nil)
      while let item = try reader.next() {
        switch item {
        case .broken(let diagnostic): console.errors("\(path): \(diagnostic)")
        case .conversation(let draft): drafts.append(draft)
        }
      }
    } catch let error as UnknownFormat {
      throw UsageError("\(path): \(error)")
    } catch let error as ValueOverLines {
      throw UsageError("\(path): \(error)")
    }
    return drafts
  }

  private static func lines(_ bytes: [UInt8], _ path: String) throws(UsageError) -> [String] {
    var texts: [String] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let text = (try? JSON(parsing: Array(line)))?.string else {
        throw UsageError("\(path):\(index + 1): found no JSON string, expected one on each line")
      }
      texts.append(text)
    }
    return texts
  }
}

/// Bytes that are in memory already, as a source.
private struct HeldSource: ByteSource {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}

/// The tokens of one file by one tokenizer.
struct CountReport {
  var path: String
  var file: CountedFile
  var tokenizer: String
  var tokens: Int
  /// The counting alone: the file is read, and the vocabulary too.
  var elapsed: Duration

  var text: String { "\(grouped(tokens)) tokens by \(tokenizer)  \(printableLine(path))\(what)" }

  private var what: String {
    switch file {
    case .texts(_, .text): ""
    case .texts(let texts, _): "  (\(grouped(texts.count)) texts)"
    case .conversations(let drafts): "  (\(grouped(drafts.count)) conversations, \(grouped(entries(drafts))) entries)"
    }
  }

  private func entries(_ drafts: [ConversationDraft]) -> Int {
    drafts.reduce(0) { $1.messages.reduce($0) { $0 + $1.entries.count } }
  }

  var json: String {
    var members = [
      JSON.Member("file", .string(path)), JSON.Member("tokenizer", .string(tokenizer)),
      JSON.Member("tokens", .number(String(tokens))),
    ]
    switch file {
    case .texts(let texts, _): members.append(JSON.Member("texts", .number(String(texts.count))))
    case .conversations(let drafts):
      members.append(JSON.Member("conversations", .number(String(drafts.count))))
      members.append(JSON.Member("entries", .number(String(entries(drafts)))))
    }
    let (seconds, attoseconds) = elapsed.components
    members.append(JSON.Member("seconds", .number(String(Double(seconds) + Double(attoseconds) / 1e18))))
    return JSON.object(members).text
  }
}
