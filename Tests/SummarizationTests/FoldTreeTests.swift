import Testing

@testable import Summarization

/// Fills a tree of so many leaves in an order, merging by concatenation, and returns its root and the merges made.
private func fold(leaves: Int, fanIn: Int, closeFirst: Bool, reversed: Bool) -> (root: FoldTree.Part?, merges: [String])
{
  var tree = FoldTree(fanIn: fanIn)
  var merges: [String] = []
  func merge(_ runs: [(place: FoldTree.Place, parts: [FoldTree.Part])]) {
    for run in runs {
      let text = "(" + run.parts.map(\.text).joined(separator: " ") + ")"
      merges.append(text)
      merge(tree.set(.summary(text), at: run.place))
    }
  }
  let places = (0..<leaves).map { _ in tree.addLeaf() }
  if closeFirst { merge(tree.close()) }
  for place in reversed ? places.reversed() : places { merge(tree.set(.summary("\(place.index)"), at: place)) }
  if !closeFirst { merge(tree.close()) }
  return (tree.root, merges)
}

extension FoldTree.Part {
  fileprivate var text: String {
    switch self {
    case .summary(let text), .verbatim(let text): text
    }
  }
}

@Suite struct FoldTreeTests {
  @Test(arguments: [
    (1, "0"), (2, "(0 1)"), (3, "(0 1 2)"), (4, "((0 1 2) 3)"), (7, "((0 1 2) (3 4 5) 6)"),
    (10, "(((0 1 2) (3 4 5) (6 7 8)) 9)"), (12, "(((0 1 2) (3 4 5) (6 7 8)) (9 10 11))"),
  ])
  func `parts are merged run by run, in order, until one is left`(_ leaves: Int, _ expected: String) {
    #expect(fold(leaves: leaves, fanIn: 3, closeFirst: false, reversed: false).root == .summary(expected))
  }

  @Test(arguments: 1...40, 2...4)
  func `the order in which parts come changes nothing, and nothing is merged twice`(_ leaves: Int, _ fanIn: Int) {
    let expected = fold(leaves: leaves, fanIn: fanIn, closeFirst: false, reversed: false)
    #expect(expected.root != nil)
    #expect(Set(expected.merges).count == expected.merges.count)
    for closeFirst in [true, false] {
      for reversed in [true, false] {
        let other = fold(leaves: leaves, fanIn: fanIn, closeFirst: closeFirst, reversed: reversed)
        #expect(other.root == expected.root)
        #expect(other.merges.sorted() == expected.merges.sorted())
      }
    }
  }

  @Test func `more parts leave all merges but the last of each level as they were`() {
    let before = Set(fold(leaves: 30, fanIn: 3, closeFirst: false, reversed: false).merges)
    let after = Set(fold(leaves: 31, fanIn: 3, closeFirst: false, reversed: false).merges)
    #expect(before.subtracting(after).count <= 3)
  }

  @Test func `there is no root before all parts are known`() {
    var tree = FoldTree(fanIn: 2)
    let place = tree.addLeaf()
    #expect(tree.set(.summary("a"), at: place).isEmpty)
    #expect(tree.root == nil)
    #expect(tree.close().isEmpty)
    #expect(tree.root == .summary("a"))
  }
}
