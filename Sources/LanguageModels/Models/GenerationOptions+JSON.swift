public import Transcripts

// How options stand in the JSON of a prompt entry. A key stands there only where something was asked for.

extension GenerationOptions {
  package var json: JSON {
    var json: JSON = [:]
    if let samplingMode { json.set("samplingMode", to: samplingMode.json) }
    if let temperature, temperature.isFinite { json.set("temperature", to: .number(String(temperature))) }
    if let maximumResponseTokens { json.set("maximumResponseTokens", to: JSON(maximumResponseTokens)) }
    if let toolCallingMode { json.set("toolCallingMode", to: .string(toolCallingMode.rawValue)) }
    return json
  }

  package init(json: JSON) {
    self.init(
      samplingMode: json["samplingMode"].flatMap(SamplingMode.init(json:)), temperature: json["temperature"]?.double,
      maximumResponseTokens: json["maximumResponseTokens"]?.int,
      toolCallingMode: json["toolCallingMode"]?.string.flatMap(ToolCallingMode.init(rawValue:)))
  }
}

extension GenerationOptions.SamplingMode {
  fileprivate var json: JSON {
    let (member, seed): (JSON, UInt64?) =
      switch kind {
      case .greedy: (["type": "greedy"], nil)
      case .randomTopK(let k, let seed): (["type": "randomTopK", "k": JSON(k)], seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        (["type": "randomProbabilityThreshold", "threshold": .number(String(threshold))], seed)
      }
    var json = member
    if let seed { json.set("seed", to: .number(String(seed))) }
    return json
  }

  fileprivate init?(json: JSON) {
    var seed: UInt64?
    if case .number(let digits)? = json["seed"] { seed = UInt64(digits) }
    switch json["type"]?.string {
    case "greedy": self = .greedy
    case "randomTopK":
      guard let k = json["k"]?.int else { return nil }
      self = .random(top: k, seed: seed)
    case "randomProbabilityThreshold":
      guard let threshold = json["threshold"]?.double else { return nil }
      self = .random(probabilityThreshold: threshold, seed: seed)
    default: return nil
    }
  }
}

extension ContextOptions {
  /// `nil` where nothing was asked for.
  package var json: JSON? {
    guard self != ContextOptions() else { return nil }
    var json: JSON = [:]
    if let includeSchemaInPrompt { json.set("includeSchemaInPrompt", to: .bool(includeSchemaInPrompt)) }
    if let reasoningLevel { json.set("reasoningLevel", to: .string(reasoningLevel.word)) }
    return json
  }

  package init(json: JSON) {
    self.init(
      includeSchemaInPrompt: json["includeSchemaInPrompt"]?.bool,
      reasoningLevel: json["reasoningLevel"]?.string.map(ReasoningLevel.init(word:)))
  }
}

extension ContextOptions.ReasoningLevel {
  package var word: String {
    switch self {
    case .light: "light"
    case .moderate: "moderate"
    case .deep: "deep"
    case .custom(let word): word
    }
  }

  package init(word: String) {
    self =
      switch word {
      case "light": .light
      case "moderate": .moderate
      case "deep": .deep
      default: .custom(word)
      }
  }
}

extension Transcript.Prompt {
  /// The options that the prompt was sent with.
  public var options: GenerationOptions { optionsJSON.map(GenerationOptions.init(json:)) ?? GenerationOptions() }

  /// What the prompt's request said of its context.
  public var contextOptions: ContextOptions { contextOptionsJSON.map(ContextOptions.init(json:)) ?? ContextOptions() }
}
