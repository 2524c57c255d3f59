import Testing

@testable import CompactorCommands

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain text, été 日本 👍🏽", "plain text, été 日本 👍🏽"), ("a\tb\nc", "a\tb\nc"), ("\u{1B}[31mred", "␛[31mred"),
    ("bell\u{7}", "bell␇"), ("\u{7F}", "␡"), ("\u{9B}31m", "\u{FFFD}31m"), ("abc\u{202E}def", "abc\u{FFFD}def"),
    ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("\r", "␍"), ("\0", "␀"), ("", ""),
  ])
  func `what a terminal would act upon is made visible`(text: String, shown: String) {
    #expect(printable(text) == shown)
  }

  @Test func `what is printed once is printed the same again`() {
    for value in UInt32(0)..<0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = printable(String(scalar))
      #expect(printable(once) == once)
    }
  }

  @Test(arguments: [("one\ntwo", "one␤two"), ("one\r\ntwo\u{2028}three", "one␤two␤three"), ("one", "one")])
  func `a cell is one line`(text: String, shown: String) {
    #expect(printableLine(text) == shown)
  }
}
