import Testing

@testable import OfflineModel

@Suite struct FaultRuleTests {
  @Test(arguments: [
    ("status=503", Fault.status(503), FaultRule.Scope.always), ("cut,first=3", .transport(.cut), .first(3)),
    ("reasoning-only,share=0.25", .lie(.reasoningOnly), .share(0.25)),
    ("stall-midway,first=0", .transport(.stallMidway), .first(0)),
  ])
  func `a fault is named alone, for the first or for a share`(_ text: String, fault: Fault, scope: FaultRule.Scope)
    throws
  {
    let rule = try FaultRule(text)
    #expect(rule.fault == fault)
    #expect(rule.scope == scope)
  }

  @Test(arguments: [
    "", "oops", "status=200", "status=", "cut,", "cut,first=-1", "cut,share=2", "cut,first=1,share=1", "CUT",
  ])
  func `anything else is an error that lists the names`(_ text: String) {
    let error = #expect(throws: UnknownFault.self) { try FaultRule(text) }
    #expect(error?.description.contains("`\(text)`") == true)
    #expect(error?.description.contains("stall-midway, ") == true)
  }

  @Test(arguments: Fault.names.filter { $0 != "status=N" })
  func `every fault goes by its name`(_ name: String) {
    #expect(Fault(name)?.name == name)
  }

  @Test func `the first requests are struck and no others`() throws {
    let rule = try FaultRule("cut,first=2")
    #expect((1...5).map { rule.strikes($0, seed: 1) } == [true, true, false, false, false])
  }

  @Test(arguments: [0.0, 0.1, 0.5, 1.0])
  func `a share is about that many, the same each time and others by another seed`(_ share: Double) throws {
    let rule = try FaultRule("cut,share=\(share)")
    let struck = (1...2_000).map { rule.strikes($0, seed: 1) }
    #expect(abs(Double(struck.count { $0 }) / 2_000 - share) < 0.03)
    #expect(struck == (1...2_000).map { rule.strikes($0, seed: 1) })
    if share == 0.5 { #expect(struck != (1...2_000).map { rule.strikes($0, seed: 2) }) }
  }
}
