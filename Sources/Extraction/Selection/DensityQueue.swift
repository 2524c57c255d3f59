/// Sentences by density, the highest first; of equal ones the earlier first. A binary heap.
struct DensityQueue {
  private var heap: [(index: Int, density: Double)]

  init(_ sentences: some Sequence<(Int, Double)>) {
    heap = sentences.map { ($0.0, $0.1) }
    var place = heap.count / 2
    while place > 0 {
      place -= 1
      sink(place)
    }
  }

  var highestDensity: Double? { heap.first?.density }

  mutating func popFirst() -> (index: Int, density: Double)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    return first
  }

  mutating func insert(_ index: Int, density: Double) {
    heap.append((index, density))
    var place = heap.count - 1
    while place > 0, isBefore(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && isBefore(child, first) { first = child }
      if first == place { return }
      heap.swapAt(place, first)
      place = first
    }
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    let (a, b) = (heap[one], heap[other])
    return a.density > b.density || (a.density == b.density && a.index < b.index)
  }
}
