import LanguageModels
import Testing
import Transcripts

struct PartialTests {
  static func partial(_ text: String) throws -> Partial<Recipe> { Partial(try GeneratedContent(json: text)) }

  @Test func `members are there as they come`() throws {
    var partial = try Self.partial("{")
    #expect(partial.title == nil && partial.steps == nil && !partial.isComplete)
    partial = try Self.partial(#"{"title":"So"#)
    #expect(partial.title == "So")
    partial = try Self.partial(#"{"title":"Soup","course":"ma"#)
    #expect(partial.course == nil)
    partial = try Self.partial(#"{"title":"Soup","course":"main","servings":1"#)
    #expect(partial.course == .main)
    #expect(partial.servings == nil, "more digits may come")
    partial = try Self.partial(#"{"title":"Soup","course":"main","servings":12,"#)
    #expect(partial.servings == 12)
    partial = try Self.partial(#"{"isVegan":false,"steps":[{"text":"Cut","minutes":5},{"text":"Bo"#)
    #expect(partial.isVegan == false)
    #expect(partial.steps?.count == 2)
    #expect(partial.steps?[0].minutes == 5)
    #expect(partial.steps?[1].text == "Bo")
    #expect(partial.steps?[1].minutes == nil)
    partial = try Self.partial(#"{"source":null,"tags":["a","b"#)
    #expect(partial.source == nil)
    #expect(partial.tags == ["a", "b"])
    #expect(partial[property: "tags"]?.isComplete == false)
  }

  @Test func `a value is complete when all that it needs is there`() throws {
    let content = GenerableTests.recipe.generatedContent
    #expect(try Partial<Recipe>(content).complete() == GenerableTests.recipe)
    #expect(try GenerableTests.recipe.asPartiallyGenerated().title == GenerableTests.recipe.title)
    #expect(throws: GeneratedContentError.self) { try Self.partial(#"{"title":"a""#).complete() }
  }

  @Test func `keys that differ from the names of properties are found`() throws {
    struct Renamed: Generable {
      var first: String
      var second: String
      enum CodingKeys: String, CodingKey {
        case first = "second"
        case second = "first"
      }
    }
    let partial = Partial<Renamed>(try GeneratedContent(json: #"{"first":"a","second":"b"}"#))
    #expect(partial.first == "b" && partial.second == "a")
  }

  @Test func `an unfinished number or case at the end of an array is left out`() throws {
    #expect(try [Int](GeneratedContent(json: "[1, 2")) == [1])
    #expect(try [Recipe.Course](GeneratedContent(json: #"["main","des"#)) == [.main])
    #expect(throws: GeneratedContentError.self) { try [Int](GeneratedContent(json: #"["x", 2"#)) }
  }

  @Test func `every prefix of a text gives a partial value that the next does not contradict`() throws {
    let text = GenerableTests.recipe.generatedContent.jsonString
    var reader = PartialJSONReader()
    var title = ""
    var steps = 0
    for byte in text.utf8 {
      try reader.append(contentsOf: CollectionOfOne(byte))
      let partial = Partial<Recipe>(reader.content!)
      let next = partial.title ?? ""
      #expect(next.hasPrefix(title))
      #expect((partial.steps?.count ?? 0) >= steps)
      title = next
      steps = partial.steps?.count ?? 0
    }
    #expect(title == GenerableTests.recipe.title && steps == 2)
  }
}
