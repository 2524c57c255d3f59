public import Compaction
public import Summarization
public import Tokenization
public import YAMLDocuments

/// A job as its file defines it: what to select, which policy, which models, which limits, which schedule.
///
/// Every value of this type has passed the checks of ``load(text:file:)``.
public struct Job: Sendable, Equatable {
  public var name: String
  public var source: Source
  public var selection: Selection
  /// Whose rules a compacted history has to obey.
  public var dialect: Dialect
  /// Who counts the tokens; nil for `o200k_base` where its vocabulary is there, and otherwise the estimate.
  public var tokenizer: TokenizerName?
  public var policy: Policy
  /// By the names that the policy's stages use.
  public var models: [String: Model]
  /// What is taken out of text before a model sees it, and out of summaries.
  public var redactor: Redactor
  public var skills: SkillRules?
  public var limits: Limits
  public var schedule: Schedule?
  public var onPolicyChange: PolicyChange
  public var publication: Publication
  /// The definition as written.
  public var text: String
  /// The file that it was read from, for messages.
  public var file: String
  /// Where its name stands in the file, for messages.
  public var nameRange: SourceRange
  /// Where its `select` stands in the file, for messages; where its name does when there is none.
  public var selectionRange: SourceRange
  /// Where its `tokenizer` stands in the file, for messages; where its name does when there is none.
  public var tokenizerRange: SourceRange

  /// Where the conversations live.
  public enum Source: Sendable, Equatable {
    /// In the tables of this program's schema.
    case own
  }

  /// What a changed policy means for conversations compacted under the one before.
  public enum PolicyChange: String, Sendable, CaseIterable { case keep, backfill }

  /// What readers get.
  public enum Publication: String, Sendable, CaseIterable { case live, shadow }
}
