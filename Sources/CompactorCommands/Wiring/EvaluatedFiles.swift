import Evaluation
import Jobs
import Tokenization
import TranscriptFormats
import Transcripts

/// The conversations of files, one after the other, or a sample of them.
struct EvaluatedFiles {
  private var paths: ArraySlice<String>
  private let allPaths: [String]
  private var reader: TranscriptReader<FileSource>?
  private var drawn: ArraySlice<ConversationDraft>?
  private let questions: [String: [Question]]
  private let console: Console

  init(_ paths: [String], _ request: EvaluationRequest, _ console: Console) throws {
    self.paths = paths[...]
    allPaths = paths
    questions = request.questions
    self.console = console
    if let sample = request.sample { drawn = try draw(sample, seed: request.settings.seed)[...] }
  }

  var description: String {
    allPaths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }

  /// The next conversation; what cannot be read is told and left out.
  mutating func next(_ tokenizer: any Tokenizer) throws -> MeasuredConversation? {
    guard let draft = try nextDraft() else { return nil }
    var conversation = try MeasuredConversation(draft, tokenizer: tokenizer)
    conversation.questions += questions[conversation.name] ?? []
    return conversation
  }

  private mutating func nextDraft() throws -> ConversationDraft? {
    if drawn != nil { return drawn?.popFirst() }
    return try read()
  }

  private mutating func read() throws -> ConversationDraft? {
    while true {
      if reader == nil {
        guard let path = paths.first else { return nil }
        do {
          reader = try TranscriptReader(try FileSource(path), format: nil)
        } catch let error as UnknownFormat {
          throw UsageError("\(path): \(error)")
        }
      }
      switch try reader?.next() {
      case .conversation(let draft): return draft
      case .broken(let diagnostic): console.errors("\(paths.first ?? ""): \(diagnostic)")
      case nil:
        reader = nil
        paths.removeFirst()
      }
    }
  }

  /// Each conversation of the files is as likely as any other to be among those drawn; they keep their order.
  private mutating func draw(_ count: Int, seed: Int) throws -> [ConversationDraft] {
    var reservoir: [(place: Int, draft: ConversationDraft)] = []
    var numbers = SeededNumbers(seed: seed)
    var place = 0
    while let draft = try read() {
      if reservoir.count < count {
        reservoir.append((place, draft))
      } else {
        let slot = Int.random(in: 0...place, using: &numbers)
        if slot < count { reservoir[slot] = (place, draft) }
      }
      place += 1
    }
    return reservoir.sorted { $0.place < $1.place }.map(\.draft)
  }
}

/// Questions from a file of their own.
enum QuestionFile {
  /// By the name of the conversation. Each line is `{"conversation": …, "question": …, "answers": […]}`.
  static func read(_ path: String) throws -> [String: [Question]] {
    var source = try FileSource(path)
    var bytes: [UInt8] = []
    while let piece = try source.next() { bytes += piece }
    var questions: [String: [Question]] = [:]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      let json = try? JSON(parsing: line)
      guard let json, let name = json["conversation"]?.string,
        let question = Question.all(in: ["qa": [json]]).first
      else {
        throw UsageError(
          "\(path):\(index + 1): found no question, expected "
            + #"{"conversation": "name", "question": "…", "answers": ["…"]}"#)
      }
      questions[name, default: []].append(question)
    }
    return questions
  }
}
