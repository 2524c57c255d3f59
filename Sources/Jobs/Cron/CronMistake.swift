/// What is wrong with a cron expression, for a finding.
func cronMistake(in text: String) -> TextMistake? {
  do throws(Cron.ParseError) {
    _ = try Cron(text)
    return nil
  } catch {
    let scalars = Array(text.unicodeScalars)[error.scalars.clamped(to: 0..<text.unicodeScalars.count)]
    return TextMistake(
      problem: error.problem, found: quoted(String(String.UnicodeScalarView(scalars))), expected: error.expected,
      nearest: error.nearest, scalars: error.scalars)
  }
}
