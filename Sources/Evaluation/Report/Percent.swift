/// A share for a person: `54 %`, `3.3 %`, `0 %`; a dash where there is nothing to have a part of.
///
/// What is not all is never rounded to all, and what is not nothing never to nothing.
public func percent(_ share: Share?) -> String {
  guard let share, let value = share.value else { return "–" }
  if share.part == share.whole { return "100 %" }
  if share.part == 0 { return "0 %" }
  let tenths = Int((value * 1_000).rounded())
  if tenths <= 0 { return "< 0.1 %" }
  if tenths >= 1_000, value < 1 { return "> 99.9 %" }
  return "\(tenths / 10).\(tenths % 10) %"
}

/// Per cent with two decimals, for style sheets.
func cssPercent(_ value: Double) -> String {
  let hundredths = Int((min(max(value, 0), 1) * 10_000).rounded())
  let decimals = hundredths % 100
  return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)%"
}
