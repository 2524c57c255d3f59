import LanguageModels
import Testing
import Transcripts

struct DerivedSchemaTests {
  @Test func `the schema of a structure is derived with its guides, in the order of the properties`() throws {
    let expected = try JSON(
      parsing: #"""
        {"type":"object","properties":{
          "title":{"description":"Without the word recipe","type":"string"},
          "course":{"type":"string","enum":["starter","main","dessert"]},
          "servings":{"type":"integer","minimum":1,"maximum":12},
          "rating":{"type":"number","minimum":0.0,"maximum":5.0},
          "isVegan":{"type":"boolean"},
          "steps":{"type":"array","items":{"type":"object","properties":{
            "text":{"type":"string"},"minutes":{"type":["integer","null"]}},
            "required":["text","minutes"],"additionalProperties":false},"minItems":1,"maxItems":3},
          "tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"}},
          "source":{"type":["string","null"],"enum":["book","web",null]}},
         "required":["title","course","servings","rating","isVegan","steps","tags","source"],
         "additionalProperties":false}
        """#)
    #expect(Recipe.generationSchema.problem == nil)
    #expect(Recipe.generationSchema.json == expected)
    #expect(Recipe.generationSchema.name == "Recipe")
  }

  @Test func `a type that contains itself stands in the definitions`() throws {
    let expected = try JSON(
      parsing: ##"""
        {"type":"object","properties":{"name":{"type":"string"},
          "folders":{"type":"array","items":{"$ref":"#/$defs/Folder"}},
          "parent":{"anyOf":[{"type":"object",
            "properties":{"name":{"type":"string"},"weight":{"type":"number"}},
            "required":["name","weight"],"additionalProperties":false},{"type":"null"}]}},
         "required":["name","folders","parent"],"additionalProperties":false,"$defs":{}}
        """##)
    var json = Folder.generationSchema.json
    let definition = json["$defs"]?["Folder"]
    json.set("$defs", to: [:])
    #expect(json == expected)
    #expect(definition?["properties"] == expected["properties"])
  }
}
