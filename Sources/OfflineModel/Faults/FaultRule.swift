/// A fault and the requests that it strikes.
public struct FaultRule: Sendable, Hashable {
  enum Scope: Hashable {
    case always
    /// The first so many requests.
    case first(Int)
    /// This share of all requests, chosen by their number and the seed.
    case share(Double)
  }

  var fault: Fault
  var scope: Scope

  /// Reads `FAULT`, `FAULT,first=N` or `FAULT,share=X`.
  init(_ text: some StringProtocol) throws(UnknownFault) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let name = parts.first, let fault = Fault(name), parts.count <= 2 else {
      throw UnknownFault(text: String(text))
    }
    self.fault = fault
    scope = .always
    guard let last = parts.dropFirst().first else { return }
    if last.hasPrefix("first="), let count = Int(last.dropFirst("first=".count)), count >= 0 {
      scope = .first(count)
    } else if last.hasPrefix("share="), let share = Double(last.dropFirst("share=".count)), (0...1).contains(share) {
      scope = .share(share)
    } else {
      throw UnknownFault(text: String(text))
    }
  }

  /// Whether the request with this number, from 1, is struck.
  func strikes(_ number: Int, seed: UInt64) -> Bool {
    switch scope {
    case .always: true
    case .first(let count): number <= count
    case .share(let share): Double(mixed(seed &+ UInt64(number)) >> 11) < share * 9_007_199_254_740_992
    }
  }
}

struct UnknownFault: Error, Equatable, CustomStringConvertible {
  var text: String

  var description: String {
    "found the fault `\(text)`, expected one of \(Fault.names.joined(separator: ", ")), "
      + "alone or followed by `,first=N` or `,share=X` (0 to 1)"
  }
}

/// SplitMix64: numbers in a row become bits that look random.
private func mixed(_ value: UInt64) -> UInt64 {
  var bits = value &* 0x9E37_79B9_7F4A_7C15
  bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
  return bits ^ (bits >> 31)
}
