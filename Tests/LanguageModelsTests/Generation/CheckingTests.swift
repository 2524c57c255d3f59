import LanguageModels
import TestSupport
import Testing
import Transcripts

struct CheckingTests {
  static let good = GenerableTests.recipe.generatedContent.json

  /// The content with one property changed, and what is said of it.
  @Test(
    arguments: [
      ("title", JSON(7), "$.title: found 7, expected a string"),
      (
        "course", "a secret", #"$.course: found a string of 8 characters, expected one of "starter", "main", "dessert""#
      ),
      ("servings", 13, "$.servings: found 13, expected at most 12"),
      ("servings", 0, "$.servings: found 0, expected at least 1"),
      ("servings", 1.5, "$.servings: found 1.5, expected an integer"),
      ("rating", .number("5.000000000000000000001"), "$.rating: found 5.000000000000000000001, expected at most 5.0"),
      ("rating", .number("1e400"), "$.rating: found 1e400, expected at most 5.0"),
      ("steps", [], "$.steps: found an array of 0 elements, expected at least 1 element"),
      ("steps", [["minutes": 1]], "$.steps[0].text: found nothing, expected a string"),
      (
        "steps", [["text": "a", "secret": 1]],
        "$.steps[0]: found 1 unknown property, expected no others than text, minutes"
      ),
      ("tags", ["ok", "NOT"], "$.tags[1]: found a string of 3 characters, expected a string that matches [a-z]+"),
      ("tags", ["ok\nsecret"], "$.tags[0]: found a string of 9 characters, expected a string that matches [a-z]+"),
      ("source", "film", #"$.source: found a string of 4 characters, expected one of "book", "web""#),
      ("isVegan", .null, "$.isVegan: found null, expected a Boolean"),
    ] as [(String, JSON, String)])
  func `every guide is checked again`(property: String, value: JSON, message: String) {
    var json = Self.good
    json.set(property, to: value)
    let violations = Recipe.generationSchema.violations(in: GeneratedContent(json))
    #expect(violations.map(\.description) == [message])
  }

  @Test func `content that keeps to the schema has no violations, also with null for what is optional`() {
    #expect(Recipe.generationSchema.violations(in: GeneratedContent(Self.good)) == [])
    var json = Self.good
    json.set("source", to: .null)
    json.set("servings", to: .number("1.2e1"))
    #expect(Recipe.generationSchema.violations(in: GeneratedContent(json)) == [])
  }

  @Test func `all violations are named at once`() throws {
    var json = Self.good
    json.set("servings", to: 99)
    json.set("steps", to: [["text": 1], 2])
    let error = #expect(throws: GuideViolations.self) { try Recipe(checking: GeneratedContent(json)) }
    #expect(error?.violations.map(\.path.description) == ["$.servings", "$.steps[0].text", "$.steps[1]"])
  }

  @Test func `unfinished content is a violation`() throws {
    let content = try GeneratedContent(json: #"["a","b"#)
    #expect([String].generationSchema.violations(in: content).count == 1)
  }

  @Test func `a choice accepts each alternative and tells what is wrong inside the nearest`() {
    struct Either: Generable {
      var value: GeneratedContent
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Either.self, anyOf: [Int.self, Recipe.Step.self] as [any Generable.Type])
      }
    }
    let schema = Either.generationSchema
    #expect(schema.violations(in: GeneratedContent(3)) == [])
    #expect(schema.violations(in: GeneratedContent(["text": "a"])) == [])
    #expect(
      schema.violations(in: GeneratedContent(["text": 1])).map(\.description) == ["$.text: found 1, expected a string"])
    #expect(
      schema.violations(in: GeneratedContent("x")).map(\.description) == [
        "$: found a string of 1 character, expected one of an integer, an object"
      ])
  }

  /// Whether a check accepts exactly what decodes and keeps to the guides, for a value that is random but near.
  static func holds(_ accepts: (GeneratedContent) -> Bool, seed: Int) -> Bool {
    var generator = JSONGenerator(seed: seed)
    var json = good
    for _ in 0..<Int.random(in: 0...2, using: &generator.random) {
      let key = generator.random.pick(["title", "servings", "rating", "isVegan", "tags", "source"])
      json.set(key, to: generator.random.once(in: 2) ? .number(generator.number()) : generator.value(depth: 1))
    }
    let content = GeneratedContent(json)
    let fits: Bool
    if let recipe = try? Recipe(content) {
      fits =
        (1...12).contains(recipe.servings) && (0...5).contains(recipe.rating) && (1...3).contains(recipe.steps.count)
        && recipe.tags.allSatisfy { $0.wholeMatch(of: /[a-z]+/) != nil }
        && recipe.source.map { ["book", "web"].contains($0) } ?? true
    } else {
      fits = false
    }
    return accepts(content) == fits
  }

  @Test(arguments: 0..<300)
  func `the check accepts exactly what decodes and keeps to the guides`(seed: Int) {
    #expect(Self.holds({ Recipe.generationSchema.violations(in: $0).isEmpty }, seed: seed))
  }

  @Test func `a check that only decodes fails this property`() {
    #expect((0..<300).contains { !Self.holds({ (try? Recipe($0)) != nil }, seed: $0) })
  }
}
