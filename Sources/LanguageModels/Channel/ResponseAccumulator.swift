public import Transcripts

/// Makes entries of the events of one request. A value: the same events always make the same entries.
///
/// Entries stand in the order of their first event. What says nothing (no text, no call) is left out, but its usage
/// counts.
public struct ResponseAccumulator: Sendable {
  /// What an executor sends.
  public typealias Event = LanguageModelExecutorGenerationChannel.Event

  private var drafts: [EntryDraft] = []
  /// Usage and metadata that came with no entry to join.
  private var looseUsage: LanguageModelUsage?

  /// An accumulator to which nothing has come yet.
  public init() {}

  /// Takes in the next event.
  public mutating func apply(_ event: Event) {
    switch event {
    case .response(let id, let action): apply(action, id: id)
    case .reasoning(let id, let action): apply(action, id: id)
    case .toolCalls(let id, let action): apply(action, id: id)
    }
  }

  /// The entries so far.
  ///
  /// - Parameter identify: Gives an entry its id, from the id that the executor used, if it used one.
  public func entries(identifiedBy identify: (String?) -> String) -> [Transcript.Entry] {
    drafts.filter { !$0.isBlank }.map { $0.entry(id: identify($0.id)) }
  }

  /// The text of all response entries so far, in their order.
  public var text: String {
    var text = ""
    for case .response(let segments) in drafts.map(\.body) {
      for case .text(_, let piece) in segments { text += piece }
    }
    return text
  }

  /// The sum of what the entries cost. Where nothing was reported, the counts that came with the pieces.
  public var usage: LanguageModelUsage {
    let reported = drafts.compactMap(\.usage) + (looseUsage.map { [$0] } ?? [])
    if !reported.isEmpty { return reported.reduce(LanguageModelUsage(), +) }
    let reasoning = drafts.filter { $0.kind == .reasoning }.reduce(0) { $0 + $1.tokenCount }
    return LanguageModelUsage(
      output: .init(totalTokenCount: drafts.reduce(0) { $0 + $1.tokenCount }, reasoningTokenCount: reasoning))
  }

  /// Changes the draft that an event is about, making it where there is none.
  private mutating func update(_ kind: EntryKind, _ id: String?, _ change: (inout EntryDraft) -> Void) {
    let index: Int? =
      if let id {
        drafts.firstIndex { $0.kind == kind && $0.id == id }
      } else {
        drafts.last?.kind == kind ? drafts.indices.last : nil
      }
    if let index {
      change(&drafts[index])
    } else {
      drafts.append(EntryDraft(id: id, body: .empty(kind)))
      change(&drafts[drafts.count - 1])
    }
  }

  /// Notes usage or metadata, which begin no entry unless they name it.
  private mutating func note(_ kind: EntryKind, _ id: String?, _ change: (inout EntryDraft) -> Void) -> Bool {
    guard id == nil else {
      update(kind, id, change)
      return true
    }
    guard let index = drafts.lastIndex(where: { $0.kind == kind }) else { return false }
    change(&drafts[index])
    return true
  }

  private mutating func note(_ usage: LanguageModelUsage, _ kind: EntryKind, _ id: String?) {
    if !note(kind, id, { $0.usage = usage }) { looseUsage = usage }
  }
}

extension ResponseAccumulator {
  private mutating func apply(_ action: LanguageModelExecutorGenerationChannel.ResponseAction, id: String?) {
    switch action {
    case .appendText(let text, let segmentID, let tokens):
      updateSegments(.response, id, tokens) { $0.append(text, id: segmentID) }
    case .replaceTextSegment(let text, let segmentID, let tokens):
      updateSegments(.response, id, tokens) { $0.replace(with: text, id: segmentID) }
    case .addAttachmentSegment(let attachment):
      updateSegments(.response, id, nil) { $0.append(.attachment(attachment)) }
    case .removeAttachmentSegment(let attachmentID):
      updateSegments(.response, id, nil) { segments in
        segments.removeAll { if case .attachment(let attachment) = $0 { attachment.id == attachmentID } else { false } }
      }
    case .metadata(let metadata): _ = note(.response, id) { $0.metadata = metadata }
    case .usage(let usage): note(usage, .response, id)
    }
  }

  private mutating func apply(_ action: LanguageModelExecutorGenerationChannel.ReasoningAction, id: String?) {
    switch action {
    case .appendText(let text, let segmentID, let tokens):
      updateSegments(.reasoning, id, tokens) { $0.append(text, id: segmentID) }
    case .replaceTextSegment(let text, let segmentID, let tokens):
      updateSegments(.reasoning, id, tokens) { $0.replace(with: text, id: segmentID) }
    case .updateSignature(let signature, let tokens):
      update(.reasoning, id) { draft in
        guard case .reasoning(let segments, _) = draft.body else { return }
        draft.body = .reasoning(segments, signature: signature)
        draft.tokenCount += tokens ?? 0
      }
    case .metadata(let metadata): _ = note(.reasoning, id) { $0.metadata = metadata }
    case .usage(let usage): note(usage, .reasoning, id)
    }
  }

  private mutating func apply(_ action: LanguageModelExecutorGenerationChannel.ToolCallsAction, id: String?) {
    switch action {
    case .toolCall(let callID, let name, let action):
      update(.toolCalls, id) { draft in
        guard case .toolCalls(var calls) = draft.body else { return }
        draft.body = .toolCalls([])  // so that the arguments are grown in place
        let index = calls.firstIndex { $0.id == callID } ?? calls.endIndex
        if index == calls.endIndex { calls.append(EntryDraft.Call(id: callID, name: name)) }
        if calls[index].name.isEmpty { calls[index].name = name }
        switch action {
        case .appendArguments(let piece, let tokens):
          calls[index].arguments += piece
          draft.tokenCount += tokens ?? 0
        case .metadata(let metadata): calls[index].metadata = metadata
        }
        draft.body = .toolCalls(calls)
      }
    case .removeToolCall(let callID):
      update(.toolCalls, id) { draft in
        guard case .toolCalls(let calls) = draft.body else { return }
        draft.body = .toolCalls(calls.filter { $0.id != callID })
      }
    case .metadata(let metadata): _ = note(.toolCalls, id) { $0.metadata = metadata }
    case .usage(let usage): note(usage, .toolCalls, id)
    }
  }

  private mutating func updateSegments(
    _ kind: EntryKind, _ id: String?, _ tokens: Int?, _ change: (inout [EntryDraft.Segment]) -> Void
  ) {
    update(kind, id) { draft in
      draft.tokenCount += tokens ?? 0
      switch draft.body {
      case .response(var segments):
        draft.body = .response([])  // so that the segments are changed in place
        change(&segments)
        draft.body = .response(segments)
      case .reasoning(var segments, let signature):
        draft.body = .reasoning([], signature: signature)
        change(&segments)
        draft.body = .reasoning(segments, signature: signature)
      case .toolCalls: break
      }
    }
  }
}

extension EntryDraft.Body {
  fileprivate static func empty(_ kind: EntryKind) -> EntryDraft.Body {
    switch kind {
    case .toolCalls: .toolCalls([])
    case .reasoning: .reasoning([], signature: nil)
    default: .response([])
    }
  }
}
