import Compaction

extension Checker {
  /// What the policy's own checks find, at the places of the settings meant.
  mutating func checkPolicy(_ policy: Policy, _ job: CheckedValue) {
  }
}
