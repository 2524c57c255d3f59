import LanguageModels

// snippet: calledCities
/// The cities that a tool was called for.
func calledCities(in transcript: Transcript) throws -> [String] {
  try transcript.flatMap { entry -> [String] in
    guard case .toolCalls(let calls) = entry else { return [] }
    return try calls.filter { $0.toolName == "find_trains" }.map { call in
      try GeneratedContent(json: call.arguments ?? "{}").value(forProperty: "city")
    }
  }
}
// end
