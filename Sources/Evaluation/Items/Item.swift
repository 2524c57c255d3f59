/// A piece of a text that cannot be said in other words.
public struct Item: Sendable, Hashable {
  public enum Kind: String, Sendable, CaseIterable {
    case path
    case url
    /// Letters with digits, `snake_case`, `camelCase`, a mail address.
    case identifier
    case number
    /// A date or a time of day.
    case date
    /// A word with a capital where a sentence needs none.
    case name

    /// For headings.
    public var plural: String { self == .url ? "URLs" : rawValue + "s" }
  }

  public var kind: Kind
  public var text: String

  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
