import LanguageModels
import Testing
import Transcripts

struct SchemaJSONTests {
  @Test func `a dynamic schema is written with its references`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Menu", description: "What there is",
        properties: [
          .init(
            name: "dishes", schema: DynamicGenerationSchema(arrayOf: .init(referenceTo: "Dish"), minimumElements: 1)),
          .init(name: "best", description: "The best", schema: .init(referenceTo: "Dish"), isOptional: true),
          .init(name: "day", schema: .init(name: "Day", anyOf: ["Mon", "Tue"])),
          .init(name: "note", schema: .init(type: String.self, guides: [.pattern("a|b")])),
        ]),
      dependencies: [
        .init(name: "Dish", properties: [.init(name: "with", schema: .init(referenceTo: "Dish"), isOptional: true)])
      ])
    let expected = try JSON(
      parsing: #"""
        {"title":"Menu","description":"What there is","type":"object","properties":{
          "dishes":{"type":"array","items":{"$ref":"#/$defs/Dish"},"minItems":1},
          "best":{"description":"The best","anyOf":[{"$ref":"#/$defs/Dish"}]},
          "day":{"type":"string","enum":["Mon","Tue"]},
          "note":{"type":"string","pattern":"^(a|b)$"}},
         "required":["dishes","day","note"],"additionalProperties":false,
         "$defs":{"Dish":{"type":"object","properties":{"with":{"$ref":"#/$defs/Dish"}},"required":[],"additionalProperties":false}}}
        """#)
    #expect(schema.json(.plain) == expected)
    #expect(schema.json(.strict)["required"] == ["dishes", "best", "day", "note"])
  }

  @Test func `a dictionary is an object in plain schemas and pairs in strict ones`() {
    let plain = Trip.generationSchema.json(.plain)["properties"]?["stops"]
    #expect(plain == ["type": "object", "additionalProperties": ["$ref": "#/$defs/Trip_Place"]])
    let strict = Trip.generationSchema.json(.strict)["properties"]?["stops"]
    #expect(strict?["type"] == "array")
    #expect(strict?["items"]?["required"] == ["key", "value"])
  }

  @Test(arguments: [Recipe.generationSchema, Folder.generationSchema, Trip.generationSchema])
  func `a schema read from its JSON says the same`(schema: GenerationSchema) throws {
    for flavor in [GenerationSchema.Flavor.plain, .strict] {
      let json = schema.json(flavor)
      #expect(GenerationSchema(json: json).json(flavor) == json)
      #expect(GenerationSchema(json: json).problem == nil)
    }
    #expect(GenerationSchema(json: schema.json(.plain)).name == schema.name)
  }

  @Test(arguments: [
    #"{"type":"string","minLength":3}"#, #"{"allOf":[{"type":"string"}]}"#, #"{"type":"array","uniqueItems":true}"#,
    #"{"type":"object","properties":{"a":{"not":{}}},"required":["a"],"additionalProperties":false}"#,
    ##"{"oneOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"integer"}}}"##,
  ])
  func `keywords that are not understood are passed on`(text: String) throws {
    let json = try JSON(parsing: text)
    let schema = GenerationSchema(json: json)
    #expect(schema.json == json)
    #expect(!schema.structuredOutput.isStrict)
  }

  @Test func `a reference to nothing is a problem`() throws {
    let schema = GenerationSchema(json: try JSON(parsing: ##"{"type":"array","items":{"$ref":"#/$defs/A"}}"##))
    #expect(schema.problem == .undefinedReferences(schema: nil, references: ["A"]))
  }

  @Test func `a root that is no object is wrapped for servers, and unwrapped`() throws {
    let output = [Recipe.Step].generationSchema.structuredOutput
    #expect(output.schema["type"] == "object")
    #expect(output.schema["required"] == ["value"])
    let content = try GeneratedContent(json: #"{"value":[{"text":"a","minutes":1}]}"#)
    #expect(try [Recipe.Step](output.unwrap(content)) == [Recipe.Step(text: "a", minutes: 1)])
    #expect(try [Recipe.Step](output.unwrap(GeneratedContent(json: #"[{"text":"a"}]"#))).count == 1)
    #expect(Recipe.generationSchema.structuredOutput.wrapper == nil)
    #expect(Recipe.generationSchema.structuredOutput.isStrict)
  }
}
