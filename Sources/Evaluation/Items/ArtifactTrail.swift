/// The files and addresses that calls touched, and what each call did to them.
struct ArtifactTrail {
  struct Step: Hashable {
    var artifact: String
    var action: Action
  }

  /// In order of first appearance.
  private(set) var steps: [Step] = []

  /// Longer values are what was written, not where.
  private static let longestValue = 400

  init(of entries: some Sequence<MeasuredEntry>) {
    var known: Set<Step> = []
    for entry in entries {
      for call in entry.calls {
        let action = Action(tool: call.tool)
        for value in call.values where value.utf8.count <= Self.longestValue {
          for item in ItemScanner.items(of: value) where item.kind == .path || item.kind == .url {
            let step = Step(artifact: item.text, action: action)
            if known.insert(step).inserted { steps.append(step) }
          }
        }
      }
    }
  }

  var artifacts: Set<String> { Set(steps.map(\.artifact)) }
}

/// What a tool does, by the words of its name.
enum Action: Hashable {
  case read, write, edit, delete
  /// None of these: the tool's own name says it.
  case other(String)

  init(tool: String) {
    let words = Self.words(of: tool)
    self = Self.known.first { !words.isDisjoint(with: $0.words) }?.action ?? .other(tool)
  }

  /// Words by which a text says that it was done; the first ones are also those of tools.
  private static let known: [(action: Action, words: Set<String>)] = [
    (.delete, ["delete", "remove", "rm", "deleted", "removed", "deletes", "removes"]),
    (
      .edit,
      [
        "edit", "replace", "patch", "update", "modify", "insert", "append", "edited", "replaced", "patched", "updated",
        "modified", "changed", "inserted", "appended", "fixed", "refactored", "edits", "updates", "changes",
      ]
    ),
    (.write, ["write", "create", "save", "wrote", "written", "created", "added", "saved", "writes", "creates", "new"]),
    (
      .read,
      [
        "read", "view", "open", "cat", "get", "fetch", "find", "search", "grep", "list", "ls", "reads", "viewed",
        "opened", "fetched", "searched", "listed", "looked", "inspected", "reviewed",
      ]
    ),
  ]

  /// Whether the text says that it was done.
  func isSaid(in text: String) -> Bool {
    switch self {
    case .other(let tool): tool.isEmpty || text.contains(tool)
    default: Self.known.contains { $0.action == self && !Self.words(of: text).isDisjoint(with: $0.words) }
    }
  }

  /// In lower case; `readFile` and `read_file` are two words.
  private static func words(of text: some StringProtocol) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    var wasSmall = false
    for character in text {
      if !character.isLetter || character.isUppercase && wasSmall {
        if !word.isEmpty { words.insert(word.lowercased()) }
        word = ""
      }
      if character.isLetter { word.append(character) }
      wasSmall = character.isLowercase
    }
    if !word.isEmpty { words.insert(word.lowercased()) }
    return words
  }
}
