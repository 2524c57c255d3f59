/// Gives entries ids that are unique in their session. A value: the same requests get the same ids.
struct EntryIdentifiers: Sendable {
  private var taken: Set<String>
  private var count = 0

  init(taken: some Sequence<String> = []) { self.taken = Set(taken) }

  /// The id wished for, or one like it if an entry has it already; without a wish, one with the next number.
  mutating func take(_ wish: String? = nil) -> String {
    if let wish, !wish.isEmpty {
      if taken.insert(wish).inserted { return wish }
      var number = 2
      while !taken.insert("\(wish)-\(number)").inserted { number += 1 }
      return "\(wish)-\(number)"
    }
    repeat { count += 1 } while !taken.insert("entry-\(count)").inserted
    return "entry-\(count)"
  }
}
