import Compaction
import YAMLDocuments

extension Checker {
  /// What the policy's own checks find, at the places of the settings meant.
  mutating func checkPolicy(_ policy: Policy, _ job: CheckedValue) {
    for finding in policy.findings() {
      let (range, path) = place(of: finding, in: job)
      report(
        finding.severity == .error ? .error : .warning, at: range, "\(path): \(finding.reason)", advice: finding.fix,
        example: finding.mended.jobForm(of: finding.section))
    }
  }

  private func place(of finding: PolicyFinding, in job: CheckedValue) -> (SourceRange, SettingPath) {
    var path: SettingPath
    var field: CheckedValue.Field?
    switch finding.section {
    case .compactWhen: (path, field) = (.root.key("compact_when"), job.field("compact_when"))
    case .target: (path, field) = (.root.key("target"), job.field("target"))
    case .protect: (path, field) = (.root.key("protect"), job.field("protect"))
    case .minimumGain: (path, field) = (.root.key("minimum_gain"), job.field("minimum_gain"))
    case .stages: (path, field) = (.root.key("stages"), job.field("stages"))
    case .stage(let index):
      path = .root.key("stages").element(index + 1)
      let stage = job["stages"].flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
      field = stage?.fields.first
      if let field { path = path.key(field.name) }
    }
    // Of a section, its name is shown; of a setting, its value.
    var range = field?.keyRange
    for step in finding.field.split(separator: ".") {
      // Tokens may have been written as a share of the context window.
      let isShare = step == "tokens" && field?.value.field("tokens") == nil && field?.value.field("share") != nil
      let step = isShare ? "share" : step
      path = path.key(String(step))
      field = field?.value.field(String(step))
      range = field?.value.range ?? range
    }
    return (range ?? job.range, path)
  }
}
