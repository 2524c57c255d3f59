import Testing
import Tokenization

@Suite struct VocabularyTests {
  /// All bytes as tokens, a line each, and these lines behind them.
  private func text(_ lines: String...) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = (0..<256).map { "\(alphabet[$0 >> 2])\(alphabet[($0 & 3) << 4])== \($0)" }
    return Array(((bytes + lines).joined(separator: "\n") + "\n").utf8)
  }

  @Test func `a token is found by its bytes and by its rank`() throws {
    let vocabulary = try Vocabulary(parsing: text("YWI= 256", "YWJj 257", "YWJjZA== 258").span)
    #expect(vocabulary.count == 259)
    #expect(vocabulary.rank(of: Array("abc".utf8)) == 257)
    #expect(vocabulary.bytes(of: 258) == Array("abcd".utf8))
    #expect(vocabulary.rank(of: Array("abd".utf8)) == nil)
    #expect(vocabulary.rank(of: []) == nil)
    #expect(vocabulary.bytes(of: 259) == nil)
  }

  @Test func `every token of a vocabulary is found again`() {
    let small = Vocabularies.small
    #expect((0..<UInt32(small.count)).allSatisfy { small.rank(of: small.bytes(of: $0)!) == $0 })
  }

  @Test(arguments: [
    ("YWI= 257", "line 257: found the rank 257, expected the rank 256"),
    ("YWI= x", "line 257: found no rank, expected the rank 256"),
    ("YWI= 256 ", "line 257: found no line end behind the rank, expected one"),
    ("YW!= 256", "line 257: found the byte 33, expected base64 and a blank"),
    ("YWI 256", "line 257: found 3 characters and no blank, expected base64 in fours, and a blank"),
    (" 256", "line 257: found 0 characters and no blank, expected base64 in fours, and a blank"),
    ("YQ== 256", "line 257: found a token that is there already, expected another"),
  ])
  func `a damaged file is refused with its line`(line: String, message: String) {
    #expect(throws: VocabularyError.self) { try Vocabulary(parsing: text(line).span) }
    do { _ = try Vocabulary(parsing: text(line).span) } catch { #expect("\(error)" == message) }
  }

  @Test func `a file that ends early is refused`() {
    let whole = text("YWI= 256")
    for missing in 1...8 {
      #expect(throws: VocabularyError.self) { try Vocabulary(parsing: Array(whole.dropLast(missing)).span) }
    }
  }

  @Test func `a vocabulary without some byte is refused`() {
    let error = #expect(throws: VocabularyError.self) { try Vocabulary(parsing: Array("AA== 0\n".utf8).span) }
    #expect(error?.description == "found no token for the byte 1, expected one for each of the 256 bytes")
  }
}
