import ChatCompletions
import CurlChatCompletions
import FoundationEssentials
import Glibc
import LanguageModels
import ScriptedModels

// examples NAME: runs an example with a scripted model, whose replies stand beside the example; or with the server at
// EXAMPLES_MODEL_URL and its model EXAMPLES_MODEL.

func complain(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

func model(for example: any Example.Type) -> any LanguageModel {
  let environment = ProcessInfo.processInfo.environment
  guard let address = environment["EXAMPLES_MODEL_URL"], let url = URL(string: address) else {
    return ScriptedLanguageModel(replies: example.replies)
  }
  // snippet: server
  let model = ChatCompletionsLanguageModel(name: environment["EXAMPLES_MODEL"] ?? "extractive", url: url)
  // end
  return model
}

let name = CommandLine.arguments.dropFirst().first
guard CommandLine.arguments.count == 2, let (_, example) = examples.first(where: { $0.name == name }) else {
  complain("usage: examples NAME\n" + examples.map { "  \($0.name): \($0.example.summary)\n" }.joined())
  exit(2)
}
do {
  try await example.run(with: model(for: example))
} catch {
  complain("examples: \(error)\n")
  exit(1)
}
