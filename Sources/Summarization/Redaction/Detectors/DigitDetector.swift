/// Finds the numbers of payment cards and of telephones among digits that stand in groups.
struct DigitDetector {
  let cards: Bool
  let phones: Bool

  /// Digits without anything between them.
  private struct Group {
    var range: Range<Int>
    var count: Int { range.count }
  }

  private static let mostDigits = 19
  private static let mostGroups = 8

  func find(in bytes: Span<UInt8>, _ findings: inout [Finding]) {
    var index = 0
    while index < bytes.count {
      guard bytes[index].isDigit else {
        index += 1
        continue
      }
      let end = groupEnd(from: index, in: bytes)
      let before = bytes.at(index - 1)
      let mayBegin = !before.isWordByte && !(before == 0x2D && bytes.at(index - 2).isWordByte)
      if mayBegin, let found = number(from: index, in: bytes) {
        findings.append(found)
        index = max(found.range.upperBound, end)
      } else {
        index = end
      }
    }
  }

  private func groupEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    return end
  }

  /// The longest number that begins with this digit.
  private func number(from start: Int, in bytes: Span<UInt8>) -> Finding? {
    let groups = groups(from: start, in: bytes)
    for count in stride(from: groups.count, to: 0, by: -1) {
      let taken = groups.prefix(count)
      let range = start..<taken[count - 1].range.upperBound
      let after = bytes.at(range.upperBound)
      guard !after.isWordByte, !(after == 0x2D && bytes.at(range.upperBound + 1).isWordByte) else { continue }
      if cards, isCard(taken, range, in: bytes) { return Finding(range, .cards) }
      if phones, let begin = phoneStart(taken, range, in: bytes) {
        return Finding(begin..<range.upperBound, .phoneNumbers)
      }
    }
    return nil
  }

  private func groups(from start: Int, in bytes: Span<UInt8>) -> [Group] {
    var groups: [Group] = []
    var digits = 0
    var index = start
    while groups.count < Self.mostGroups {
      let end = min(groupEnd(from: index, in: bytes), index + Self.mostDigits + 1)
      digits += end - index
      if digits > Self.mostDigits { break }
      groups.append(Group(range: index..<end))
      // One mark between groups, or the end of a bracket with a space.
      index = end
      if bytes.at(index) == UInt8(ascii: ")") { index += 1 }
      if [0x20, 0x2D, 0x2E, 0x2F, 0x28].contains(bytes.at(index)) { index += 1 }
      if bytes.at(index) == UInt8(ascii: "(") { index += 1 }
      guard index > end, index < bytes.count, bytes[index].isDigit else { break }
    }
    return groups
  }

  // MARK: Cards

  private func isCard(_ groups: ArraySlice<Group>, _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let digits = groups.reduce(0) { $0 + $1.count }
    guard (13...19).contains(digits), (UInt8(ascii: "2")...UInt8(ascii: "6")).contains(bytes[range.lowerBound]),
      groups.count == 1 || groups.allSatisfy({ (3...6).contains($0.count) })
    else { return false }
    for (one, next) in zip(groups, groups.dropFirst()) {
      let mark = bytes[one.range.upperBound]
      guard next.range.lowerBound == one.range.upperBound + 1, mark == 0x20 || mark == 0x2D else { return false }
    }
    return hasCheckDigit(range, in: bytes)
  }

  /// Luhn's sum.
  private func hasCheckDigit(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    var sum = 0
    var isDoubled = false
    for index in range.reversed() where bytes[index].isDigit {
      let digit = Int(bytes[index] - 0x30)
      sum += isDoubled ? (digit * 2) / 10 + (digit * 2) % 10 : digit
      isDoubled.toggle()
    }
    return sum % 10 == 0
  }

  // MARK: Telephones

  /// Where a telephone number with these groups begins, a `+` or bracket before it included; `nil` where it is none.
  private func phoneStart(_ groups: ArraySlice<Group>, _ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    let digits = groups.reduce(0) { $0 + $1.count }
    let first = bytes[range.lowerBound]
    let isBracketed = bytes.at(range.lowerBound - 1) == UInt8(ascii: "(")
    var start = isBracketed ? range.lowerBound - 1 : range.lowerBound
    if bytes.at(start - 1) == UInt8(ascii: "+") {
      start -= 1
      return (8...15).contains(digits) ? start : nil
    }
    let sizes = groups.map(\.count)
    let marks = groups.dropLast().map { bytes[$0.range.upperBound] }
    if first == 0x30 {
      // A code of the country or the area. A date or a time has smaller groups, a decimal a dot.
      let isInternational = bytes.at(range.lowerBound + 1) == 0x30
      let isPhone = sizes.contains { $0 >= 3 } && groups.count >= 2 && !marks.contains(0x2E) && digits >= 9
      return isPhone && digits <= (isInternational ? 15 : 12) ? start : nil
    }
    let isNorthAmerican = sizes == [3, 3, 4] || sizes == [1, 3, 3, 4] && first == 0x31
    return isNorthAmerican && (isBracketed || marks.allSatisfy { $0 != 0x20 } || marks.contains(0x29)) ? start : nil
  }
}
