import ChatCompletions
import HTTPTransport
import Testing

@Suite struct ChatEndpointTests {
  @Test(arguments: [
    ("https://api.openai.com/v1", ChatEndpoint.Authorization.bearer(Secret("k"))),
    ("https://r.openai.azure.com/openai/v1", .header("api-key", Secret("k"))),
    ("https://r.openai.azure.com:443/openai/deployments/d?api-version=1", .header("api-key", Secret("k"))),
    ("https://openai.azure.com.example/v1", .bearer(Secret("k"))),
  ])
  func `a key goes into the field that its host expects`(base: String, authorization: ChatEndpoint.Authorization) throws
  {
    #expect(try ChatEndpoint(base: base, key: Secret("k")).authorization == authorization)
    #expect(try ChatEndpoint(base: base, key: nil).authorization == .none)
  }

  @Test func `the name of an endpoint has no query`() throws {
    #expect(try ChatEndpoint(base: "https://h/v1?key=abc", key: nil).name == "https://h/v1/chat/completions")
  }
}

@Suite struct SecretTests {
  private let secret = Secret("sk-abc")

  @Test func `a secret prints as a placeholder, however it is printed`() {
    var dumped = ""
    dump(secret, to: &dumped)
    var headers = HTTPHeaders()
    headers.append("Authorization", prefix: "Bearer ", secret: secret)
    let request = HTTPRequest(
      method: "POST", url: "https://h/?key=sk-abc", headers: headers, body: Array("sk-abc".utf8))
    for text in [
      "\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\(headers)", "\(request)",
      "\([secret])", "\(headers.fields)",
    ] {
      #expect(!text.contains("sk-abc"))
    }
    #expect(headers["authorization"] == "Bearer sk-abc")
  }

  @Test(arguments: [("k\n", "k"), ("  k k \r\n", "k k"), ("k", "k")])
  func `a key from a file loses the white space around it`(text: String, key: String) {
    #expect(Secret(trimming: text)?.reveal() == key)
  }

  @Test func `an empty file holds no key`() {
    #expect(Secret(trimming: " \n") == nil)
    #expect(Secret(trimming: "") == nil)
  }
}
