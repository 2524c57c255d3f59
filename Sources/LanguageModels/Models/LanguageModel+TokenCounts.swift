// Each counts what a request costs that holds nothing else, what a server adds to every request included: counts of parts
// do not add up to that of the whole.
extension LanguageModel {
  /// How many tokens a prompt costs as the input of a request, or `nil` where the model cannot tell.
  public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int? {
    try await tokenCount(for: [
      .prompt(Transcript.Prompt(id: "prompt", segments: prompt.promptRepresentation.segments))
    ])
  }

  /// How many tokens instructions cost as the input of a request, their tools included, or `nil` where the model cannot
  /// tell.
  public func tokenCount(for instructions: Instructions) async throws -> Int? {
    try await tokenCount(for: instructions.entry(after: nil).map { [$0] } ?? [])
  }

  /// How many tokens tools cost as the input of a request, or `nil` where the model cannot tell.
  public func tokenCount(for tools: [any Tool]) async throws -> Int? {
    let definitions = tools.map(\.definition)
    return try await tokenCount(for: [
      .instructions(Transcript.Instructions(id: "instructions", segments: [], toolDefinitions: definitions))
    ])
  }

  /// How many tokens a schema costs as the input of a request, or `nil` where the model cannot tell.
  public func tokenCount(for schema: GenerationSchema) async throws -> Int? {
    let format = Transcript.ResponseFormat(name: schema.name ?? "Response", schema: schema.json)
    return try await tokenCount(for: [
      .prompt(Transcript.Prompt(id: "prompt", segments: [], responseFormat: format))
    ])
  }
}
