extension Diagnostic: CustomStringConvertible {
  /// The first line of ``rendered``: place, severity and message.
  public var description: String { rendered.split(separator: "\n").first.map(String.init) ?? message }
}
