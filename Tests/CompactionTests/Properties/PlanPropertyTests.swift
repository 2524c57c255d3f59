import Compaction
import TestSupport
import Testing

/// Properties of plans over generated transcripts and policies, each with an implementation that lacks it.
struct PlanPropertyTests {
  @Test func `every entry has exactly one disposition`() {
    expect(.partition, failedBy: ForgetsTheRest.self, seeds: 0..<1_500)
  }

  @Test(arguments: [TranscriptGenerator.Manners.strict, .legal])
  func `what was legal stays legal in every dialect`(_ manners: TranscriptGenerator.Manners) {
    expect(.legality, failedBy: BareSuffix.self, manners: manners, seeds: 10_000..<11_500)
    expectFailure(.legality, of: GlobalSetOfIDs.self, manners: .legal, seeds: 10_000..<11_500)
    expectFailure(.legality, of: KeepsTheLastMessage.self, manners: manners, seeds: 10_000..<11_500)
    expectFailure(.legality, of: DropByPosition.self, manners: manners, seeds: 10_000..<11_500)
    expectFailure(.legality, of: DropsAnswers.self, manners: .strict, seeds: 10_000..<11_500)
  }

  @Test func `what was broken is never made worse`() {
    expect(.neverWorse, failedBy: BareSuffix.self, manners: .wild, seeds: 20_000..<23_000)
    expectFailure(.neverWorse, of: GlobalSetOfIDs.self, manners: .wild, seeds: 20_000..<23_000)
    expectFailure(.neverWorse, of: DropByPosition.self, manners: .wild, seeds: 20_000..<23_000)
  }

  @Test func `calls and their results stay or go together, and calls without results stay`() {
    expect(.groupsAreWhole, failedBy: BareSuffix.self, seeds: 30_000..<32_000)
    expectFailure(.groupsAreWhole, of: GlobalSetOfIDs.self, seeds: 30_000..<32_000)
    expectFailure(.groupsAreWhole, of: FoldsUnansweredCalls.self, seeds: 30_000..<32_000)
  }

  @Test func `the token count never grows`() {
    expect(.neverGrows, failedBy: TakesAnySummary.self, seeds: 40_000..<41_000)
  }

  @Test func `a history below the trigger is left alone`() {
    expect(.belowTriggerUnchanged, failedBy: MeasuresOriginals.self, seeds: 50_000..<51_000)
  }

  @Test func `what was dropped or covered stays so`() {
    expect(.removedStaysRemoved, failedBy: ForgetsThePreviousRevision.self, seeds: 60_000..<61_000)
  }

  @Test func `instructions, the latest prompt, the last entry and what is pinned always stay`() {
    expect(.keepsWhatAlwaysStays, failedBy: SuffixOfEverything.self, seeds: 70_000..<71_000)
    expectFailure(.keepsWhatAlwaysStays, of: BareSuffix.self, seeds: 70_000..<71_000)
  }

  @Test func `a model sees every entry that its summary covers`() {
    expect(.everyCoveredEntryIsRequested, failedBy: AsksForTheTailOnly.self, seeds: 80_000..<81_000)
  }

  @Test func `each decision names the stage and the revision that made it`() {
    expect(.decisionsNameTheirStage, failedBy: ClaimsEarlierDecisions.self, seeds: 90_000..<91_000)
  }

  @Test func `the summary stands before everything but the instructions`() {
    expect(.summaryStandsFirst, failedBy: PutsTheSummaryLast.self, seeds: 150_000..<151_000)
  }

  @Test func `what the policy protects stays`() {
    expect(.protectionHolds, failedBy: IgnoresProtection.self, seeds: 160_000..<161_000)
  }

  @Test func `each short form is smaller than its entry, and stands for a replaced one`() {
    expect(.shortFormsAreShorter, failedBy: TakesAnyShortForm.self, seeds: 170_000..<172_000)
    expectFailure(.shortFormsAreShorter, of: ForgetsAShortForm.self, seeds: 170_000..<172_000)
  }

  @Test func `instructions and reasoning are never shortened, nor is what is not understood`() {
    expect(.onlyWhatIsUnderstoodIsShortened, failedBy: ShortensReasoning.self, seeds: 180_000..<182_000)
  }

  @Test func `a tool loop that began with reasoning still does`() {
    expect(.lastTurnKeepsItsFirstReasoning, failedBy: DropsAllReasoning.self, seeds: 190_000..<192_000)
  }

  @Test func `a hard budget holds, or the plan says that it does not`() {
    expect(.budgetHolds, failedBy: IgnoresBudgets.self, seeds: 200_000..<202_000)
    expectFailure(.budgetHolds, of: AlwaysOverBudget.self, seeds: 200_000..<202_000)
  }
}
