import Compaction
import PlanProperties
import TestSupport
import Testing

/// Properties of plans over generated transcripts and policies, each with an implementation that lacks it. `scripts/check-plans`
/// tries many more transcripts.
struct PlanPropertyTests {
  @Test func `every entry has exactly one disposition`() {
    expect(.partition, failedBy: ForgetsTheRest.self, seeds: 0..<500)
  }

  @Test(arguments: [TranscriptGenerator.Manners.strict, .legal])
  func `what was legal stays legal in every dialect`(_ manners: TranscriptGenerator.Manners) {
    expect(.legality, failedBy: BareSuffix.self, manners: manners, seeds: 10_000..<10_500)
    expectFailure(.legality, of: GlobalSetOfIDs.self, manners: .legal, seeds: 10_000..<10_500)
    expectFailure(.legality, of: KeepsTheLastMessage.self, manners: manners, seeds: 10_000..<10_500)
    expectFailure(.legality, of: DropByPosition.self, manners: manners, seeds: 10_000..<10_500)
    expectFailure(.legality, of: DropsAnswers.self, manners: .strict, seeds: 10_000..<10_500)
  }

  @Test func `what was broken is never made worse`() {
    expect(.neverWorse, failedBy: BareSuffix.self, manners: .wild, seeds: 20_000..<21_000)
    expectFailure(.neverWorse, of: GlobalSetOfIDs.self, manners: .wild, seeds: 20_000..<21_000)
    expectFailure(.neverWorse, of: DropByPosition.self, manners: .wild, seeds: 20_000..<21_000)
  }

  @Test func `calls and their results stay or go together, and calls without results stay`() {
    expect(.groupsAreWhole, failedBy: BareSuffix.self, seeds: 30_000..<30_700)
    expectFailure(.groupsAreWhole, of: GlobalSetOfIDs.self, seeds: 30_000..<30_700)
    expectFailure(.groupsAreWhole, of: FoldsUnansweredCalls.self, seeds: 30_000..<30_700)
  }

  @Test func `the token count never grows`() {
    expect(.neverGrows, failedBy: TakesAnySummary.self, seeds: 40_000..<40_400)
  }

  @Test func `a history below the trigger is left alone`() {
    expect(.belowTriggerUnchanged, failedBy: MeasuresOriginals.self, seeds: 50_000..<50_400)
    expectFailure(.belowTriggerUnchanged, of: IgnoresTime.self, seeds: 50_000..<50_400)
  }

  @Test func `what was dropped or covered stays so`() {
    expect(.removedStaysRemoved, failedBy: ForgetsThePreviousRevision.self, seeds: 60_000..<60_400)
  }

  @Test func `instructions, the latest prompt, the last entry and what is pinned always stay`() {
    expect(.keepsWhatAlwaysStays, failedBy: SuffixOfEverything.self, seeds: 70_000..<70_400)
    expectFailure(.keepsWhatAlwaysStays, of: BareSuffix.self, seeds: 70_000..<70_400)
  }

  @Test func `a model sees every entry that its summary covers`() {
    expect(.everyCoveredEntryIsRequested, failedBy: AsksForTheTailOnly.self, seeds: 80_000..<80_400)
  }

  @Test func `each decision names the stage and the revision that made it`() {
    expect(.decisionsNameTheirStage, failedBy: ClaimsEarlierDecisions.self, seeds: 90_000..<90_400)
  }

  @Test func `the summary stands before everything but the instructions`() {
    expect(.summaryStandsFirst, failedBy: PutsTheSummaryLast.self, seeds: 150_000..<150_400)
  }

  @Test func `what the policy protects stays`() {
    expect(.protectionHolds, failedBy: IgnoresProtection.self, seeds: 160_000..<160_400)
  }

  @Test func `a plan gains what the policy asks for, unless it repairs or keeps a budget`() {
    expect(.gainsEnough, failedBy: IgnoresMinimumGain.self, seeds: 210_000..<210_700)
  }

  @Test func `what came broken is left alone unless the policy says otherwise, and then repaired`() {
    expect(.repairsWhatItMay, failedBy: NeverRepairs.self, manners: .wild, seeds: 220_000..<220_700)
    expectFailure(.repairsWhatItMay, of: AlwaysRepairs.self, manners: .wild, seeds: 220_000..<220_700)
    expectFailure(.neverWorse, of: DropsWhatIsBlank.self, manners: .wild, seeds: 220_000..<220_700)
  }

  @Test func `a call that nothing can answer any more ends nothing`() {
    expect(.deadCallsGoWithTheirTurn, failedBy: WaitsForEver.self, manners: .wild, seeds: 230_000..<230_700)
  }

  @Test func `each short form is smaller than its entry, and stands for a replaced one`() {
    expect(.shortFormsAreShorter, failedBy: TakesAnyShortForm.self, seeds: 170_000..<170_700)
    expectFailure(.shortFormsAreShorter, of: ForgetsAShortForm.self, seeds: 170_000..<170_700)
  }

  @Test func `instructions and reasoning are never shortened, nor is what is not understood`() {
    expect(.onlyWhatIsUnderstoodIsShortened, failedBy: ShortensReasoning.self, seeds: 180_000..<180_700)
  }

  @Test func `a tool loop that began with reasoning still does`() {
    expect(.lastTurnKeepsItsFirstReasoning, failedBy: DropsAllReasoning.self, seeds: 190_000..<190_700)
  }

  @Test func `a hard budget holds, or the plan says that it does not`() {
    expect(.budgetHolds, failedBy: IgnoresBudgets.self, seeds: 200_000..<200_700)
    expectFailure(.budgetHolds, of: AlwaysOverBudget.self, seeds: 200_000..<200_700)
  }
}
