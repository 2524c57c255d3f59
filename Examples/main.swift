import Glibc
import LanguageModels
import ScriptedModels

// examples NAME: runs an example with a scripted model, whose replies stand beside the example.

func complain(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

let name = CommandLine.arguments.dropFirst().first
guard CommandLine.arguments.count == 2, let (_, example) = examples.first(where: { $0.name == name }) else {
  complain("usage: examples NAME\n" + examples.map { "  \($0.name): \($0.example.summary)\n" }.joined())
  exit(2)
}
do {
  try await example.run(with: ScriptedLanguageModel(replies: example.replies))
} catch {
  complain("examples: \(error)\n")
  exit(1)
}
