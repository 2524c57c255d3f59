import LanguageModels
import ScriptedModels

/// A small program that shows one thing.
///
/// Prompts name the tools that they are about, with arguments: `offline-model`, which is no model, then calls them too.
protocol Example: SendableMetatype {
  /// What it shows, in a few words.
  static var summary: String { get }
  /// What a scripted model says in it, a reply for each request.
  static var replies: [ScriptedReply] { get }
  /// Does it, and prints what happens.
  static func run(with model: some LanguageModel) async throws
}

/// The examples by the words that call them up.
let examples: [(name: String, example: any Example.Type)] = [
  ("chat", ChatLoop.self),
  ("summary", LongConversation.self),
  ("prompt-skill", PromptSkill.self),
  ("tool-skill", ToolSkill.self),
  ("skill-files", SkillsFromFiles.self),
  ("friend", PhoneAFriend.self),
  ("baton", BatonPass.self),
  ("structured", StructuredOutput.self),
  ("echo", Echo.self),
  ("from-apple", FromApple.self),
]
