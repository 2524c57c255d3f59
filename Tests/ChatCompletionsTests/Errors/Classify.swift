import ChatCompletions
// Foundation's dates, as they are in the signature.
import FoundationEssentials
import HTTPTransport

func classify(_ status: Int?, _ body: String, _ headers: (String, String)...) -> ChatError {
  ErrorClassification.error(
    status: status, headers: HTTPHeaders(headers), body: ErrorBody(bytes: Array(body.utf8)),
    now: Date(timeIntervalSince1970: 1_696_004_797))
}
