import YAMLDocuments

/// What the head of a skill file says.
struct SkillFileFields {
  private let file: String
  private let head: YAMLNode
  private var scalars: [String: (value: YAMLNode, text: String)] = [:]

  init(_ head: YAMLNode, file: String) throws(SkillFileError) {
    self.file = file
    self.head = head
    guard case .mapping(let pairs) = head.content else {
      throw SkillFileError(file: file, at: head.range, problem: "the head is not a map", expected: "`name: …`")
    }
    var keys: Set<String> = []
    for pair in pairs {
      guard case .scalar(let key, _) = pair.key.content else { continue }
      guard keys.insert(key).inserted else {
        throw SkillFileError(
          file: file, at: pair.key.range, problem: "`\(key)` is set twice", expected: "each key at most once")
      }
      if case .scalar(let text, _) = pair.value.content {
        scalars[key] = (pair.value, text)
      } else if Self.known.contains(key) {
        throw SkillFileError(
          file: file, at: pair.value.range, problem: "`\(key)` is a list or a map", expected: "a text")
      }
    }
  }

  private static let known = ["name", "description"]

  var others: [String: String] {
    scalars.filter { !Self.known.contains($0.key) }.mapValues(\.text)
  }

  func name() throws(SkillFileError) -> String {
    let (value, text) = try required("name")
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
    guard isWellFormed, text.utf8.count <= SkillFile.nameLimit else {
      throw SkillFileError(
        file: file, at: value.range, problem: "`name` is `\(text.prefix(SkillFile.nameLimit))`",
        expected: "1 to \(SkillFile.nameLimit) lower-case letters, digits and single hyphens between them")
    }
    return text
  }

  func description() throws(SkillFileError) -> String {
    let (value, text) = try required("description")
    var trimmed = text[...]
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    guard trimmed.count <= SkillFile.descriptionLimit else {
      throw SkillFileError(
        file: file, at: value.range, problem: "`description` has \(trimmed.count) characters",
        expected: "at most \(SkillFile.descriptionLimit)")
    }
    return String(trimmed)
  }

  private func required(_ key: String) throws(SkillFileError) -> (value: YAMLNode, text: String) {
    guard let (value, text) = scalars[key] else {
      throw SkillFileError(file: file, at: head.range, problem: "`\(key)` is missing", expected: "`\(key): …`")
    }
    guard !value.isMissing, text.contains(where: { !$0.isWhitespace }) else {
      throw SkillFileError(file: file, at: value.range, problem: "`\(key)` is empty", expected: "a text")
    }
    return (value, text)
  }
}
