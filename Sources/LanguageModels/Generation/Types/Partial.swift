import Transcripts

/// A value of a type as far as the model has written it.
///
/// Its members are those of the type, each optional: what has not begun is `nil`, a string is what came of it so far,
/// a number or a case is `nil` until it is finished, an array holds the elements so far, a value of another
/// ``Generable`` structure is a `Partial` of it.
///
/// ```swift
/// for try await snapshot in session.streamResponse(to: "A soup.", generating: Recipe.self) {
///   show(title: snapshot.content.title ?? "", steps: snapshot.content.steps ?? [])
/// }
/// ```
///
/// Which property a member reads is found out by probing the type: the member is that of one stored property. For any
/// other, `nil` comes back, and ``subscript(property:)`` reads by name.
@dynamicMemberLookup
public struct Partial<Content: Generable>: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent, Sendable,
  Hashable
{
  /// The JSON so far.
  public let generatedContent: GeneratedContent

  /// What there is of a value. Anything is: what does not fit is missing.
  public init(_ content: GeneratedContent) { generatedContent = content }

  /// Whether the whole value is there.
  public var isComplete: Bool { generatedContent.isComplete }

  /// The value, once all that it needs is there.
  ///
  /// - Throws: ``GeneratedContentError`` for what is missing or does not fit.
  public func complete() throws -> Content { try Content(generatedContent) }

  /// The JSON of a property so far, by its key.
  public subscript(property name: String) -> GeneratedContent? { generatedContent[property: name] }

  /// A property so far.
  public subscript<Value: Generable>(dynamicMember path: KeyPath<Content, Value>) -> Value.PartiallyGenerated? {
    content(at: path).flatMap { try? Value.PartiallyGenerated($0) }
  }

  /// An optional property so far; `nil` also where it is null.
  public subscript<Value: Generable>(dynamicMember path: KeyPath<Content, Value?>) -> Value.PartiallyGenerated? {
    guard let content = content(at: path), !content.json.isNull else { return nil }
    return try? Value.PartiallyGenerated(content)
  }

  /// A property whose type is not ``Generable``, once it is complete.
  @_disfavoredOverload
  public subscript<Value: Decodable>(dynamicMember path: KeyPath<Content, Value>) -> Value? {
    guard let content = content(at: path), content.isComplete else { return nil }
    return try? ContentDecoder.decode(Value.self, from: content, path: ContentPath())
  }

  private func content(at path: PartialKeyPath<Content>) -> GeneratedContent? {
    guard case .object(let members) = generatedContent.json else { return nil }
    // Only what is there needs to be tried.
    let names = PropertyNames.names(
      at: path, of: Content.self, among: members.map(\.key), propertyChoices: Guide.propertyChoices(Content.guides))
    guard let name = names.first, names.allSatisfy({ $0 == name }) else { return nil }
    return generatedContent[property: name]
  }
}
