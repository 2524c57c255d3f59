public import Transcripts

/// A value that a metadata field is compared with: a JSON string, number or Boolean.
public enum MetadataValue: Sendable, Hashable {
  case text(String)
  /// As written, in JSON's grammar.
  case number(String)
  case flag(Bool)

  public var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .number(let digits): .number(digits)
    case .flag(let value): .bool(value)
    }
  }

  /// What a scalar of a job file stands for: quoted it is text, plain it is what it looks like in JSON.
  init(_ text: String, isPlain: Bool) {
    switch (isPlain, text) {
    case (true, "true"): self = .flag(true)
    case (true, "false"): self = .flag(false)
    case (true, _) where isJSONNumber(text): self = .number(text)
    default: self = .text(text)
    }
  }
}

private func isJSONNumber(_ text: String) -> Bool {
  var rest = Substring(text)
  if rest.first == "-" { rest.removeFirst() }
  let whole = rest.prefix(while: isDigit)
  rest.removeFirst(whole.count)
  guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
  if rest.first == "." {
    rest.removeFirst()
    let fraction = rest.prefix(while: isDigit)
    guard !fraction.isEmpty else { return false }
    rest.removeFirst(fraction.count)
  }
  if rest.first == "e" || rest.first == "E" {
    rest.removeFirst()
    if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
    let exponent = rest.prefix(while: isDigit)
    guard !exponent.isEmpty else { return false }
    rest.removeFirst(exponent.count)
  }
  return rest.isEmpty
}

private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) && character.isASCII }
