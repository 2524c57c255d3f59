import Transcripts

/// Puts tool calls together from their pieces.
///
/// Servers differ in what a piece says: an index or none, an id once, always, late or never, arguments as text or as an object.
struct ToolCallAssembler {
  private struct Part {
    var index: Int?
    var id = ""
    var name = ""
    var arguments = ""
    var extraContent: JSON?
  }

  /// Before the number in the ids of calls that the server left without one.
  let idPrefix: String
  private var parts: [Part] = []

  init(idPrefix: String) {
    self.idPrefix = idPrefix
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Takes one element of `tool_calls`. Returns whether it brought anything.
  mutating func take(_ piece: JSON) -> Bool {
    guard piece.object != nil else { return false }
    let id = piece["id"]?.string ?? ""
    let function = piece["function"] ?? .null
    let name = function["name"]?.string ?? ""
    let arguments = Self.text(of: function["arguments"])
    if id.isEmpty, name.isEmpty, arguments.isEmpty { return false }
    let position = position(index: piece["index"]?.int, id: id, name: name)
    // The first that is not empty stays: some servers repeat both in every piece, or send empty ones later.
    if parts[position].id.isEmpty { parts[position].id = id }
    if parts[position].name.isEmpty { parts[position].name = name }
    parts[position].arguments += arguments
    if let extra = piece["extra_content"], !extra.isNull { parts[position].extraContent = extra }
    return true
  }

  /// Takes the older `function_call`, of which there is one.
  mutating func takeFunctionCall(_ call: JSON) -> Bool {
    guard call.object != nil else { return false }
    return take(["index": 0, "function": call])
  }

  /// The calls in the order in which they began. A missing id is made up.
  func calls() -> [ReplyContent.ToolCall] {
    parts.enumerated().map { number, part in
      ReplyContent.ToolCall(
        id: part.id.isEmpty ? "\(idPrefix)\(number + 1)" : part.id, name: part.name, arguments: part.arguments,
        extraContent: part.extraContent)
    }
  }

  /// The calls so far whose ids and names are known, with their places among all.
  var named: [(place: Int, call: ReplyContent.ToolCall)] {
    parts.enumerated().compactMap { place, part in
      guard !part.id.isEmpty, !part.name.isEmpty else { return nil }
      return (place, ReplyContent.ToolCall(id: part.id, name: part.name, arguments: part.arguments))
    }
  }

  private mutating func position(index: Int?, id: String, name: String) -> Int {
    if let index {
      if let known = parts.firstIndex(where: { $0.index == index }) { return known }
    } else if !id.isEmpty {
      if let known = parts.firstIndex(where: { $0.id == id }) { return known }
    } else if let last = parts.last, name.isEmpty || last.name.isEmpty {
      return parts.count - 1
    }
    parts.append(Part(index: index))
    return parts.count - 1
  }

  private static func text(of arguments: JSON?) -> String {
    switch arguments {
    case nil, .null: ""
    case .string(let text): text
    case .some(let json): json.text
    }
  }
}
