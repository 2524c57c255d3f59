import TestSupport
import Testing

@testable import Storage

@Suite(.migratedDatabase) struct RegistrationTests {
  private let scratch = ScratchArchive()
  private var archive: Archive { scratch.archive }

  private func definition(_ text: String, name: String = "job", policy: String = "p") -> JobDefinition {
    JobDefinition(name: name, definition: text, policy: policy, program: "0.1.0")
  }

  @Test func `a new text is a new version, the same text is not`() async throws {
    let first = try await archive.register(definition("a"))
    #expect(first == Registration(version: 1, isNew: true, policyChanged: false))
    let same = try await archive.register(definition("a"))
    #expect(same == Registration(version: 1, isNew: false, policyChanged: false))
    let commented = try await archive.register(definition("a # why"))
    #expect(commented == Registration(version: 2, isNew: true, policyChanged: false))
    let changed = try await archive.register(definition("b", policy: "q"))
    #expect(changed == Registration(version: 3, isNew: true, policyChanged: true))
    // Going back is a version of its own.
    #expect(try await archive.register(definition("a")).version == 4)
    let jobs = try await archive.jobs()
    #expect(jobs.map(\.version) == [4])
    #expect(jobs.map(\.definition) == ["a"])
  }

  @Test func `eight callers at a time number their versions without gaps`() async throws {
    let versions = try await withThrowingTaskGroup(of: Int32.self) { group in
      for index in 0..<8 { group.addTask { try await archive.register(definition("text \(index)")).version } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(versions.sorted() == Array(1...8))
    #expect(try await archive.jobs().map(\.version) == [8])
  }

  @Test func `jobs keep the order in which they came, and the same policy has the same digest`() async throws {
    for name in ["zebra", "ant", "mole"] { _ = try await archive.register(definition(name, name: name)) }
    _ = try await archive.register(definition("ant again", name: "ant", policy: "q"))
    let jobs = try await archive.jobs()
    #expect(jobs.map(\.name) == ["zebra", "ant", "mole"])
    #expect(jobs[0].policy == jobs[2].policy && jobs[0].policy != jobs[1].policy)
    #expect(jobs[0].policy.count == 32)
  }
}
