import FoundationEssentials
import Storage
import Testing

@testable import Worker

@Suite struct HeldClaimsTests {
  @Test func `a claim that is lost is counted once, whoever finds it`() {
    let held = HeldClaims()
    let batch = claims(1...4)
    held.add(batch)
    #expect(held.keep(only: [1, 2, 3], of: batch) == 1)
    #expect(held.lost([batch[2], batch[3]]) == 1, "the heartbeat has counted the fourth")
    #expect(held.keep(only: [1, 2], of: batch) == 0)
    #expect(held.all == Array(batch[0...1]))
    #expect(held.seenTo == 0)
    held.ended(Array(batch[0...1]))
    #expect(held.seenTo == 2, "someone has to see to the third yet")
  }

  @Test func `runs that share a gauge add what each has in hand`() {
    let (one, other) = (HeldClaims(), HeldClaims())
    var gauge = 0
    func tell() { gauge += one.takeChange() + other.takeChange() }
    one.add(claims(1...4))
    other.add(claims(5...6))
    tell()
    #expect(gauge == 6)
    one.ended(Array(one.all.prefix(3)))
    tell()
    tell()
    #expect(gauge == 3)
    one.givenUp(one.all)
    other.givenUp(other.all)
    tell()
    #expect(gauge == 0)
  }

  private func claims(_ numbers: ClosedRange<Int64>, epoch: Int64 = 1) -> [Claim] {
    numbers.map { Claim(conversation: $0, epoch: epoch, token: UUID()) }
  }

  @Test func `everything below the lowest claim in hand has been seen to`() {
    let held = HeldClaims()
    #expect(held.seenTo == 0)
    let batch = claims(5...9)
    held.add(batch)
    #expect(held.seenTo == 4)
    held.ended([batch[1], batch[2]])
    #expect(held.seenTo == 4, "5 is still in hand")
    held.ended([batch[0]])
    #expect(held.seenTo == 7)
    held.ended([batch[3], batch[4]])
    #expect(held.seenTo == 9)
  }

  @Test func `what was given back or lost has not been seen to`() {
    let held = HeldClaims()
    let batch = claims(1...6)
    held.add(batch)
    held.ended(Array(batch[0...1]))
    held.givenUp([batch[3]])
    held.ended([batch[2], batch[4], batch[5]])
    #expect(held.seenTo == 3)

    let losing = HeldClaims()
    let other = claims(1...3)
    losing.add(other)
    #expect(losing.keep(only: [1, 3], of: other) == 1)
    losing.ended([other[0], other[2]])
    #expect(losing.seenTo == 1)
  }

  @Test func `what was passed over is owed until it is in hand or no longer asked for`() {
    let held = HeldClaims()
    let batch = claims(1...3)
    held.owe([2, 5])
    held.add(batch)
    held.ended(batch)
    #expect(held.seenTo == 1)
    let late = claims(2...2)
    held.add(late)
    held.settle([2, 5], butFor: [5])
    #expect(held.seenTo == 1, "it is in hand now")
    held.ended(late)
    #expect(held.seenTo == 3)
    held.settle([5], butFor: [])
    #expect(held.seenTo == 3)
  }

  @Test func `a claim of another epoch is not the one in hand`() {
    let held = HeldClaims()
    let old = claims(1...1, epoch: 1)
    let new = claims(1...1, epoch: 2)
    held.add(new)
    #expect(!held.contains(old[0]))
    held.ended(old)
    #expect(held.contains(new[0]))
    #expect(held.all == new)
  }

  @Test func `only what was asked about and is missing counts as lost`() {
    let held = HeldClaims()
    let batch = claims(1...4)
    held.add(Array(batch[0...2]))
    held.ended([batch[0]])
    held.add([batch[3]])
    // 1 ended while the statement ran, and 4 came; only 2 was ours and no longer is.
    #expect(held.keep(only: [3], of: Array(batch[0...2])) == 1)
    #expect(held.all == [batch[2], batch[3]])
  }
}
