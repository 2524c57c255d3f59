import LanguageModels
import ScriptedModels

/// What docs/from-apple.md shows, put to use.
enum FromApple: Example {
  static let summary = "code written for Apple's framework, with its macros written out"
  static let replies: [ScriptedReply] = [
    .calls(.init("find_trains", #"{"city":"Porto","limit":2}"#)),
    .text(#"{"city":"Porto","days":2,"pace":"slow","stops":[{"name":"Ribeira","minutes":90}]}"#),
    .text("Take a coat."),
  ]

  static func run(with model: some LanguageModel) async throws {
    let session = LanguageModelSession(profile: Planner(model: model))
    let prompt = #"Plan a trip. (find_trains {"city":"Porto","limit":2})"#
    let trip = try await session.respond(to: prompt, generating: Trip.self).content
    print("\(trip.city), \(trip.days) days, \(trip.pace), \(trip.stops.map(\.name))")
    print("topic: \(session.properties.topic), called for \(try calledCities(in: session.transcript))")
    print(try await session.respond(to: "What should I take?").content)
    print(Trip.generationSchema.json.text)
    print(Leg.generationSchema.json.text)
    print(try Leg(GeneratedContent(json: #"{"kind":"train","line":"IC 123"}"#)))
  }
}
