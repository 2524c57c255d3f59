import Jobs
import Testing

/// A clock that jumps once, by `jump` seconds, at `change`.
struct JumpingClock: WallClock {
  var offset: Int
  var change: Int64
  var jump: Int

  func offset(at seconds: Int64) -> Int { seconds < change ? offset : offset + jump }
}

/// Goes through every minute of eight days and asks of each whether a slot stands there: slow, and written from the
/// documented rule alone.
struct MinuteByMinute {
  var fields: [Set<Int>]
  var bothDaysRestricted: Bool

  func slots(in clock: JumpingClock, from start: Int64, minutes: Int) -> [Int64] {
    let runsInEveryHour = fields[1].count == 24
    var shown: Set<Int64> = []
    var slots: [Int64] = []
    // Two days before the start, so that what the clock showed just before is known.
    for minute in -2_880..<minutes {
      let time = start + Int64(minute) * 60
      let local = time + Int64(clock.offset(at: time))
      var fires = matches(local) && (runsInEveryHour || !shown.contains(local))
      if !runsInEveryHour, time == clock.change, clock.jump > 0 {
        let skipped = stride(from: time + Int64(clock.offset), to: local, by: 60)
        fires = fires || skipped.contains(where: matches)
      }
      shown.insert(local)
      if fires, minute > 0 { slots.append(time) }
    }
    return slots
  }

  private func matches(_ local: Int64) -> Bool {
    guard fields[0].contains(Int(local / 60 % 60)), fields[1].contains(Int(local / 3_600 % 24)) else { return false }
    let (month, day) = date(local / 86_400)
    let dayOfWeek = Int((local / 86_400 + 4) % 7)
    let days =
      bothDaysRestricted
      ? fields[2].contains(day) || fields[4].contains(dayOfWeek)
      : fields[2].contains(day) && fields[4].contains(dayOfWeek)
    return fields[3].contains(month) && days
  }

  /// By counting years and months.
  private func date(_ dayNumber: Int64) -> (month: Int, day: Int) {
    // 1 January 2024 is day 19,723.
    var (year, month, rest) = (2024, 1, Int(dayNumber) - 19_723)
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while rest >= lengths[month - 1] {
      rest -= lengths[month - 1]
      month += 1
    }
    return (month, rest + 1)
  }
}

/// A random expression with what it means.
struct DrawnCron {
  var text: String
  var meaning: MinuteByMinute

  init(using random: inout some RandomNumberGenerator) {
    let ranges = [0...59, 0...23, 1...31, 1...12, 0...6]
    // Months and days stay wide, so that a few days have slots.
    let wildness = [0.2, 0.4, 0.6, 0.9, 0.6]
    var words: [String] = []
    var fields: [Set<Int>] = []
    for (range, wild) in zip(ranges, wildness) {
      if Double.random(in: 0..<1, using: &random) < wild {
        words.append("*")
        fields.append(Set(range))
        continue
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let numbers = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: range, using: &random) }
        words.append(numbers.map(String.init).joined(separator: ","))
        fields.append(Set(numbers))
      case 1:
        let first = Int.random(in: range, using: &random)
        let last = Int.random(in: first...range.upperBound, using: &random)
        words.append("\(first)-\(last)")
        fields.append(Set(first...last))
      default:
        let step = Int.random(in: 2...max(2, range.count / 3), using: &random)
        words.append("*/\(step)")
        fields.append(Set(stride(from: range.lowerBound, through: range.upperBound, by: step)))
      }
    }
    text = words.joined(separator: " ")
    meaning = MinuteByMinute(fields: fields, bothDaysRestricted: words[2] != "*" && words[4] != "*")
  }
}

struct CronPropertyTests {
  /// 2026-03-24T00:00Z.
  static let start: Int64 = 1_774_310_400
  static let minutes = 8 * 1_440
  static let end = start + Int64(minutes) * 60

  struct Case: Sendable {
    var cron: Cron
    var clock: JumpingClock
    var slots: [Int64]
    var name: String
  }

  static let cases: [Case] = (UInt64(1)...80).compactMap { seed in
    var random = SplitMix(state: seed)
    let drawn = DrawnCron(using: &random)
    let jump = [-3_600, -1_800, 0, 1_800, 3_600, 7_200, -86_400, 86_400].randomElement(using: &random)!
    let offset = Int.random(in: -24...28, using: &random) * 1_800
    let change = start + Int64(Int.random(in: 3 * 48..<5 * 48, using: &random)) * 1_800
    let clock = JumpingClock(offset: offset, change: change, jump: jump)
    // A date that no month has is refused.
    guard let cron = try? Cron(drawn.text) else { return nil }
    let slots = drawn.meaning.slots(in: clock, from: start, minutes: minutes)
    return Case(cron: cron, clock: clock, slots: slots, name: "seed \(seed): \(drawn.text), \(clock)")
  }

  static func walk(_ example: Case, _ next: (Int64) -> Int64?) -> [Int64] {
    var slots: [Int64] = []
    var time = start
    while let slot = next(time), slot < end, slot > time {
      slots.append(slot)
      time = slot
    }
    return slots
  }

  @Test func `slots are those found minute by minute`() {
    #expect(Self.cases.count { !$0.slots.isEmpty } > 40)
    for example in Self.cases {
      let slots = Self.walk(example) { example.cron.next(after: $0, in: example.clock) }
      #expect(slots == example.slots, "\(example.name)")
    }
  }

  @Test func `the latest slot is the last of those found minute by minute`() {
    for example in Self.cases {
      for end in stride(from: Self.start, to: Self.end, by: 86_400 - 1_740) {
        let latest = example.cron.latest(after: Self.start, through: end, in: example.clock)
        #expect(latest == example.slots.last { $0 <= end }, "\(example.name), \(end)")
      }
    }
  }

  @Test func `the comparison catches a clock that never changes`() {
    #expect(
      Self.cases.contains { example in
        let frozen = JumpingClock(offset: example.clock.offset, change: .max, jump: 0)
        return Self.walk(example) { example.cron.next(after: $0, in: frozen) } != example.slots
      })
  }

  /// With the offset at the time of asking, the slot after a change is an hour off.
  @Test func `the comparison catches the offset of the time before`() {
    #expect(
      Self.cases.contains { example in
        let late = Self.walk(example) { time in
          let now = JumpingClock(offset: example.clock.offset(at: time), change: .max, jump: 0)
          return example.cron.next(after: time, in: now)
        }
        return late != example.slots
      })
  }
}

/// Steele, Lea and Flood's generator: the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
