import Jobs
@testable import Storage
import Testing
import Transcripts

@testable import CompactorCommands

@Suite struct NothingToDoTests {
  private func why(
    all: Int64 = 20, selected: Int64 = 12, taken: [Int64] = [0, 0], own: Int64 = 12, due: Int64 = 0, held: Int64 = 0,
    quarantined: Int64 = 0, claimed: Int64 = 0, notIdle: Int64 = 0, isBackfill: Bool = false
  ) -> NothingToDo {
    NothingToDo(
      standing: Standing(
        conversations: all, selected: selected, taken: taken, own: own, due: due, held: held, quarantined: quarantined,
        claimed: claimed, notIdle: notIdle), earlierJobs: ["a", "b"], isBackfill: isBackfill)
  }

  @Test func `each reason is said where it holds, and no other`() {
    #expect(why(all: 0, selected: 0, own: 0).lines == ["there is no conversation in the database"])
    #expect(why(selected: 0, own: 0).lines == ["its `select` matches none of the 20 conversations in the database"])
    #expect(
      why(taken: [9, 3], own: 0).lines == [
        "a conversation belongs to the first job that selects it: 12 of the 12 conversations that it selects belong to "
          + "jobs before it: a (9), b (3)"
      ])
    #expect(why().lines == ["none of its 12 conversations is due"], "jobs that take nothing are not named")
    #expect(
      why(own: 12, due: 6, held: 1, quarantined: 2, claimed: 1, notIdle: 2).lines == [
        "of its 6 conversations due 1 is held: compactor release lets workers at them again",
        "of its 6 conversations due 2 are quarantined: compactor explain CONVERSATION says why, compactor release tries "
          + "again", "of its 6 conversations due 1 is claimed by other workers",
        "of its 6 conversations due 2 are not idle yet",
      ])
    #expect(
      why(taken: [0, 2], own: 10, held: 10, isBackfill: true).lines == [
        "a conversation belongs to the first job that selects it: 2 of the 12 conversations that it selects belong to "
          + "jobs before it: b (2)",
        "of its 10 conversations 10 are held: compactor release lets workers at them again",
      ])
  }

  @Test func `a program gets every number, and only the jobs that take something`() {
    #expect(
      why(taken: [0, 3], own: 9, due: 4, claimed: 4).json == [
        "conversations": 20, "selected": 12, "taken": [["job": "b", "conversations": 3]], "own": 9, "due": 4, "held": 0,
        "quarantined": 0, "claimed": 4, "not_idle": 0,
      ])
  }

  private func job(_ name: String, _ select: String) throws -> Job {
    let text = """
      job: \(name)
      select: \(select)
      compact_when: {any: [{turns: 9}]}
      stages: [{rolling_window: {turns: 3}}]
      """
    return try #require(Job.load(text: text, file: "\(name).yaml").job)
  }

  @Test func `who registers a job is warned where the others leave it nothing`() throws {
    let (a, b) = (try job("a", "{metadata: {x: 1}}"), try job("b", "{metadata: {y: 1}}"))
    let new = try job("new", "{metadata: {z: 1}}")
    #expect(why().overlap([a, b], new) == nil)
    #expect(
      why(taken: [2, 1], own: 9).overlap([a, b], new)
        == "Of the 12 conversations that it selects 3 belong to jobs before it: a (2), b (1).")
    let all = why(taken: [12, 0], own: 0).overlap([a, b], new)
    #expect(all?.hasPrefix("Warning: nothing is left for it: all 12 conversations that it selects") == true)
    #expect(all?.contains("a (12). compactor move new --before OTHER") == true)
    // Also where no conversation is there yet.
    let whole = why(all: 0, selected: 0, own: 0).overlap([try job("all", "{}"), a], new)
    #expect(whole?.hasPrefix("Warning: nothing is left for it, since all, which comes first, selects") == true)
  }
}
