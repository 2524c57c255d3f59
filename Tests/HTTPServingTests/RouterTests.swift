import HTTPServing
import Testing

@Suite struct RouterTests {
  private let router: Router = {
    var router = Router { status, _ in .text("{\"status\":\(status)}", status: status, type: "application/json") }
    router.on("GET", "/metrics") { _ in .text("metrics") }
    router.on("POST", "/v1/chat") { _ in .text("chat") }
    return router
  }()

  @Test(arguments: [
    ("GET", "/metrics", 200, nil), ("HEAD", "/metrics", 200, nil), ("POST", "/v1/chat", 200, nil),
    ("GET", "/metrics/", 404, nil), ("GET", "/", 404, nil), ("get", "/metrics", 405, "GET, HEAD, OPTIONS"),
    ("POST", "/metrics", 405, "GET, HEAD, OPTIONS"), ("HEAD", "/v1/chat", 405, "OPTIONS, POST"),
    ("OPTIONS", "/v1/chat", 204, "OPTIONS, POST"),
  ])
  func `a request goes to its route, or is told why not`(method: String, path: String, status: Int, allow: String?)
    async
  {
    let response = await router.respond(to: HTTPServerRequest(method: method, path: path))
    #expect(response.status == status)
    #expect(response.headers["allow"] == allow)
  }

  @Test func `refusals take the form that the program wants`() async {
    let response = await router.respond(to: HTTPServerRequest(method: "GET", path: "/none"))
    #expect(response.headers["Content-Type"] == "application/json")
  }
}
