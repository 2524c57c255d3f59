/// The model that a reply names, which is kept with what it wrote.
enum ServedModel {
  /// Whether a server's word can be the name of a model; it is not believed otherwise.
  ///
  /// Servers and proxies for debugging are known to echo parts of the request, and a key must not get into a record.
  static func isName(_ word: String) -> Bool {
    (1...200).contains(word.utf8.count)
      && word.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }
      && !["sk-", "bearer", "AIza"].contains { word.lowercased().hasPrefix($0.lowercased()) }
  }
}
