/// The text of `--help`.
enum OfflineModelHelp {
  static var text: String {
    let flags = OfflineModelFlag.allCases.map { ("\($0.rawValue) \($0.placeholder)", $0.explanation) }
    let ways = TransportFault.allCases.map { ($0.rawValue, $0.explanation) }
    let schemas = SchemaFault.allCases.map { ($0.rawValue, $0.explanation) }
    let lies = Lie.allCases.map { ($0.rawValue, $0.explanation) }
    return """
      offline-model: a chat-completions server without a model

      Serves POST /v1/chat/completions, as JSON and as a stream, and answers with an extract of the transcript in the
      user message: its densest sentences, the last turns, and what the user demanded. No network, no weights; the
      replies name their model `\(CompletionIdentity.model)`. GET /health, /v1/models, /props, /stats and /metrics.

      Where tools are offered it calls those that the last user message names, with the JSON object that follows the name;
      where one is required and none is named, the first. A `json_schema` is answered with JSON that follows it.

      usage: offline-model [FLAG VALUE]...

      \(table(flags))

      Faults strike all requests, the first N (`,first=N`) or a share of them (`,share=0.1`). A request with the header
      `X-Offline-Fault: FAULT` asks for one itself.

      \(table([("status=N", "answer with this HTTP status, 400 to 599")] + ways + schemas))

      Lies arrive whole, with status 200, and are no summaries:

      \(table(lies))

      Prints its URL when it is ready. SIGTERM and SIGINT stop it once the requests under way are answered. Exit status:
      0 stopped, 1 cannot serve, 2 the command line is wrong.

      """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }.joined(separator: "\n")
  }
}
