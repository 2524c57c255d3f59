import Transcripts

extension GenerationSchema {
  /// What to tell a model whose server has no structured output, at the end of the instructions or the prompt.
  public var promptText: String {
    """
    Answer with one JSON value and nothing else: no text before or after it, no code fence, no comments.
    It must be valid against this JSON Schema, with the properties in the order given:
    \(json(.plain).text)
    """
  }

  /// Finds the value in an answer that may have prose or a code fence around it.
  ///
  /// Of several values the first that keeps to the schema counts; where none does, the first of the kind that the
  /// schema asks for. Text in `<think>` is passed over. A string that no quotes surround, asked for as a string, is
  /// the answer itself. A value that ``structuredOutput`` had to wrap is unwrapped.
  ///
  /// - Throws: ``SchemaError``, ``GuideViolations``, or ``GeneratedContentError`` where there is no JSON at all or it
  ///   stops in the middle.
  public func extract(from answer: String) throws -> GeneratedContent {
    try validate()
    let answer = JSONExtraction.withoutThinking(answer)
    var first: GuideViolations?
    let found = JSONExtraction.candidates(in: answer)
    let output = structuredOutput
    for content in found.complete.map(output.unwrap) {
      let violations = violations(in: content)
      if violations.isEmpty { return content }
      // The root itself is of another kind: some other JSON in the prose.
      if first == nil, !violations.contains(where: { $0.path.components.isEmpty && $0.expected == resolvedRoot.kind }) {
        first = GuideViolations(violations: violations)
      }
    }
    if case .string = resolvedRoot.shape {
      let plain = GeneratedContent(.string(answer.trimmingWhitespace))
      try check(plain)
      return plain
    }
    if let first { throw first }
    throw GeneratedContentError(
      found: found.stopsInside
        ? "JSON that stops in the middle" : "an answer of \(counted(answer.count, "character")) without it",
      expected: "\(resolvedRoot.kind) as JSON")
  }
}
