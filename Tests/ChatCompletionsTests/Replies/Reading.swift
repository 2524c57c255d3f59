import ChatCompletions
import HTTPTransport

/// Feeds a body to a reader in pieces, and returns what it comes to.
func read(
  _ body: some Sequence<UInt8>, size: Int = .max, end: ReplyReader.Event = .ended
) -> ReplyReader.Action {
  var reader = ReplyReader()
  let bytes = Array(body)
  var start = 0
  while start < bytes.count {
    let next = size > bytes.count - start ? bytes.count : start + size
    let action = reader.event(.bytes(Array(bytes[start..<next])))
    if case .read = action {} else { return action }
    start = next
  }
  return reader.event(end)
}

func read(_ body: String, end: ReplyReader.Event = .ended) -> ReplyReader.Action {
  read(body.utf8, end: end)
}

/// A stream of chunks, one for each delta.
func stream(_ deltas: String..., finish: String? = "stop", done: Bool = true) -> String {
  var text = deltas.map { #"data: {"choices":[{"index":0,"delta":\#($0)}]}"# + "\n\n" }.joined()
  if let finish { text += #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"\#(finish)"}]}"# + "\n\n" }
  return text + (done ? "data: [DONE]\n\n" : "")
}

extension ReplyReader.Action {
  var content: ReplyContent? { if case .finished(let content) = self { content } else { nil } }
  var failure: ReplyFailure? { if case .failed(let failure) = self { failure } else { nil } }
  var serverError: ErrorBody? { if case .server(let body)? = failure?.kind { body } else { nil } }

  var isMalformed: Bool { if case .malformed? = failure?.kind { true } else { false } }
}
