/// Something in a text that cannot be said in other words: if it is written differently, it is wrong.
struct TextItem {
  enum Kind: Equatable {
    /// Letters with digits, or a name from code.
    case identifier
    /// Three digits or more, a decimal, or a number with a sign of currency or percent.
    case number
    case date
    case path
    case url
    case address
    /// Two or more words with capitals in a row.
    case name
  }

  var kind: Kind
  /// The same for the same item, however it is written.
  var key: UInt64
  /// Of a number that can be read in two ways, `1.204` say, the other one; of a name, its other words.
  var others: [UInt64] = []
  /// The longest run of digits, where it has at least three; of a date, the year.
  var digits: UInt64?
  /// Of a date, day and month: both ways where it can be read in both.
  var days: [(day: Int, month: Int)] = []
  /// Of an identifier.
  var hasLetters = true
  /// In bytes of the text.
  var range: Range<Int>

  /// Of a date.
  var dayKeys: [UInt64] {
    days.map { date in
      (digits ?? 0) ^ (UInt64(date.month * 100 + date.day) &* 0x9E37_79B9_7F4A_7C15)
    }
  }
}

/// What occurs in a text, to look items up in.
struct ItemIndex {
  /// Words by their letters and digits, in lower case.
  var words = KeySet()
  /// Numbers by their value.
  var numbers = KeySet()
  /// Runs of digits without the zeros at their head.
  var runs = KeySet()
  /// Days by year, month and day, and the years that have any.
  var dates = KeySet()
  var years = KeySet()
  /// The first five letters of words; pairs of characters where no spaces part words.
  var stems = KeySet()

  /// Whether the item occurs, in whatever form: `INV-2231` and `inv 2231`, `1,204.50` and `1204.5`, `2025-03-14` and
  /// `14 March 2025` are the same.
  func holds(_ item: TextItem) -> Bool {
    switch item.kind {
    case .number:
      if numbers.contains(item.key) || item.others.contains(where: numbers.contains) { return true }
      return item.digits.map(runs.contains) ?? false
    case .date:
      if words.contains(item.key) { return true }
      guard let year = item.digits else { return false }
      if item.dayKeys.contains(where: dates.contains) { return true }
      // Where months are written in words, the day stands somewhere beside the year.
      return !years.contains(year)
        && item.days.contains { date in
          runs.contains(DigitRuns.hash(of: date.day))
            && MonthNames.of(month: date.month).contains { words.contains($0) || runs.contains($0) }
        } && runs.contains(year)
    case .name:
      return words.contains(item.key) || item.others.contains(where: words.contains)
    case .identifier:
      // `44718` is `order44718`; of digits in groups, all have to be there.
      return words.contains(item.key) || item.hasLetters && (item.digits.map(runs.contains) ?? false)
    case .path, .url, .address: return words.contains(item.key)
    }
  }
}
