import ChatCompletions
import Testing

@Suite struct EndpointURLTests {
  @Test(arguments: [
    ("https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"),
    ("https://api.openai.com/v1/", "https://api.openai.com/v1/chat/completions"),
    ("https://api.openai.com", "https://api.openai.com/v1/chat/completions"),
    ("https://api.openai.com/", "https://api.openai.com/v1/chat/completions"),
    ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
    ("https://api.openai.com/v1/chat/completions/", "https://api.openai.com/v1/chat/completions"),
    ("http://localhost:8080", "http://localhost:8080/v1/chat/completions"),
    ("http://localhost:8080//v1//", "http://localhost:8080/v1/chat/completions"),
    ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
    ("HTTPS://Example.com/v2", "https://Example.com/v2/chat/completions"),
    ("  https://h/v1\n", "https://h/v1/chat/completions"),
    (
      "https://generativelanguage.googleapis.com/v1beta/openai/",
      "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"
    ),
    ("https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/chat/completions"),
    ("https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1/chat/completions"),
    ("https://api.fireworks.ai/inference/v1", "https://api.fireworks.ai/inference/v1/chat/completions"),
    ("https://api.deepseek.com", "https://api.deepseek.com/v1/chat/completions"),
    ("https://api.z.ai/api/paas/v4", "https://api.z.ai/api/paas/v4/chat/completions"),
    (
      "https://dashscope.aliyuncs.com/compatible-mode/v1",
      "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions"
    ),
    (
      "https://r.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
      "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
    ),
    (
      "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
      "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
    ),
    ("https://r.openai.azure.com/openai/v1/", "https://r.openai.azure.com/openai/v1/chat/completions"),
    ("https://h?key=v", "https://h/v1/chat/completions?key=v"),
    ("https://h/v1?", "https://h/v1/chat/completions"),
    ("https://h/v1#models", "https://h/v1/chat/completions"),
  ])
  func `a base URL leads to one endpoint`(base: String, endpoint: String) throws {
    #expect(try EndpointURL.chatCompletions(base: base) == endpoint)
    #expect(try EndpointURL.chatCompletions(base: endpoint) == endpoint, "an endpoint stands for itself")
  }

  @Test(arguments: [
    "", "api.openai.com/v1", "ftp://h/v1", "https://", "https:///v1", "http://:80/v1", "https://a b/v1",
    "https://key@h/v1", "https://h/v1/completions",
  ])
  func `what cannot be an endpoint is refused with what was expected`(base: String) {
    #expect(throws: EndpointURL.Invalid.self) { try EndpointURL.chatCompletions(base: base) }
  }

  @Test func `a password in a URL is not repeated in the error`() {
    for url in ["https://me:hunter2@h/v1", "hunter2@h/v1"] {
      let error = #expect(throws: EndpointURL.Invalid.self) { try EndpointURL.chatCompletions(base: url) }
      #expect(error?.description.contains("hunter2@") == false)
      #expect(error?.description.contains("me:hunter2") != true)
    }
  }
}
