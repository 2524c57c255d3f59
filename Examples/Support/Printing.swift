import LanguageModels

/// Prints the entries of a transcript, a line each.
func show(_ entries: some Sequence<Transcript.Entry>) {
  for entry in entries {
    switch entry {
    case .instructions(let entry):
      let tools = entry.toolDefinitions.compactMap(\.name)
      print("  instructions" + (tools.isEmpty ? "" : " with \(tools.joined(separator: ", "))"))
    case .prompt(let entry): print("  prompt       \(text(of: entry.segments))")
    case .reasoning(let entry): print("  reasoning    \(text(of: entry.segments))")
    case .toolCalls(let entry):
      for call in entry.calls { print("  call         \(call.toolName ?? "")\(call.arguments ?? "")") }
    case .toolOutput(let entry): print("  output       \(text(of: entry.segments))")
    case .response(let entry): print("  response     \(text(of: entry.segments))")
    }
  }
}

private func text(of segments: [Transcript.Segment]) -> String {
  segments.map { segment in
    switch segment {
    case .text(let segment): segment.text
    case .structure(let segment): segment.content.text
    case .attachment(let segment): "<\(segment.type ?? "attachment")>"
    }
  }.joined(separator: " ")
}
