import Foundation
import TestSupport
import Testing
import Transcripts

/// Reading and writing JSON, checked on random values. An implementation is the text that it makes of a text.
struct JSONRoundTripTests {
  static let seeds = 0..<400

  /// Whether reading and writing keeps every value, and equal values have equal texts.
  static func holds(_ rewrite: (String) -> String?, seed: Int) -> Bool {
    var generator = JSONGenerator(seed: seed)
    let value = generator.value()
    let text = generator.foreignText(of: value)
    return rewrite(text) == value.text
  }

  @Test(arguments: seeds)
  func `what is read is written again, whatever the whitespace and the spelling of strings`(seed: Int) {
    #expect(Self.holds({ try? JSON(parsing: $0).text }, seed: seed))
  }

  @Test(arguments: seeds)
  func `raw members and elements put together are the value`(seed: Int) throws {
    func build(_ raw: RawJSON) -> JSON {
      switch raw.kind {
      case .array: .array(raw.elements.map(build))
      case .object: .object(raw.members.map { JSON.Member($0.key, build($0.value)) })
      default: raw.value
      }
    }
    var generator = JSONGenerator(seed: seed)
    let value = generator.value()
    #expect(build(try RawJSON(generator.foreignText(of: value))) == value)
  }

  @Test func `Foundation's JSON fails this property`() {
    func rewrite(_ text: String) -> String? {
      guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed),
        let data = try? JSONSerialization.data(
          withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
      else { return nil }
      return String(decoding: data, as: UTF8.self)
    }
    #expect(Self.seeds.contains { !Self.holds(rewrite, seed: $0) })
  }

  @Test func `a reader whose strings are compared by meaning fails this property`() {
    func rewrite(_ text: String) -> String? {
      guard let value = try? JSON(parsing: text) else { return nil }
      guard case .object(let members) = value else { return value.text }
      // The last duplicate wins, and canonically equivalent keys are one.
      var keys: [String] = []
      var values: [String: JSON] = [:]
      for member in members where values.updateValue(member.value, forKey: member.key) == nil {
        keys.append(member.key)
      }
      return JSON.object(keys.map { JSON.Member($0, values[$0]!) }).text
    }
    #expect(Self.seeds.contains { !Self.holds(rewrite, seed: $0) })
  }
}
