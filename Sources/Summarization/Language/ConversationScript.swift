/// The script that a text is mostly written in, and the language where the script tells it.
enum ConversationScript: CaseIterable {
  case latin, cyrillic, greek, hebrew, arabic, devanagari, bengali, tamil, thai, hangul, kana, han

  /// `nil` where a text has too few letters to tell.
  init?(of text: some StringProtocol) {
    let counts = Counts(text)
    guard let script = counts.dominant, counts.total >= 20 else { return nil }
    self = script
  }

  /// As a prompt names it; `nil` where several languages share the script.
  var language: String? {
    switch self {
    case .latin, .cyrillic, .arabic, .devanagari: nil
    case .greek: "Greek"
    case .hebrew: "Hebrew"
    case .bengali: "Bengali"
    case .tamil: "Tamil"
    case .thai: "Thai"
    case .hangul: "Korean"
    case .kana: "Japanese"
    case .han: "Chinese"
    }
  }

  /// Whether a text has letters enough of this script: a tenth of them, since names, code and quotations may be in
  /// another. Latin is never missed: every conversation may be answered with its identifiers alone.
  func isUsed(in text: String) -> Bool {
    guard self != .latin else { return true }
    let counts = Counts(text)
    guard counts.total >= 20 else { return true }
    let own = counts[self] + (self == .kana ? counts[.han] : 0)
    return own * 10 >= counts.total
  }

  /// Letters by script, digits and marks apart. Han counts double, since its words are short.
  private struct Counts {
    private var counts = [Int](repeating: 0, count: ConversationScript.allCases.count)

    subscript(script: ConversationScript) -> Int { counts[script.index] }

    var total: Int { counts.reduce(0, +) }

    /// Where kana are a fifth of the Han, the text is Japanese.
    var dominant: ConversationScript? {
      let kana = self[.kana]
      if kana > 0, kana * 5 >= self[.han], (kana + self[.han]) * 2 >= total { return .kana }
      return ConversationScript.allCases.max { self[$0] < self[$1] }.flatMap { self[$0] * 2 >= total ? $0 : nil }
    }

    init(_ text: some StringProtocol) {
      var ascii = 0
      for scalar in text.unicodeScalars {
        let value = scalar.value
        if value < 0x80 {
          if value | 0x20 >= 0x61, value | 0x20 <= 0x7A { ascii += 1 }
        } else if let script = ConversationScript(scalar: value) {
          counts[script.index] += script == .han ? 2 : 1
        }
      }
      counts[ConversationScript.latin.index] += ascii
    }
  }

  private init?(scalar value: UInt32) {
    switch value {
    case 0xC0...0x24F where value != 0xD7 && value != 0xF7, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x5D0...0x5EA: self = .hebrew
    case 0x620...0x64A, 0x671...0x6D3: self = .arabic
    case 0x904...0x939: self = .devanagari
    case 0x985...0x9B9: self = .bengali
    case 0xB85...0xBB9: self = .tamil
    case 0xE01...0xE4E: self = .thai
    case 0x1100...0x11FF, 0xAC00...0xD7A3: self = .hangul
    case 0x3041...0x30FF: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF: self = .han
    default: return nil
    }
  }

  private var index: Int {
    switch self {
    case .latin: 0
    case .cyrillic: 1
    case .greek: 2
    case .hebrew: 3
    case .arabic: 4
    case .devanagari: 5
    case .bengali: 6
    case .tamil: 7
    case .thai: 8
    case .hangul: 9
    case .kana: 10
    case .han: 11
    }
  }
}
