import Transcripts

/// A stretch of a transcript under one label.
struct LabelledText: Equatable {
  /// `User`, `Assistant calls search`, `Result of search`: one line without a colon.
  var label: String
  var text: String
}

/// Renders entries as labelled text: roles, calls and results alike, so that nothing is tool-shaped, and no data.
///
/// A result is labelled by its tool, found by the id of its call among the calls rendered before it.
struct EntryRenderer {
  let attachments: AttachmentLabels
  let redactor: Redactor
  /// What was taken out of the entries rendered up to now.
  private(set) var redactions = RedactionCounts()
  private var toolOfCall: [String: String] = [:]

  init(attachments: AttachmentLabels, redactor: Redactor = .none) {
    self.attachments = attachments
    self.redactor = redactor
  }

  /// The entry's texts, at least one: a blank entry is shown as such.
  mutating func render(_ entry: SourceEntry) -> [LabelledText] {
    let message = entry.message
    switch entry.kind {
    case .instructions: return [content("Instructions", of: message)]
    case .prompt: return [content("User", of: message)]
    case .response: return [content("Assistant", of: message)]
    case .reasoning:
      let text = message["reasoning_content"]?.nonEmptyString ?? message["reasoning"]?.nonEmptyString ?? ""
      return [labelled("Assistant reasoning", [text])]
    case .toolCalls: return calls(of: message)
    case .toolOutput:
      let id = message["tool_call_id"]?.string
      let tool = message["name"]?.nonEmptyString ?? id.flatMap { toolOfCall[$0] }
      return [content("Result of \(Self.label(ofTool: tool))", of: message)]
    }
  }

  private mutating func content(_ label: String, of message: JSON) -> LabelledText {
    guard message.object != nil else { return labelled(label, [message.text]) }
    let content = ContentText(of: message, attachments: attachments)
    return labelled(label, content.texts)
  }

  private mutating func calls(of message: JSON) -> [LabelledText] {
    let calls = message["tool_calls"]?.array ?? []
    let legacy = message["function_call"].map { [["function": $0] as JSON] } ?? []
    var rendered: [LabelledText] = []
    for call in calls.isEmpty ? legacy : calls {
      let function = call["function"] ?? call["custom"] ?? call
      let name = function["name"]?.nonEmptyString
      if let id = call["id"]?.string { toolOfCall[id] = name }
      let arguments = function["arguments"] ?? function["input"] ?? (function == call ? call : "")
      rendered.append(
        labelled("Assistant calls \(Self.label(ofTool: name))", [arguments.string ?? arguments.text]))
    }
    return rendered.isEmpty ? [labelled("Assistant calls a tool", [])] : rendered
  }

  private mutating func labelled(_ label: String, _ texts: [String]) -> LabelledText {
    let whole = texts.map { attachments.withoutData(CompactJSON.text($0)) }.filter(\.hasInk).joined(separator: "\n")
    let (text, counts) = redactor.redacted(whole)
    redactions += counts
    return LabelledText(label: label, text: text.isEmpty ? "(empty)" : text)
  }

  /// A tool's name as part of a label: at most 64 characters, nothing that could end the label.
  private static func label(ofTool name: String?) -> String {
    guard let name else { return "a tool" }
    return String(name.prefix(64).map { $0.isWhitespace || $0 == ":" || $0 == "<" || $0 == ">" ? "_" : $0 })
  }
}

extension String {
  /// Whether there is anything but white space.
  fileprivate var hasInk: Bool { contains { !$0.isWhitespace } }
}

extension JSON {
  var nonEmptyString: String? {
    guard let string, !string.isEmpty else { return nil }
    return string
  }
}
