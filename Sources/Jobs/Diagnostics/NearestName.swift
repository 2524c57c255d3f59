/// The candidate that a misspelled name most likely stands for, or `nil` when none is near.
///
/// Near means: at most a third of the name's letters (at least one) inserted, deleted, changed or swapped with
/// their neighbour, ignoring case and the difference between `-` and `_`. The first of equals wins.
func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = normalized(name)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let other = normalized(candidate)
    let limit = max(1, max(wanted.count, other.count) / 3)
    guard abs(wanted.count - other.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

private func normalized(_ name: String) -> [Unicode.Scalar] {
  name.lowercased().unicodeScalars.map { $0 == "-" || $0 == " " ? "_" : $0 }
}

/// Optimal string alignment: insertions, deletions, changes and swaps of neighbours, each costing 1.
func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i]
    row.reserveCapacity(b.count + 1)
    for j in 1...b.count {
      var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
