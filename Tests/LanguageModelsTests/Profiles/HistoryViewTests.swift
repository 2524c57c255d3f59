import Testing
import Transcripts

@Suite struct HistoryViewTests {
  private let history: Transcript.HistoryView = [.prompt("a"), .response("b"), .prompt("c"), .response("d")]

  @Test func `slices, filtered copies and sums are views`() {
    var view = history
    view = view.suffix(3)
    view = view.prefix(2) + view.suffix(1)
    view = view.filter { $0.kind == .response }
    #expect(view.map(\.id) == ["b", "d"])
    #expect(view == [.response("b"), .response("d")])
  }

  @Test func `a slice keeps the indices of what it is cut from and equals the same entries anew`() throws {
    let index = try #require(history.firstIndex { $0.id == "c" })
    let slice = history[index...]
    #expect(slice.startIndex == index)
    #expect(slice[index].id == "c")
    #expect(slice == Transcript.HistoryView([.prompt("c"), .response("d")]))
    #expect(slice.hashValue == Transcript.HistoryView([.prompt("c"), .response("d")]).hashValue)
  }

  @Test func `entries are replaced, removed, appended and written through a slice`() {
    var view = history
    view[view.startIndex] = .prompt("A")
    view.removeAll { $0.id == "b" }
    view.append(.response("e"))
    let start = view.index(view.startIndex, offsetBy: 1)
    view[start..<view.index(start, offsetBy: 2)] = [.prompt("C"), .response("D")]
    #expect(view.entries.map(\.id) == ["A", "C", "D", "e"])
    #expect(view.count == 4)
    #expect(view.reversed().first?.id == "e")
  }
}
