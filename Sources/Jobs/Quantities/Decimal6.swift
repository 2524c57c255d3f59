/// A non-negative decimal number read exactly: digits, and at most six after a point.
///
/// `nil` for anything else, an exponent or a sign included.
func millionths(_ text: some StringProtocol) -> Int64? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count <= 2, let whole = parts.first, isDigits(whole), whole.utf8.count <= 12 else { return nil }
  var fraction = ""
  if parts.count == 2 {
    guard isDigits(parts[1]) else { return nil }
    fraction = String(parts[1])
    while fraction.utf8.count > 6, fraction.last == "0" { fraction.removeLast() }
    guard fraction.utf8.count <= 6 else { return nil }
  }
  let padded = fraction + String(repeating: "0", count: 6 - fraction.utf8.count)
  guard let units = Int64(whole), let rest = Int64(padded) else { return nil }
  return units * 1_000_000 + rest
}

private func isDigits(_ text: some StringProtocol) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}
