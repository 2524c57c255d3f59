/// A type that can be made of what a model wrote.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads the content.
  ///
  /// - Throws: ``GeneratedContentError`` where it does not fit.
  init(_ content: GeneratedContent) throws
}

/// A type whose values can be shown to a model as structured content.
public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
  /// The value as content.
  var generatedContent: GeneratedContent { get }
}
