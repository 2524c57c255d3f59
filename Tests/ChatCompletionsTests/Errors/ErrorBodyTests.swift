import ChatCompletions
import Testing

@Suite struct ErrorBodyTests {
  @Test(arguments: [
    // code as text, number, null; nested, flat, in arrays
    (
      #"{"error":{"message":"m","type":"t","param":"p","code":"c"}}"#,
      ErrorBody(message: "m", type: "t", code: "c", param: "p")
    ),
    (#"{"error":{"message":"m","type":"t","code":400}}"#, ErrorBody(message: "m", type: "t", code: "400", status: 400)),
    (#"{"error":{"message":"m","type":null,"param":null,"code":null}}"#, ErrorBody(message: "m")),
    (#"{"error":{"message":"m","code":"429"}}"#, ErrorBody(message: "m", code: "429", status: 429)),
    (
      #"[{"error":{"message":"m","code":400,"status":"INVALID_ARGUMENT"}}]"#,
      ErrorBody(message: "m", code: "400", status: 400)
    ),
    (#"{"error":"words"}"#, ErrorBody(message: "words")),
    (#"{"error":"words","error_type":"overloaded"}"#, ErrorBody(message: "words", type: "overloaded")),
    (#"{"error":{"message":"m","http_status_code":422}}"#, ErrorBody(message: "m", status: 422)),
    (
      #"{"object":"error","message":"m","type":"BadRequestError","param":null,"code":400}"#,
      ErrorBody(message: "m", type: "BadRequestError", code: "400", status: 400)
    ),
    (
      #"{"object":"error","message":{"detail":[{"loc":["body","top_p"],"msg":"too large","type":"x"}]},"type":"invalid_request_error","code":"3230"}"#,
      ErrorBody(message: "body.top_p: too large", type: "x", code: "3230", param: "top_p")
    ),
    (#"{"detail":"Not Found"}"#, ErrorBody(message: "Not Found")),
    (
      #"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#,
      ErrorBody(
        message: "body.stream_options: Extra inputs are not permitted", type: "extra_forbidden", param: "stream_options"
      )
    ),
    (#"{"message":"m"}"#, ErrorBody(message: "m")),
    (#"{"code":"invalid-argument","error":"words"}"#, ErrorBody(message: "words", code: "invalid-argument")),
    (#"{"success":false,"error":{"message":"m"}}"#, ErrorBody(message: "m")),
    (
      #"{"error":{"message":"{\"error\":{\"message\":\"inner\",\"code\":\"c\"}}","type":"t"}}"#,
      ErrorBody(message: "inner", type: "t", code: "c")
    ),
    (
      #"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#,
      ErrorBody(message: "busy", type: "overloaded_error")
    ),
    (
      #"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"the reason\"}}"}}}"#,
      ErrorBody(message: "the reason", code: "400", status: 400)
    ),
    ("<html>\n<head><title>502 Bad Gateway</title></head></html>", ErrorBody(message: "502 Bad Gateway", type: "html")),
    ("<!DOCTYPE html><p>oops", ErrorBody(message: "a page in HTML", type: "html")),
    ("upstream connect error", ErrorBody(message: "upstream connect error")),
    ("", ErrorBody(message: "")),
    ("null", ErrorBody(message: "")),
    (#"{"error":{"message":["a","b"]}}"#, ErrorBody(message: "a")),
  ])
  func `an error says the same in many shapes`(text: String, body: ErrorBody) {
    #expect(ErrorBody(bytes: Array(text.utf8)) == body)
  }

  @Test func `errors inside errors inside errors come to an end`() {
    var text = #"{"error":"deep"}"#
    for _ in 0..<50 { text = #"{"error":\#(text)}"# }
    _ = ErrorBody(bytes: Array(text.utf8))
  }
}
