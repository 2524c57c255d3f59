import Transcripts

extension JSON {
  /// Two blanks a level; what is short and flat stays on one line.
  var indentedText: String { indented(by: 0) }

  private func indented(by depth: Int) -> String {
    let flat = text
    if flat.utf8.count <= 80, isFlat { return flat }
    let inner = "\n" + String(repeating: "  ", count: depth + 1)
    let outer = "\n" + String(repeating: "  ", count: depth)
    switch self {
    case .array(let elements):
      return "[" + inner + elements.map { $0.indented(by: depth + 1) }.joined(separator: "," + inner) + outer + "]"
    case .object(let members):
      let lines = members.map { "\(JSON.string($0.key).text): \($0.value.indented(by: depth + 1))" }
      return "{" + inner + lines.joined(separator: "," + inner) + outer + "}"
    default: return flat
    }
  }

  /// Holds at most arrays of scalars.
  private var isFlat: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy { $0.array == nil && $0.object == nil }
    case .object(let members): members.count <= 1 && members.allSatisfy { $0.value.isFlat && $0.value.object == nil }
    default: true
    }
  }
}
