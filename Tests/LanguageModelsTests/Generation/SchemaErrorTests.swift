import LanguageModels
import Testing
import Transcripts

/// Mistakes in types and schemas, which are told before any request.
struct SchemaErrorTests {
  struct Plain: Generable {
    var count: Int
    var text: String
  }

  struct Misspelt: Generable {
    var count: Int
    static let guides = [Guide("cuont", .range(1...2))]
  }

  struct Unsuitable: Generable {
    var count: Int
    static let guides = [Guide("count", .pattern("a"))]
  }

  struct Contradicting: Generable {
    var count: Int
    static let guides = [Guide(\Contradicting.count, .minimum(3), .maximum(2))]
  }

  struct Computed: Generable {
    var a: Int
    var b: Int
    var sum: Int { a + b }
    static let guides = [Guide(\Computed.sum, .minimum(3))]
  }

  enum Payload: Generable { case a(Int), b }

  enum Unlisted: String, Generable { case a, b }

  struct Outer: Generable { var inner: Misspelt }

  final class Endless: Generable {
    let next: Endless
    init(next: Endless) { self.next = next }
  }

  @Test(
    arguments: [
      (Misspelt.self, "schema SchemaErrorTests_Misspelt: a guide for cuont, expected one of count"),
      (Unsuitable.self, "schema SchemaErrorTests_Unsuitable, property count: a guide for strings on an integer"),
      (
        Contradicting.self,
        "schema SchemaErrorTests_Contradicting, property count: guides ask for at least 3 and at most 2"
      ),
      (
        Computed.self,
        "schema SchemaErrorTests_Computed: a guide's key path is not that of one stored property; name the property by its key"
      ),
      (
        Payload.self,
        "no schema can be derived from Payload: it asks which keys there are, as enumerations with associated values do; write its generationSchema by hand"
      ),
      (
        Unlisted.self,
        "no schema can be derived from Unlisted: it accepts only some values; make it CaseIterable, or give the property Guide(\"name\", .anyOf([…]))"
      ),
      (Outer.self, "schema SchemaErrorTests_Misspelt: a guide for cuont, expected one of count"),
      (
        Endless.self,
        "no schema can be derived from Endless: Endless contains itself without an optional or an array between"
      ),
    ] as [(any Generable.Type, String)])
  func `a mistake in a type is a problem of its schema`(type: any Generable.Type, message: String) {
    #expect(type.generationSchema.problem?.description == message)
    #expect(throws: GenerationSchema.SchemaError.self) { try type.init(checking: GeneratedContent(json: "{}")) }
  }

  @Test func `a schema by hand has each property once and choices to choose from`() {
    let twice = GenerationSchema(
      type: Plain.self, properties: [.init(name: "a", type: Int.self), .init(name: "a", type: String.self)])
    #expect(twice.problem == .duplicateProperty(schema: "SchemaErrorTests_Plain", property: "a"))
    let none = GenerationSchema(type: Plain.self, anyOf: [String]())
    #expect(none.problem == .emptyTypeChoices(schema: "SchemaErrorTests_Plain"))
  }

  @Test func `a dynamic schema names everything that it refers to`() throws {
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: [
        .init(name: "one", schema: DynamicGenerationSchema(referenceTo: "Missing")),
        .init(name: "two", schema: DynamicGenerationSchema(arrayOf: DynamicGenerationSchema(referenceTo: "Lost"))),
      ])
    #expect(throws: GenerationSchema.SchemaError.undefinedReferences(schema: "Root", references: ["Lost", "Missing"])) {
      try GenerationSchema(root: root, dependencies: [])
    }
    let loop = DynamicGenerationSchema(name: "Loop", anyOf: [DynamicGenerationSchema]())
    #expect(throws: GenerationSchema.SchemaError.emptyTypeChoices(schema: "Loop")) { try GenerationSchema(root: loop) }
    let other = DynamicGenerationSchema(name: "Root", anyOf: ["a"])
    #expect(throws: GenerationSchema.SchemaError.duplicateType(schema: nil, type: "Root")) {
      try GenerationSchema(root: root, dependencies: [other])
    }
  }
}
