import Compaction
import Summarization
import Transcripts

/// What a model is shown of a history: the entries that the overlay leaves, and the summary at the head of the prompt
/// that follows it.
struct HistoryRendering {
  private let postamble: String?
  private var shown: [Transcript.Entry] = []
  /// Segments that wait for the prompt to stand at the head of.
  private var waiting: [Transcript.Segment] = []
  private var provenance: Summary

  private struct Summary {
    var revision: Int32
    var covered: String
  }

  /// - Parameter postamble: Stands behind the summary.
  static func entries(_ state: OverlayState, postamble: String?) -> [Transcript.Entry] {
    let history = state.history
    guard let overlay = state.overlay else { return (history.instructions.map { [$0] } ?? []) + history.entries }
    var rendering = HistoryRendering(
      postamble: postamble, provenance: Summary(revision: state.summaryRevision, covered: overlay.ranges(.covered).text)
    )
    rendering.render(state, overlay)
    return rendering.shown
  }

  private init(postamble: String?, provenance: Summary) {
    self.postamble = postamble
    self.provenance = provenance
  }

  private mutating func render(_ state: OverlayState, _ overlay: Overlay) {
    let history = state.history
    let snapshot = history.snapshot
    let joined = Set(overlay.joinedPrompts(in: snapshot))
    var index = 0
    for element in overlay.history(of: snapshot.headers, position: \.position) {
      switch element {
      case .summary:
        if let text = state.summary { waiting = segments(of: text) }
      case .entry(let header), .replaced(let header):
        while snapshot.headers[index].position < header.position { index += 1 }
        // The parts of an entry share their fate.
        if index + 1 < history.entryOfHeader.count, history.entryOfHeader[index + 1] == history.entryOfHeader[index] {
          continue
        }
        var entry = history.entry(ofHeader: index)
        if case .replaced = element, let form = state.forms[header.position] { entry = entry.shortened(to: form) }
        show(entry, joinsPrevious: joined.contains(header.position))
      }
    }
    placeWaiting()
  }

  private mutating func show(_ entry: Transcript.Entry, joinsPrevious: Bool) {
    guard entry.kind == .prompt else {
      if entry.kind != .instructions { placeWaiting() }
      return shown.append(entry)
    }
    var head = waiting
    waiting = []
    if joinsPrevious, let last = shown.last, last.kind == .prompt {
      head += last.segments
      shown.removeLast()
    }
    // Options and the response format are the later prompt's.
    shown.append(head.isEmpty ? entry : entry.with(segments: head + entry.segments))
  }

  /// A prompt of its own for a summary that no prompt follows.
  private mutating func placeWaiting() {
    guard !waiting.isEmpty else { return }
    shown.append(.prompt(Transcript.Prompt(id: "summary-\(provenance.revision)", segments: waiting)))
    waiting = []
  }

  private func segments(of summary: String) -> [Transcript.Segment] {
    let id = "summary-\(provenance.revision)"
    let mark: JSON = ["revision": .number("\(provenance.revision)"), "covers": .string(provenance.covered)]
    var segments = [Transcript.Segment.text(id: id, SummaryFrame.text(summary)).from("summary", mark)]
    if let postamble {
      segments.append(.text(id: "\(id).postamble", postamble).from(Provenance.postamble, mark))
    }
    return segments
  }
}

/// How segments say that a history modifier made them: by a key beside their text, never by their wording.
enum Provenance {
  static let key = "provenance"
  static let postamble = "postamble"
}

extension Transcript.Segment {
  /// The same segment, marked with what made it.
  fileprivate func from(_ maker: String, _ mark: JSON) -> Transcript.Segment {
    var json = json
    json.set(Provenance.key, to: .object([JSON.Member(maker, mark)]))
    return Transcript.Segment(json: json)
  }
}

extension Transcript.Entry {
  func with(segments: [Transcript.Segment]) -> Transcript.Entry {
    var json = json
    json.set("contents", to: .array(segments.map(\.json)))
    return Transcript.Entry(json: json) ?? self
  }

  /// The entry without what is shown to a model and never summarised.
  var withoutPostamble: Transcript.Entry {
    let kept = segments.filter { $0.json[Provenance.key]?[Provenance.postamble] == nil }
    return kept.count == segments.count ? self : with(segments: kept)
  }

  /// The entry with the content, or the arguments of its calls, of a short form.
  fileprivate func shortened(to form: JSON) -> Transcript.Entry {
    switch self {
    case .toolCalls(let entry):
      var json = entry.json
      let calls = zip(entry.calls, form["tool_calls"]?.array ?? []).map { call, form in
        var json = call.json
        json.set("arguments", to: form["function"]?["arguments"] ?? json["arguments"] ?? "{}")
        return json
      }
      json.set("toolCalls", to: .array(calls))
      return Transcript.Entry(json: json) ?? self
    default:
      let texts =
        form["content"]?.string.map { [$0] } ?? (form["content"]?.array ?? []).compactMap { $0["text"]?.string }
      let id = self.id ?? "form"
      return with(segments: texts.enumerated().map { .text(id: "\(id).\($0.offset + 1)", $0.element) })
    }
  }
}
