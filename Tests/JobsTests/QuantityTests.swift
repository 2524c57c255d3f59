import Testing

@testable import Jobs

struct QuantityTests {
  @Test(
    arguments: [
      ("0", 0), ("24000", 24_000), ("24k", 24_000), ("1.5k", 1_500), ("2M", 2_000_000), ("0.000001M", 1), ("007", 7),
    ] as [(String, Int)])
  func `counts`(text: String, value: Int) { #expect(QuantityForms.count(text) == value) }

  @Test(arguments: [
    "", "k", "24K", "2m", "1.5", "1.2345k", "-1", "+1", "1e3", "1_000", "1,000", "24 k", "٣", "1.", ".5k", "1k5",
    "99999999999999999999", "999999999999M",
  ])
  func `no counts`(text: String) { #expect(QuantityForms.count(text) == nil) }

  @Test(
    arguments: [
      ("0s", 0), ("90s", 90_000), ("15m", 900_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("500ms", 500),
      ("1h30m", 5_400_000), ("1d2h3m4s5ms", 93_784_005),
    ] as [(String, Int64)])
  func `durations`(text: String, milliseconds: Int64) {
    #expect(QuantityForms.duration(text) == .milliseconds(milliseconds))
    #expect(QuantityForms.duration(Duration.milliseconds(milliseconds).jobForm) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "15", "m", "15 m", "30m1h", "1h1h", "1.5h", "15M", "-1s", "1w", "9999999999s", "٣s"])
  func `no durations`(text: String) { #expect(QuantityForms.duration(text) == nil) }

  @Test(
    arguments: [
      ("200 USD", 200_000_000), ("200USD", 200_000_000), ("0.40 USD", 400_000), ("0.000001 USD", 1),
      ("1.50000000 USD", 1_500_000),
    ] as [(String, Int64)])
  func `money`(text: String, microdollars: Int64) {
    #expect(QuantityForms.money(text, currencyMayBeMissing: false)?.microdollars == microdollars)
  }

  @Test(arguments: ["200", "USD", "$200", "200 EUR", "200 usd", "-1 USD", "0.0000001 USD", "1e3 USD", "1,000 USD"])
  func `no money`(text: String) { #expect(QuantityForms.money(text, currencyMayBeMissing: false) == nil) }

  @Test(arguments: [("5%", 0.05), ("2.5%", 0.025), ("100%", 1)] as [(String, Double)])
  func `shares`(text: String, value: Double) { #expect(QuantityForms.percent(text) == value) }

  @Test(arguments: ["5", "5 %", "%", "-5%", "5%%"])
  func `no shares`(text: String) { #expect(QuantityForms.percent(text) == nil) }

  @Test(
    arguments: [
      ("5", "5%"), ("5 %", "5%"), ("0.05", "5%"), ("0.5", "50%"), ("2.5", "2.5%"), ("0.05%", "0.05%"), ("x", nil),
      ("500", nil),
    ] as [(String, String?)])
  func `the share meant is suggested`(text: String, nearest: String?) {
    #expect(QuantityForms.nearestPercent(to: text) == nearest)
  }

  @Test(arguments: [
    ("true", MetadataValue.flag(true)), ("True", .text("True")), ("1", .number("1")), ("-0.5e+3", .number("-0.5e+3")),
    ("01", .text("01")), ("1.", .text("1.")), (".5", .text(".5")), ("-", .text("-")), ("1e", .text("1e")),
    ("0x1f", .text("0x1f")), ("no", .text("no")),
  ])
  func `a plain value is what it looks like in JSON`(text: String, value: MetadataValue) {
    #expect(MetadataValue(text, isPlain: true) == value)
    #expect(MetadataValue(text, isPlain: false) == .text(text))
  }
}

struct PriceTests {
  static let price = Price(
    input: Money(microdollars: 400_000), cached: Money(microdollars: 100_000), output: Money(microdollars: 1_600_000))

  @Test(arguments: [
    (1_000_000, 0, 0, 400_000), (1_000_000, 1_000_000, 0, 100_000), (0, 0, 1_000_000, 1_600_000),
    (1_000, 400, 100, 440), (0, 0, 0, 0),
    // Rounded up: 0.4, 0.1 and 1.6 millionths.
    (1, 0, 0, 1), (1, 1, 0, 1), (0, 0, 1, 2),
    // More cached than there was, and less than nothing.
    (10, 99, 0, 1), (-5, 0, 0, 0),
  ])
  func `a call costs what its tokens cost`(input: Int, cached: Int, output: Int, microdollars: Int64) {
    #expect(Self.price.cost(input: input, cached: cached, output: output).microdollars == microdollars)
  }

  @Test func `a cost too large to count is the largest`() {
    #expect(Self.price.cost(input: .max, output: .max).microdollars == .max)
    #expect(Money(microdollars: .max) + Money(microdollars: 1) == Money(microdollars: .max))
  }

  @Test(
    arguments: [
      (0, "0.00 USD"), (200_000_000, "200.00 USD"), (125, "0.000125 USD"), (1_230_000, "1.23 USD"),
      (-1_500_000, "-1.50 USD"),
    ] as [(Int64, String)])
  func `money prints with two to six decimals`(microdollars: Int64, text: String) {
    #expect("\(Money(microdollars: microdollars))" == text)
  }
}
