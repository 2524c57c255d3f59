import Compaction
import PlanProperties
import TestSupport
import Testing

/// The planner has a property, and an implementation that is wrong in one way has not.
func expect<Wrong: Compacting>(
  _ property: Property, failedBy wrong: Wrong.Type, manners: TranscriptGenerator.Manners? = nil,
  seeds: Range<Int>, sourceLocation: SourceLocation = #_sourceLocation
) {
  let failure = property.firstFailure(of: Planner.self, seeds: seeds, manners: manners)
  #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
  expectFailure(property, of: wrong, manners: manners, seeds: seeds, sourceLocation: sourceLocation)
}

/// An implementation that is wrong in one way is caught.
func expectFailure<Wrong: Compacting>(
  _ property: Property, of wrong: Wrong.Type, manners: TranscriptGenerator.Manners? = nil, seeds: Range<Int>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    property.firstFailure(of: wrong, seeds: seeds, manners: manners) != nil,
    "\(wrong) is not caught", sourceLocation: sourceLocation)
}
