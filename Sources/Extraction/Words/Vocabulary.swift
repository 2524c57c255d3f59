/// What is known of each distinct word of a document.
struct Vocabulary {
  private struct Entry {
    var sentences = 0
    var lastSentence = -1
    var isNumber = false
    var isName = false
    /// Seen with a capital inside a sentence, where only names have one.
    var isCapitalInside = false
    var isPlainSomewhere = false
  }

  private var indexes: [UInt64: Int32] = [:]
  private var entries: [Entry] = []

  mutating func add(_ word: Word, sentence: Int) -> Int32 {
    let index = index(of: word.hash)
    let place = Int(index)
    if entries[place].lastSentence != sentence {
      entries[place].lastSentence = sentence
      entries[place].sentences += 1
    }
    switch word.shape {
    case .plain: entries[place].isPlainSomewhere = true
    case .capital: if !word.isFirst { entries[place].isCapitalInside = true }
    case .name: entries[place].isName = true
    case .number: entries[place].isNumber = true
    }
    return index
  }

  private mutating func index(of hash: UInt64) -> Int32 {
    if let known = indexes[hash] { return known }
    let index = Int32(entries.count)
    indexes[hash] = index
    entries.append(Entry())
    return index
  }

  /// 2 for a name, number or date, and a third of the inverse document frequency for any word.
  func gains(sentences: Int) -> [Double] {
    entries.map { entry in
      let rarity = naturalLogarithm(Double(sentences) / Double(entry.sentences)) / 3
      let stands = entry.isNumber || entry.isName || entry.isCapitalInside
      return rarity + (stands ? 2 : 0)
    }
  }
}
