import FoundationEssentials
import LanguageModels
import Testing
import Transcripts

struct GeneratedContentTests {
  @Test func `properties are read as the types asked for`() throws {
    let content = try GeneratedContent(
      json: #"{"s":"x","i":12.0,"d":1.5,"n":null,"a":[1,2],"b":true,"m":12345678901234567.89012345}"#)
    #expect(try content.value(String.self, forProperty: "s") == "x")
    #expect(try content.value(Int.self, forProperty: "i") == 12)
    #expect(try content.value(Double.self, forProperty: "d") == 1.5)
    #expect(try content.value(Int?.self, forProperty: "n") == nil)
    #expect(try content.value(Int?.self, forProperty: "absent") == nil)
    #expect(try content.value([Int].self, forProperty: "a") == [1, 2])
    #expect(try content.value(Decimal.self, forProperty: "m") == Decimal(string: "12345678901234567.89012345"))
    #expect(try content.value(GeneratedContent.self, forProperty: "b").kind == .bool(true))
  }

  @Test func `what does not fit is told with its path and without its text`() throws {
    let content = try GeneratedContent(json: #"{"recipes":[{"steps":"a secret"}]}"#)
    struct Step: Generable { var steps: [Int] }
    struct Book: Generable { var recipes: [Step] }
    do {
      _ = try content.value(Book.self)
      Issue.record("it must not fit")
    } catch let error as GeneratedContentError {
      #expect(error.description == "at $.recipes[0].steps: found a string of 8 characters, expected an array")
    }
    #expect(
      !"\(try #require(throws: GeneratedContentError.self) { try content.value(Int.self, forProperty: "recipes") })"
        .contains("secret"))
    #expect(content.debugDescription == "an object of 1 member")
  }

  @Test func `contents are made of values, in order, and duplicates are combined`() throws {
    let content = GeneratedContent(properties: ["b": 1, "a": ["x", "y"], "n": Int?.none])
    #expect(content.jsonString == #"{"b":1,"a":["x","y"],"n":null}"#)
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
    #expect(GeneratedContent(properties: pairs) { _, new in new }.jsonString == #"{"a":3,"b":2}"#)
    #expect(
      GeneratedContent(elements: [1, "x", true] as [any ConvertibleToGeneratedContent]).jsonString == #"[1,"x",true]"#)
  }

  @Test func `the kind of an object keeps the order of its keys and the last of duplicates`() throws {
    let content = try GeneratedContent(json: #"{"b":1,"a":2,"b":3}"#)
    guard case .structure(let properties, let keys) = content.kind else { return #expect(Bool(false)) }
    #expect(keys == ["b", "a"])
    #expect(properties["b"]?.kind == .number(3))
    #expect(GeneratedContent(kind: content.kind).jsonString == #"{"b":3,"a":2}"#)
    #expect(GeneratedContent(kind: .number(.nan)).kind == .null)
  }

  @Test func `equality is that of the JSON and of how far it has come`() throws {
    #expect(try GeneratedContent(json: "[1]") == GeneratedContent([1]))
    #expect(try GeneratedContent(json: "[1") != GeneratedContent([1]))
    #expect(GeneratedContent([1], id: GenerationID()) == GeneratedContent([1], id: GenerationID()))
  }
}
