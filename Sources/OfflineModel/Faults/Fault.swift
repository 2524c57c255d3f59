/// How a reply goes wrong.
enum Fault: Hashable {
  /// An HTTP error.
  case status(Int)
  case transport(TransportFault)
  case schema(SchemaFault)
  case lie(Lie)

  /// `status=429`, or the name of one of the others; `nil` for anything else.
  init?(_ text: some StringProtocol) {
    if text.hasPrefix("status="), let status = Int(text.dropFirst("status=".count)), (400...599).contains(status) {
      self = .status(status)
    } else if let fault = TransportFault(rawValue: String(text)) {
      self = .transport(fault)
    } else if let fault = SchemaFault(rawValue: String(text)) {
      self = .schema(fault)
    } else if let lie = Lie(rawValue: String(text)) {
      self = .lie(lie)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .status(let status): "status=\(status)"
    case .transport(let fault): fault.rawValue
    case .schema(let fault): fault.rawValue
    case .lie(let lie): lie.rawValue
    }
  }

  static let names =
    ["status=N"] + TransportFault.allCases.map(\.rawValue) + SchemaFault.allCases.map(\.rawValue)
    + Lie.allCases.map(\.rawValue)
}

/// What servers without structured output make of a request that has a schema. Others are not struck.
enum SchemaFault: String, CaseIterable {
  /// Refuses the parameter.
  case refused = "schema-refused"
  /// Answers with text.
  case ignored = "schema-ignored"

  var explanation: String {
    switch self {
    case .refused: "refuse a request with a JSON Schema"
    case .ignored: "answer with text where a JSON Schema is to be followed"
    }
  }
}

/// Faults of the way, not of what is said.
enum TransportFault: String, CaseIterable {
  /// Closes the connection without an answer.
  case drop
  /// Never answers.
  case stall
  /// Answers half, and then nothing more.
  case stallMidway = "stall-midway"
  /// Keeps the connection alive and says nothing.
  case heartbeats
  /// Closes the connection in the middle of the answer.
  case cut
  /// Ends in good order without a finish reason.
  case noFinish = "no-finish"
  /// Sends something that is not JSON in the middle of the answer.
  case badJSON = "bad-json"
  /// Sends an error in the middle of the answer, with status 200.
  case streamError = "stream-error"

  var explanation: String {
    switch self {
    case .drop: "close the connection without an answer"
    case .stall: "never answer"
    case .stallMidway: "answer half, then nothing more"
    case .heartbeats: "keep the connection alive and say nothing"
    case .cut: "close the connection in the middle of the answer"
    case .noFinish: "end without a finish reason"
    case .badJSON: "send something that is not JSON in the middle"
    case .streamError: "send an error in the middle, with status 200"
    }
  }
}
