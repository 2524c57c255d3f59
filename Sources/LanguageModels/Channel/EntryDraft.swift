import Transcripts

/// An entry of an answer while its events come in.
struct EntryDraft: Sendable {
  /// What an executor called the entry; `nil` where it left that open.
  var id: String?
  var body: Body
  var metadata: [String: GeneratedContent] = [:]
  var usage: LanguageModelUsage?
  /// What the events said of their own tokens, for models that report no usage.
  var tokenCount = 0

  enum Body: Sendable {
    case response([Segment])
    case reasoning([Segment], signature: String?)
    case toolCalls([Call])
  }

  enum Segment: Sendable {
    case text(id: String?, String)
    case attachment(Transcript.AttachmentSegment)
  }

  struct Call: Sendable {
    var id: String
    var name: String
    var arguments = ""
    var metadata: [String: GeneratedContent] = [:]
  }

  var kind: EntryKind {
    switch body {
    case .response: .response
    case .reasoning: .reasoning
    case .toolCalls: .toolCalls
    }
  }

  /// Whether the entry says nothing, so that it is not worth a place in the transcript.
  var isBlank: Bool {
    switch body {
    case .response(let segments): segments.allSatisfy(\.isBlank)
    case .reasoning(let segments, let signature): signature == nil && segments.allSatisfy(\.isBlank)
    case .toolCalls(let calls): calls.isEmpty
    }
  }

  /// - Parameter id: For an entry that the executor left without one.
  func entry(id: String) -> Transcript.Entry {
    let metadata = metadataJSON(metadata)
    switch body {
    case .response(let segments):
      return .response(Transcript.Response(id: id, segments: segments.transcribed, metadata: metadata))
    case .reasoning(let segments, let signature):
      return .reasoning(
        Transcript.Reasoning(id: id, segments: segments.transcribed, signature: signature, metadata: metadata))
    case .toolCalls(let calls):
      let calls = calls.map {
        Transcript.ToolCall(
          id: $0.id, toolName: $0.name, arguments: $0.arguments.isEmpty ? "{}" : $0.arguments,
          metadata: metadataJSON($0.metadata))
      }
      return .toolCalls(Transcript.ToolCalls(id: id, calls: calls, metadata: metadata))
    }
  }
}

extension EntryDraft.Segment {
  fileprivate var isBlank: Bool {
    if case .text(_, let text) = self { text.isEmpty } else { false }
  }
}

extension [EntryDraft.Segment] {
  /// The segments that say something, numbered where they have no id.
  fileprivate var transcribed: [Transcript.Segment] {
    enumerated().compactMap { index, segment in
      switch segment {
      case .text(_, ""): nil
      case .text(let id, let text): .text(id: id ?? String(index), text)
      case .attachment(let attachment): Transcript.Segment.attachment(attachment).identified(by: String(index))
      }
    }
  }

  /// - Parameter id: The segment's, or `nil` for the last one if it is text.
  mutating func append(_ text: String, id: String?) {
    if let index = index(of: id, orLast: true), case .text(let id, var grown) = self[index] {
      self[index] = .text(id: id, "")  // so that the string is grown in place
      grown += text
      self[index] = .text(id: id, grown)
    } else {
      append(.text(id: id, text))
    }
  }

  /// - Parameter id: The segment's, or `nil` for the last one that is text.
  mutating func replace(with text: String, id: String?) {
    if let index = index(of: id, orLast: false), case .text(let id, _) = self[index] {
      self[index] = .text(id: id, text)
    } else {
      append(.text(id: id, text))
    }
  }

  private func index(of id: String?, orLast onlyLast: Bool) -> Int? {
    if let id {
      return lastIndex { if case .text(id, _) = $0 { true } else { false } }
    }
    guard let index = lastIndex(where: { if case .text = $0 { true } else { false } }) else { return nil }
    return onlyLast && index != count - 1 ? nil : index
  }
}

/// An object with its keys in order, or `nil` for none.
private func metadataJSON(_ metadata: [String: GeneratedContent]) -> JSON? {
  guard !metadata.isEmpty else { return nil }
  return .object(metadata.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
}
