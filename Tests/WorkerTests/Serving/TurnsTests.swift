import TestSupport
import Testing

@testable import Worker

@Suite struct TurnsTests {
  @Test func `jobs without a run wait in their order, as long as there is room`() {
    var turns = Turns(limit: 2)
    #expect(turns.waiting(of: ["a", "b", "c"]) == ["a", "b", "c"] && turns.hasRoom)
    turns.began("a", run: 11)
    #expect(turns.waiting(of: ["a", "b", "c"]) == ["b", "c"] && turns.hasRoom)
    turns.began("b", run: 12)
    #expect(!turns.hasRoom && turns.runs == [11, 12])
    turns.ended("a")
    #expect(turns.hasRoom && turns.runs == [12])
  }

  @Test func `who has waited longest comes first, whoever stands first in the list`() {
    var turns = Turns(limit: 1)
    for (run, job) in ["a", "b", "a"].enumerated() {
      turns.began(job, run: Int64(run))
      turns.ended(job)
    }
    #expect(turns.waiting(of: ["a", "b", "c"]) == ["c", "b", "a"])
  }

  /// Rounds until every job that always has work has had a turn; nil where one never has.
  private static func roundsUntilAllRan(
    limit: Int, jobs: [String], random: inout SeededGenerator, order: (Turns, [String]) -> [String]
  ) -> Int? {
    var turns = Turns(limit: limit)
    var ran: Set<String> = []
    for round in 1...(10 * jobs.count) {
      for job in order(turns, jobs) where turns.hasRoom {
        turns.began(job, run: 0)
        ran.insert(job)
      }
      if ran.count == jobs.count { return round }
      turns.ended(jobs.filter { !turns.waiting(of: [$0]).contains($0) }.randomElement(using: &random)!)
    }
    return nil
  }

  @Test func `with fewer places than jobs that always have work, each has its turn`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let jobs = (0..<Int.random(in: 2...9, using: &random)).map { "job \($0)" }
      let limit = Int.random(in: 1..<jobs.count, using: &random)
      let rounds = Self.roundsUntilAllRan(limit: limit, jobs: jobs, random: &random) { $0.waiting(of: $1) }
      #expect(rounds == jobs.count - limit + 1, "one more job in each round")
    }
    // In the order of the list alone, the first jobs take every place.
    let starved = Self.roundsUntilAllRan(limit: 1, jobs: ["a", "b", "c"], random: &random) { turns, jobs in
      jobs.filter { turns.waiting(of: [$0]) == [$0] }
    }
    #expect(starved == nil)
  }
}
