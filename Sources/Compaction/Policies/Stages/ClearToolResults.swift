/// Shortens the results of old tool calls; the calls stay.
public struct ClearToolResults: Sendable, Equatable {
  /// What stays of a result.
  public var leave: ShortText
  /// The newest results stay, counted over the conversation.
  public var keepLast: Int
  /// Only results of tools named here are shortened; empty means all.
  public var only: Set<String>
  /// Results of tools named here stay.
  public var except: Set<String>
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int

  /// Leaves digests, and the newest three results as they are, unless more is said.
  public init(
    leave: ShortText = .digest(atMost: 40), keepLast: Int = 3, only: Set<String> = [], except: Set<String> = [],
    atLeastTokens: Int = 0
  ) {
    self.leave = leave
    self.keepLast = keepLast
    self.only = only
    self.except = except
    self.atLeastTokens = atLeastTokens
  }
}
