/// Recognises a summary most of whose hard facts stand nowhere in its source.
///
/// Only what a summary cannot rephrase is looked at: words with four digits in a row, words that mix letters with two
/// digits or more, and addresses. A few may be missing, since dates are rewritten and sums are drawn up; a summary is
/// refused when at least four are, and they are more than two thirds.
enum InventedItems {
  static func prevail(in text: String, source: String) -> Bool {
    let items = DigitWord.all(in: text).filter(\.isHard)
    let distinct = Dictionary(items.map { ($0.plain, $0) }, uniquingKeysWith: { first, _ in first }).values
    guard distinct.count >= 4 else { return false }
    var words: Set<String> = []
    var digits: Set<String> = []
    for word in DigitWord.all(in: source) {
      words.insert(word.plain)
      digits.formUnion(word.digitRuns)
    }
    let invented = distinct.count { item in
      !words.contains(item.plain) && !(item.longestDigits.count >= 3 && digits.contains(item.longestDigits))
    }
    return invented >= 4 && invented * 3 > distinct.count * 2
  }
}
