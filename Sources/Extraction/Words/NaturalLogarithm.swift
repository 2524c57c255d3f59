/// The natural logarithm of a positive number, to within some 1e-15 of it.
///
/// Made of operations that round the same on every machine, so that an extract is the same everywhere.
func naturalLogarithm(_ value: Double) -> Double {
  precondition(value > 0 && value.isFinite, "no logarithm of \(value)")
  // ln(2^e × s) = e × ln 2 + 2 × artanh((s - 1) / (s + 1)); with s from 0.75 to 1.5 the series ends soon.
  var exponent = Double(value.exponent)
  var significand = value.significand
  if significand > 1.5 {
    significand /= 2
    exponent += 1
  }
  let ratio = (significand - 1) / (significand + 1)
  var power = ratio
  var sum = 0.0
  for odd in stride(from: 1.0, through: 21, by: 2) {
    sum += power / odd
    power *= ratio * ratio
  }
  return exponent * 0.693_147_180_559_945_3 + 2 * sum
}
