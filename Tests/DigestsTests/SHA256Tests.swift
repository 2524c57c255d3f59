import Digests
import Testing

struct SHA256Tests {
  /// From FIPS 180-4's examples and NIST's short-message vectors.
  static let vectors: [(text: String, hex: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: vectors)
  func `known vectors`(text: String, hex: String) {
    #expect(SHA256.digest(text).hex == hex)
  }

  @Test func `a million letters`() {
    let digest = SHA256.digest(String(repeating: "a", count: 1_000_000))
    #expect(digest.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [1, 3, 63, 64, 65, 1_000])
  func `pieces give the digest of the whole`(size: Int) {
    let bytes = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.update(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(hash.finalize() == SHA256.digest(bytes))
  }

  @Test func `bytes that do not lie side by side count the same`() {
    var hash = SHA256()
    hash.update(sequence(first: UInt8(0)) { $0 < 200 ? $0 + 1 : nil })
    #expect(hash.finalize() == SHA256.digest(Array(UInt8(0)...200)))
  }

  @Test func `a copy goes its own way`() {
    var first = SHA256()
    first.update("ab")
    var second = first
    second.update("x")
    first.update("c")
    #expect(first.finalize() == SHA256.digest("abc"))
    #expect(second.finalize() == SHA256.digest("abx"))
  }

  @Test func `a digest can be taken on the way`() {
    var hash = SHA256()
    hash.update("ab")
    #expect(hash.finalize() == SHA256.digest("ab"))
    hash.update("c")
    #expect(hash.finalize() == SHA256.digest("abc"))
  }
}

struct HexTests {
  @Test func `digits come back as the bytes they stand for`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Hex.bytes(Hex.text(bytes)) == bytes)
    #expect(Hex.bytes(Hex.text(bytes).uppercased()) == bytes)
    #expect(Hex.text([0, 15, 16, 255]) == "000f10ff")
  }

  @Test(arguments: ["0", "0g", "é0", " 00", "0x00"])
  func `anything else is refused`(text: String) {
    #expect(Hex.bytes(text) == nil)
  }

  @Test func `a digest has 64 digits`() {
    let hex = SHA256.digest("abc").hex
    #expect(Digest(hex: hex)?.hex == hex)
    #expect(Digest(hex: hex.dropLast(2)) == nil)
    #expect(Digest(hex: hex + "00") == nil)
  }
}
