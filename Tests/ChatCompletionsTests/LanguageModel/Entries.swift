import LanguageModels

// Short forms of entries, for tables.

func instructions(_ texts: String..., tools: [Transcript.ToolDefinition] = []) -> Transcript.Entry {
  .instructions(.init(id: "i", segments: texts.map { .text(.init(content: $0)) }, toolDefinitions: tools))
}

func prompt(_ texts: String...) -> Transcript.Entry {
  .prompt(.init(id: "p", segments: texts.map { .text(.init(content: $0)) }))
}

func prompt(_ segments: [Transcript.Segment]) -> Transcript.Entry { .prompt(.init(id: "p", segments: segments)) }

func response(_ texts: String...) -> Transcript.Entry {
  .response(.init(id: "r", segments: texts.map { .text(.init(content: $0)) }))
}

func reasoning(_ text: String) -> Transcript.Entry {
  .reasoning(.init(id: "t", segments: [.text(.init(content: text))]))
}

func calls(_ calls: (id: String, name: String, arguments: String)...) -> Transcript.Entry {
  .toolCalls(.init(id: "c", calls: calls.map { .init(id: $0.id, toolName: $0.name, arguments: $0.arguments) }))
}

func output(_ id: String, _ text: String) -> Transcript.Entry {
  .toolOutput(.init(id: id, toolName: "f", segments: text.isEmpty ? [] : [.text(.init(content: text))]))
}

func image(_ content: JSON) -> Transcript.Segment { .attachment(.init(type: "image", content: content)) }
