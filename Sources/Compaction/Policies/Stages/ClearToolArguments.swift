/// Shortens long strings in the arguments of old tool calls; everything else of the calls stays.
///
/// Arguments that are JSON stay JSON, with the same keys; arguments that are none are left alone.
public struct ClearToolArguments: Sendable, Hashable {
  /// What stays of a string.
  public var leave: ShortText
  /// Strings of up to so many characters stay.
  public var longerThan: Int
  /// The newest groups of calls stay, counted over the conversation.
  public var keepLast: Int
  /// Only arguments of tools named here are shortened; empty means all.
  public var only: Set<String>
  /// Arguments of tools named here stay.
  public var except: Set<String>
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int

  /// Leaves digests of long strings, and the newest three groups as they are, unless more is said.
  public init(
    leave: ShortText = .digest(atMost: 40), longerThan: Int = 200, keepLast: Int = 3, only: Set<String> = [],
    except: Set<String> = [], atLeastTokens: Int = 0
  ) {
    self.leave = leave
    self.longerThan = longerThan
    self.keepLast = keepLast
    self.only = only
    self.except = except
    self.atLeastTokens = atLeastTokens
  }

  /// Whether the arguments of this tool may be shortened.
  ///
  /// - Parameter tool: its name, `nil` where the call has none.
  public func admits(tool: String?) -> Bool {
    guard let tool else { return only.isEmpty }
    return (only.isEmpty || only.contains(tool)) && !except.contains(tool)
  }
}
