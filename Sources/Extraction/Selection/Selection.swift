/// Which sentences of a document an extract takes.
///
/// A tenth of the budget goes to the last turns, up to three tenths to sentences that set a constraint, the rest to the densest
/// sentences: greedy by gain for each token, a word being worth less each time that it was taken before.
struct Selection {
  static let lastTurnsShare = 0.1
  static let constraintsShare = 0.3
  /// What a word is still worth after each sentence taken that holds it.
  static let decay = 0.8

  private let document: Document
  private let budget: Int
  private var gains: [Double]
  private(set) var used = 0
  private(set) var taken: [Int] = []
  private var isTaken: [Bool]

  /// - Parameter budget: In tokens.
  init(of document: Document, budget: Int) {
    self.document = document
    self.budget = budget
    gains = document.gains
    isTaken = Array(repeating: false, count: document.sentences.count)
    takeLastTurns()
    takeConstraints()
    takeDensest()
  }

  private mutating func takeLastTurns() {
    let limit = Int(Double(budget) * Self.lastTurnsShare)
    for index in document.sentences.indices.reversed() {
      guard used + document.sentences[index].tokens <= limit else { return }
      take(index)
    }
  }

  private mutating func takeConstraints() {
    let limit = used + Int(Double(budget) * Self.constraintsShare)
    let constraints = document.sentences.indices.filter { document.sentences[$0].isConstraint }
    takeDensest(of: constraints, limit: limit)
  }

  private mutating func takeDensest() {
    takeDensest(of: Array(document.sentences.indices), limit: budget)
  }

  private mutating func takeDensest(of candidates: [Int], limit: Int) {
    var queue = DensityQueue(candidates.filter { !isTaken[$0] }.map { ($0, density(of: $0)) })
    while let (index, density) = queue.popFirst() {
      guard used + document.sentences[index].tokens <= limit else { continue }
      // Gains only fall: a density that is still the highest after a new look is the highest.
      let current = self.density(of: index)
      if current < density, let next = queue.highestDensity, current < next {
        queue.insert(index, density: current)
      } else {
        take(index)
      }
    }
  }

  private func density(of index: Int) -> Double {
    let sentence = document.sentences[index]
    var sum = 0.0
    for word in document.words[sentence.words] { sum += gains[Int(word)] }
    return sum / Double(max(1, sentence.tokens))
  }

  private mutating func take(_ index: Int) {
    guard !isTaken[index] else { return }
    isTaken[index] = true
    taken.append(index)
    used += document.sentences[index].tokens
    for word in Set(document.words[document.sentences[index].words]) { gains[Int(word)] *= Self.decay }
  }
}
