import Synchronization

/// A number that several tasks add to.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  func add(_ amount: Int) { number.add(amount, ordering: .relaxed) }

  var value: Int { number.load(ordering: .relaxed) }
}
