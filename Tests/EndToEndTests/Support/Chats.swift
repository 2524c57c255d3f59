import Transcripts

/// Conversations whose every sentence can be told from every other.
enum Chats {
  /// Turns of a chat about orders; the texts name the chat, the turn and who speaks.
  static func messages(_ key: String, turns: Range<Int>) -> [JSON] {
    turns.flatMap { turn -> [JSON] in
      [
        [
          "role": "user",
          "content": .string(
            "In \(key) I ask question \(turn): where is parcel P-\(key)-\(turn), which I sent on day \(turn)?"),
        ],
        [
          "role": "assistant",
          "content": .string(
            "Parcel P-\(key)-\(turn) of \(key) lies in depot \(turn * 7 % 97) and arrives in \(turn % 9 + 1) days. "
              + "I noted ticket T-\(key)-\(turn) for it, so that nobody has to look for it twice."),
        ],
      ]
    }
  }

  /// A line of OpenAI JSONL.
  static func line(_ key: String, turns: Int) -> String {
    JSON.object([.init("id", .string(key)), .init("messages", .array(messages(key, turns: 0..<turns)))]).text
  }

  static func file(_ keys: [String], turns: Int) -> String {
    keys.map { line($0, turns: turns) + "\n" }.joined()
  }
}

/// Job files.
enum JobFile {
  /// Drops everything but the newest turns; needs no model.
  static func window(_ name: String = "window", turns: Int = 3, more: String = "") -> String {
    """
    job: \(name)
    compact_when: {any: [{turns: \(turns * 2)}]}
    stages:
      - rolling_window: {turns: \(turns)}
    \(more)
    """
  }

  /// Summarises all but the newest turns.
  static func summarizing(
    _ name: String = "summaries", stage: String = "{model: m, prompt: facts@1, at_most: {tokens: 120}}",
    price: String = "{input: 0, output: 0}", limits: String = "{}", model: String = "", more: String = ""
  ) -> String {
    """
    job: \(name)
    compact_when: {any: [{tokens: 300}]}
    target: {tokens: 200}
    protect: {last_turns: 1}
    stages:
      - summarize: \(stage)
    models:
      m:
        url: {env: COMPACTOR_MODEL_URL}
        name: extractive
        price: \(price)
        timeouts: {connect: 5s, first_byte: 30s, idle: 30s, total: 1m}
        \(model)
    limits: \(limits)
    \(more)
    """
  }
}
