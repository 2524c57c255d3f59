import LanguageModels
import ScriptedModels

// The code in the comments of the library, so that it is compiled.

enum GenerableComment {
  // snippet: generable-comment
  struct Step: Generable {
    var text: String
    var minutes: Int?
  }
  // end
}

enum GuideComment {
  // snippet: guide-comment
  struct Recipe: Generable {
    var title: String
    var servings: Int
    var steps: [String]

    static let guides = [
      Guide(\Recipe.title, description: "Without the word recipe"),
      Guide(\Recipe.servings, .range(1...12)),
      Guide(\Recipe.steps, .count(2...8)),
    ]
  }
  // end

  static func stream(_ session: LanguageModelSession, to view: (String, [String]) -> Void) async throws {
    func show(title: String, steps: [String]) { view(title, steps) }
    // snippet: partial-comment
    for try await snapshot in session.streamResponse(to: "A soup.", generating: Recipe.self) {
      show(title: snapshot.content.title ?? "", steps: snapshot.content.steps ?? [])
    }
    // end
  }
}

// snippet: tool-comment
struct Lookup: Tool {
  let description = "Finds a city's temperature."

  struct Arguments: Generable {
    var city: String
  }

  func call(arguments: Arguments) async throws -> String {
    "It is 21 degrees in \(arguments.city)."
  }
}
// end

enum PromptComment {
  static func prompt(offers: [String], isUrgent: Bool) -> Prompt {
    // snippet: prompt-comment
    let prompt = Prompt {
      "Compare these two offers."
      for offer in offers { offer }
      if isUrgent { "One sentence is enough." }
    }
    // end
    return prompt
  }
}

enum ScriptComment {
  private typealias Weather = Lookup

  static func test() async throws -> (String, Transcript.Entry?) {
    // snippet: script-comment
    let model = ScriptedLanguageModel(.calls(.init("Weather", #"{"city":"Lisbon"}"#)), .text("It is fine."))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let answer = try await session.respond(to: "How is it in Lisbon?").content
    // What the second request held: the tool's output at its end.
    let last = model.recorder.requests[1].transcript.last
    // end
    return (answer, last)
  }
}
