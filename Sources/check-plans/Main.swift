import Foundation  // Only for what the command line and the processors are asked of.
import PlanProperties

/// Plans for generated transcripts, judged by every property; a development tool, no product.
///
///     check-plans [--transcripts 200000] [--from 1000000]
///
/// A seed that fails is printed with all that it takes to see why; it belongs into FailedSeedTests.
@main
struct CheckPlans {
  static func main() async {
    var numbers = ["--transcripts": 200_000, "--from": 1_000_000]
    var words = CommandLine.arguments.dropFirst()
    while let name = words.popFirst() {
      guard numbers[name] != nil, let number = words.popFirst().flatMap({ Int($0) }), number >= 0 else {
        print("check-plans: found '\(name)', expected --transcripts NUMBER or --from NUMBER")
        exit(2)
      }
      numbers[name] = number
    }
    let check = await run(numbers["--from"]!..<numbers["--from"]! + numbers["--transcripts"]!)
    print("\(check.transcripts) transcripts, \(check.looks) looks, \(check.revisions) revisions")
    for (stage, count) in check.stages.sorted(by: { $0.key < $1.key }) { print("  \(count) with \(stage)") }
    if let failure = check.failure {
      print("FAILED: \(failure)")
      exit(1)
    }
    // A generator that has stopped to reach a stage would prove nothing.
    if check.transcripts >= 10_000, check.stages.count < 9 || check.stages.values.min()! < check.transcripts / 200 {
      print("FAILED: some stage hardly ever does anything")
      exit(1)
    }
  }

  /// A part of the seeds after the other on each processor, until one fails.
  private static func run(_ seeds: Range<Int>) async -> PlanCheck {
    let part = 500
    var check = PlanCheck()
    await withTaskGroup(of: PlanCheck.self) { group in
      var next = seeds.lowerBound
      func start() {
        guard next < seeds.upperBound else { return }
        let these = next..<min(next + part, seeds.upperBound)
        next = these.upperBound
        group.addTask {
          var check = PlanCheck()
          check.run(these)
          return check
        }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
      for await done in group {
        check.add(done)
        if check.failure == nil { start() }
      }
    }
    return check
  }
}
