/// A whole number with a narrow mark between thousands: `12,345`.
func grouped(_ number: some BinaryInteger) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  groups.insert(digits, at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}

/// A number of things: `1 call`, `1,200 calls`.
///
/// - Parameters:
///   - one: the word for one of them.
///   - many: the word for any other number of them; with an `s` behind it where it is left out.
func counted(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
  grouped(number) + " " + (number == 1 ? one : many ?? one + "s")
}

func countedConversations(_ number: some BinaryInteger) -> String { counted(number, "conversation") }

func countedEntries(_ number: some BinaryInteger) -> String { counted(number, "entry", "entries") }

func countedTokens(_ number: some BinaryInteger) -> String { counted(number, "token") }

/// The input of model calls, with the share of it that their server had in its cache: `900 tokens in (25 % cached)`.
func countedInput(_ tokens: Int64, cached: Int64) -> String {
  let words = "\(countedTokens(tokens)) in"
  guard cached > 0, tokens > 0 else { return words }
  return "\(words) (\(Int((Double(cached) / Double(tokens) * 100).rounded())) % cached)"
}

/// `after` as a share of `before`, as a saving: `-38 %`, `0 %`.
func change(from before: Int, to after: Int) -> String {
  guard before > 0 else { return "0 %" }
  let percent = Int(((Double(after) / Double(before) - 1) * 100).rounded())
  return "\(percent) %"
}
