import LanguageModels

// snippet: tool
struct FindTrains: Tool {
  let name = "find_trains"
  let description = "Finds trains to a city."
  @SessionProperty(\.topic) private var topic

  struct Arguments: Generable {
    var city: String
    var limit: Int

    static let guides = [Guide(\Arguments.limit, .range(1...5))]
  }

  func call(arguments: Arguments) async throws -> String {
    topic = "trains to \(arguments.city)"
    return "\(arguments.limit) trains in the morning."
  }
}
// end
