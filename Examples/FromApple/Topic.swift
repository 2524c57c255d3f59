import LanguageModels

// snippet: property-entry
private struct TopicKey: SessionPropertyKey {
  static let defaultValue = "general"
}

extension SessionPropertyValues {
  var topic: String {
    get { self[TopicKey.self] }
    set { self[TopicKey.self] = newValue }
  }
}
// end
