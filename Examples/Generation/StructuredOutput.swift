import LanguageModels
import ScriptedModels

enum StructuredOutput: Example {
  static let summary = "a value of a type, its parts while they come, and what is wrong with one that does not fit"
  static let replies: [ScriptedReply] = [
    .text(#"{"title":"Tomato so"#, #"up","servings":2,"#, #""course":"starter","steps":["Chop","#, #""Cook"]}"#),
    .text(#"{"title":"Cake","servings":40,"course":"dessert","steps":["Bake","Cool"]}"#),
  ]

  // snippet: structured
  struct Recipe: Generable {
    enum Course: String, Generable, CaseIterable { case starter, main, dessert }

    var title: String
    var servings: Int
    var course: Course
    var steps: [String]
    var source: String?

    static let guides = [
      Guide(\Recipe.title, description: "Without the word recipe"),
      Guide(\Recipe.servings, .range(1...12)),
      Guide(\Recipe.steps, .count(2...8)),
    ]
  }

  static func run(with model: some LanguageModel) async throws {
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "A soup for two.", generating: Recipe.self)
    var isTold = false
    for try await snapshot in stream where !isTold {
      // Every member is optional while the value is being written, in the order of the properties.
      guard let title = snapshot.content.title, let servings = snapshot.content.servings else { continue }
      print("coming: \(title) for \(servings)")
      isTold = true
    }
    let recipe = try await stream.collect().content
    print("\(recipe.title), a \(recipe.course) for \(recipe.servings)")

    do {
      let cake = try await session.respond(to: "A cake for forty.", generating: Recipe.self).content
      print("\(cake.title), for \(cake.servings)")
    } catch LanguageModelSession.Error.decodingFailure(let failure) {
      print("refused: \(failure.underlyingError)")
    }
  }
  // end
}
