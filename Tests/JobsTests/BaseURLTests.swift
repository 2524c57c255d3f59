import Testing

@testable import Jobs

struct BaseURLTests {
  @Test(arguments: [
    "https://api.openai.com/v1",
    "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
    "https://generativelanguage.googleapis.com/v1beta/openai/", "http://127.0.0.1:8089/v1", "http://[::1]:8089",
    "HTTPS://Host", "http://localhost", "http://host:65535/", "http://completions/",
  ])
  func `base URLs`(text: String) { #expect(baseURLMistake(in: text)?.problem == nil) }

  @Test(arguments: [
    ("", "is not a base URL"), ("ftp://host/", "is not a base URL"), ("api.openai.com/v1", "is not a base URL"),
    ("http://", "names no host"), ("http:///v1", "names no host"), ("http://:80/", "names no host"),
    ("http://a:b:c/", "names no host"), ("http://[::1", "names no host"), ("http://host:0", "has no valid port"),
    ("http://host:65536", "has no valid port"), ("http://host:", "has no valid port"),
    ("http://host:+1", "has no valid port"),
    ("http://host/a b", "has a character that no URL has"), ("http://höst/", "has a character that no URL has"),
    ("http://host/v1/completions", "has a path that ends in /completions"), ("http://host/#x", "has a fragment"),
    ("http://u:p@host/", "has a user or password in it"),
    ("http://host/v1?key=abc", "has a key in its query"),
  ])
  func `no base URLs`(text: String, problem: String) { #expect(baseURLMistake(in: text)?.problem == problem) }

  @Test(arguments: ["sk-abcdefsecret3", "AIzaSyAbcdef", "Bearer x.y", "sk-abc.def"])
  func `what may be a key in the wrong place is not repeated`(text: String) {
    #expect(baseURLMistake(in: text)?.hidesText == true)
  }

  @Test func `a host alone gets its scheme suggested`() {
    #expect(baseURLMistake(in: "api.openai.com/v1")?.nearest == "https://api.openai.com/v1")
  }

  @Test func `a key sent without encryption is a warning unless it stays on the machine`() {
    func warnings(_ url: String) -> [String] {
      findings(plainJob(("    url", "    url: \(url)\n    api_key: {env: KEY}")))
    }
    #expect(warnings("https://host/v1") == [])
    #expect(warnings("http://127.0.0.1:80/v1") == [])
    #expect(warnings("http://[::1]/v1") == [])
    #expect(
      warnings("http://host/v1") == ["8:10 warning: the key would be sent without encryption; expected https://"])
    #expect(warnings("{env: U, default: http://host/v1}").count == 1)
  }
}
