import Transcripts

/// A tool that the client offers.
struct OfferedTool: Equatable {
  var name: String
  /// A JSON Schema.
  var parameters: JSON

  /// The tools that may be called, and whether one must be. With a function named by `tool_choice`, that one alone.
  static func tools(in json: JSON) throws(APIError) -> (tools: [OfferedTool], isRequired: Bool) {
    var tools: [OfferedTool] = []
    if let list = json["tools"], !list.isNull {
      guard let list = list.array, !list.isEmpty else {
        throw .invalid("'tools' must be an array of at least one tool", param: "tools")
      }
      for (index, tool) in list.enumerated() {
        guard let name = tool["function"]?["name"]?.string, !name.isEmpty else {
          throw .invalid("'tools[\(index)].function.name' is required", param: "tools")
        }
        tools.append(OfferedTool(name: name, parameters: tool["function"]?["parameters"] ?? [:]))
      }
    }
    guard let choice = json["tool_choice"], !choice.isNull else { return (tools, false) }
    if tools.isEmpty {
      throw .invalid("'tool_choice' is only allowed when 'tools' are specified", param: "tool_choice")
    }
    if let name = choice["function"]?["name"]?.string {
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw .invalid("'tool_choice' names no tool", param: "tool_choice")
      }
      return ([tool], true)
    }
    switch choice.string {
    case "auto": return (tools, false)
    case "none": return ([], false)
    case "required": return (tools, true)
    default: throw .invalid("Invalid tool_choice", param: "tool_choice")
    }
  }
}
