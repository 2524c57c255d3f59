public import Observation
private import Synchronization

/// Which instructions skills of a session are active.
///
/// It outlives the bodies that it is used in: keep it where the session is kept, and give it to ``Skills`` each time. The
/// model changes it through the tool of the skills, the program as it likes. Prompt skills are never in it. It is not
/// part of the transcript: a failed turn that is undone leaves it as it is.
public final class SkillActivations: Sendable, Observable {
  private let names: Mutex<[String]>
  private let registrar = ObservationRegistrar()

  /// Activations that begin with these skills active.
  public init(_ names: some Sequence<String> = []) {
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    self.names = Mutex(unique)
  }

  /// The names of the active skills in the order of their activation.
  public var activeSkillNames: [String] {
    registrar.access(self, keyPath: \.activeSkillNames)
    return names.withLock { $0 }
  }

  /// Whether the skill is active.
  public func isActive(_ name: String) -> Bool {
    activeSkillNames.contains(name)
  }

  /// Makes the skill active. One that is active already stays so, in its place.
  ///
  /// - Returns: Whether this changed anything.
  @discardableResult
  public func activate(_ name: String) -> Bool {
    change { names in
      guard !names.contains(name) else { return false }
      names.append(name)
      return true
    }
  }

  /// Makes the skill inactive.
  ///
  /// - Returns: Whether this changed anything.
  @discardableResult
  public func deactivate(_ name: String) -> Bool {
    change { names in
      guard let index = names.firstIndex(of: name) else { return false }
      names.remove(at: index)
      return true
    }
  }

  private func change(_ body: (inout [String]) -> Bool) -> Bool {
    // Observers are told outside of the lock, since they read what changed.
    registrar.withMutation(of: self, keyPath: \.activeSkillNames) {
      names.withLock { body(&$0) }
    }
  }
}
