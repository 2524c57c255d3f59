import Testing

@testable import Compaction

struct CallIDTableTests {
  @Test(arguments: [[], [""], ["call_1"], ["", "ab", "", "ça", "👩‍👩‍👧", "e\u{301}", "\u{e9}"]])
  func `a table gives back the ids that it was given, byte for byte`(ids: [String]) {
    let table = CallIDTable(ids)
    #expect(table.map { Array($0.utf8) } == ids.map { Array($0.utf8) })
    #expect(table.count == ids.count)
  }

  @Test func `bytes that are not UTF-8 are refused and leave nothing`() {
    var table: CallIDTable = ["one"]
    for bytes: [UInt8] in [[0x80], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xFF, 0x61]] {
      #expect(!bytes.withUnsafeBytes { table.append(validating: $0) })
    }
    #expect(Array("çx".utf8).withUnsafeBytes { table.append(validating: $0) })
    #expect(Array(table) == ["one", "çx"])
  }

  @Test func `tables are equal by what they hold, and not by where one id ends`() {
    #expect(CallIDTable(["ab", "c"]) == ["ab", "c"])
    #expect(CallIDTable(["ab", "c"]) != ["a", "bc"])
  }
}
