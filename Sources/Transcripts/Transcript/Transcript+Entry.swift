extension Transcript {
  /// One element of a transcript.
  public enum Entry: Sendable, Hashable {
    /// What the model is told about its role.
    case instructions(Instructions)
    /// What the user asks.
    case prompt(Prompt)
    /// What the model asks to have done.
    case toolCalls(ToolCalls)
    /// What a tool returned for one call.
    case toolOutput(ToolOutput)
    /// What the model answers.
    case response(Response)
    /// What the model thinks before it goes on.
    case reasoning(Reasoning)

    /// `nil` where the JSON is no object, or of an unknown role.
    public init?(json: JSON) {
      guard let role = json["role"]?.string.flatMap(EntryRole.init) else { return nil }
      self =
        switch role {
        case .instructions: .instructions(Instructions(json: json))
        case .user: .prompt(Prompt(json: json))
        case .tool: .toolOutput(ToolOutput(json: json))
        case .reasoning: .reasoning(Reasoning(json: json))
        case .response where json["toolCalls"]?.array?.isEmpty == false: .toolCalls(ToolCalls(json: json))
        case .response: .response(Response(json: json))
        }
    }

    /// The entry as it is written.
    public var json: JSON { payload.json }

    /// Tells the entry from the others of its transcript, or `nil` where the JSON has none.
    public var id: String? { payload.id }

    /// Which of the six kinds it is.
    public var kind: EntryKind {
      switch self {
      case .instructions: .instructions
      case .prompt: .prompt
      case .toolCalls: .toolCalls
      case .toolOutput: .toolOutput
      case .response: .response
      case .reasoning: .reasoning
      }
    }

    /// Empty for most tool calls.
    public var segments: [Segment] { payload.segments }

    private var payload: any TranscriptElement {
      switch self {
      case .instructions(let instructions): instructions
      case .prompt(let prompt): prompt
      case .toolCalls(let toolCalls): toolCalls
      case .toolOutput(let toolOutput): toolOutput
      case .response(let response): response
      case .reasoning(let reasoning): reasoning
      }
    }
  }
}

/// A view of the JSON of an entry.
public protocol TranscriptElement: Sendable, Hashable {
  /// The element as it is written.
  var json: JSON { get }
}

extension TranscriptElement {
  /// Tells the element from the others of its transcript, or `nil` where the JSON has none.
  public var id: String? { json["id"]?.string }

  /// The parts of the contents, in their order.
  public var segments: [Transcript.Segment] { (json["contents"]?.array ?? []).map(Transcript.Segment.init) }

  /// What was noted of this element, an object as it is written, or `nil`.
  public var metadata: JSON? { json["metadata"] }
}
