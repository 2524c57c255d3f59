import Transcripts

/// What stays of a reply that broke off, where the transcript is to be preserved.
enum InterruptedReply {
  /// The entries that leave a legal history: what was said, marked as incomplete, and the reasoning that led to it.
  ///
  /// Tool calls are left out, since their arguments may be cut and nothing answers them, and so is reasoning that led
  /// to nothing.
  static func preserved(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
    var kept = entries.filter { $0.kind != .toolCalls }
    while kept.last?.kind == .reasoning { kept.removeLast() }
    guard case .response(let response)? = kept.last else { return kept }
    var json = response.json
    var metadata = response.metadata ?? [:]
    metadata.set("incomplete", to: true)
    json.set("metadata", to: metadata)
    if let marked = Transcript.Entry(json: json) { kept[kept.count - 1] = marked }
    return kept
  }
}
