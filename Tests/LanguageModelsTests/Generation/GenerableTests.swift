import FoundationEssentials
import LanguageModels
import TestSupport
import Testing
import Transcripts

struct GenerableTests {
  static let recipe = Recipe(
    title: "Soup \"1/2\"", course: .main, servings: 4, rating: 4.5, isVegan: true,
    steps: [Recipe.Step(text: "Cut", minutes: 5), Recipe.Step(text: "Boil", minutes: nil)], tags: ["hot"], source: nil)

  @Test func `a value written and read is the same`() throws {
    #expect(try Recipe(Self.recipe.generatedContent) == Self.recipe)
    let folder = Folder(
      name: "a",
      folders: [Folder(name: "b", folders: [], parent: Folder.Reference(name: "a", weight: Decimal(string: "0.1")!))],
      parent: nil)
    #expect(try Folder(folder.generatedContent) == folder)
    #expect(folder.generatedContent.jsonString.contains(#""weight":0.1"#))
  }

  @Test func `null and nothing are both none`() throws {
    #expect(try Recipe.Step(GeneratedContent(json: #"{"text":"a","minutes":null}"#)).minutes == nil)
    #expect(try Recipe.Step(GeneratedContent(json: #"{"text":"a"}"#)).minutes == nil)
  }

  @Test func `a dictionary is read as an object and as pairs, and written in order`() throws {
    let place = Trip.Place(name: "x")
    let trip = Trip(from: place, to: nil, stops: ["b": place, "a": place])
    let object = try GeneratedContent(json: #"{"from":{"name":"x"},"stops":{"a":{"name":"x"},"b":{"name":"x"}}}"#)
    let pairs = try GeneratedContent(
      json: #"{"from":{"name":"x"},"stops":[{"key":"a","value":{"name":"x"}},{"key":"b","value":{"name":"x"}}]}"#)
    #expect(try Trip(object) == trip)
    #expect(try Trip(pairs) == trip)
    #expect(trip.generatedContent == object)
  }

  @Test func `dates, URLs, UUIDs, bytes and wide integers are read without loss`() throws {
    struct Record: Generable, Equatable {
      var date: Date
      var url: URL
      var id: UUID
      var byte: UInt8
      var large: UInt64
      var set: Set<Int>
    }
    let record = Record(
      date: Date(timeIntervalSince1970: 1_700_000_000), url: URL(string: "https://example.com/a?b")!, id: UUID(),
      byte: 200,
      large: .max, set: [7])
    #expect(try Record(record.generatedContent) == record)
    #expect(record.generatedContent.jsonString.contains("2023-11-14T22:13:20Z"))
    #expect(Record.generationSchema.problem == nil)
    #expect(Record.generationSchema.violations(in: record.generatedContent) == [])
    #expect(throws: GeneratedContentError.self) {
      try Record(GeneratedContent(json: record.generatedContent.jsonString.replacing("200", with: "256")))
    }
  }

  @Test(arguments: [
    "2023-11-14T22:13:20Z", "2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20.000Z",
  ])
  func `dates are read as models write them`(text: String) throws {
    #expect(try Date(GeneratedContent(.string(text))) == Date(timeIntervalSince1970: 1_700_000_000))
  }

  @Test func `cases without raw values are their names`() throws {
    enum Size: Generable, CaseIterable { case small, large }
    #expect(Size.generationSchema.json.text == #"{"type":"string","enum":["small","large"]}"#)
    #expect(Size.small.generatedContent.jsonString == #""small""#)
    #expect(try Size(GeneratedContent("large")) == .large)
    let error = #expect(throws: GeneratedContentError.self) { try Size(GeneratedContent("secret")) }
    #expect(error?.expected == #"one of "small", "large""# && error?.found == "a string of 6 characters")
  }

  @Test func `a string case that refuses an unknown value does not quote it`() throws {
    enum Size: String, Codable { case small, large }
    struct Shirt: Generable {
      var size: Size
      static let guides = [Guide("size", .anyOf(["small", "large"]))]
    }
    #expect(Shirt.generationSchema.json["properties"]?["size"]?["enum"] == ["small", "large"])
    #expect(try Shirt(GeneratedContent(json: #"{"size":"large"}"#)).size == .large)
    let error = #expect(throws: GeneratedContentError.self) { try Shirt(GeneratedContent(json: #"{"size":"secret"}"#)) }
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test func `a type that reads itself by hand is read so inside others, errors with their path`() throws {
    struct Point: Generable {
      var x: Int
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Point.self, properties: [.init(name: "at", type: Int.self, guides: [.minimum(0)])])
      }
      init(_ content: GeneratedContent) throws { x = try content.value(forProperty: "at") }
      var generatedContent: GeneratedContent { GeneratedContent(properties: ["at": x]) }
    }
    struct Line: Generable { var points: [Point] }
    #expect(try Line(GeneratedContent(json: #"{"points":[{"at":3}]}"#)).points[0].x == 3)
    let error = #expect(throws: GeneratedContentError.self) {
      try Line(GeneratedContent(json: #"{"points":[{"at":3},{}]}"#))
    }
    #expect(error?.description == "at $.points[1].at: found nothing, expected an integer")
    #expect(
      Line.generationSchema.json["properties"]?["points"]?["items"]?["properties"]?["at"] == [
        "type": "integer", "minimum": 0,
      ])
  }

  @Test func `a schema and content go through the coders of others`() throws {
    let data = try JSONEncoder().encode(Recipe.generationSchema)
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: data)
    #expect(schema.name == "Recipe")
    #expect(schema.violations(in: Self.recipe.generatedContent) == [])
    let content = try JSONDecoder().decode(Recipe.self, from: JSONEncoder().encode(Self.recipe.generatedContent))
    #expect(content == Self.recipe)
  }

  @Test(arguments: 0..<200)
  func `any JSON goes through a Codable value and back`(seed: Int) throws {
    struct Box: Generable {
      var any: GeneratedContent
      var json: JSON
    }
    var generator = JSONGenerator(seed: seed)
    let value = generator.value()
    let json: JSON = ["any": value, "json": value]
    #expect(try Box(GeneratedContent(json)).generatedContent.json == json)
    #expect(Box.generationSchema.json["properties"] == ["any": [:], "json": [:]])
  }
}
