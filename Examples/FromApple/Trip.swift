import LanguageModels

// snippet: generable
struct Trip: Generable {
  var city: String
  var days: Int
  var pace: Pace
  var stops: [Stop]
  var note: String?

  static let generationDescription: String? = "A trip to one city"
  static let guides = [
    Guide(\Trip.city, description: "Without its country"),
    Guide(\Trip.days, .range(1...14)),
    Guide(\Trip.stops, .maximumCount(10)),
  ]
}

enum Pace: String, Generable, CaseIterable {
  case slow, brisk
}

struct Stop: Generable {
  var name: String
  var minutes: Int
}
// end

// snippet: choice
/// An enumeration with associated values writes its schema and its coding by hand.
enum Leg: Generable {
  case walk
  case train(line: String)

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Leg.self,
      properties: [
        .init(name: "kind", type: String.self, guides: [.anyOf(["walk", "train"])]),
        .init(name: "line", description: "For a train", type: String?.self),
      ])
  }

  private enum CodingKeys: String, CodingKey { case kind, line }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let line = try values.decodeIfPresent(String.self, forKey: .line)
    self = try values.decode(String.self, forKey: .kind) == "train" ? .train(line: line ?? "") : .walk
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .walk: try values.encode("walk", forKey: .kind)
    case .train(let line):
      try values.encode("train", forKey: .kind)
      try values.encode(line, forKey: .line)
    }
  }
}
// end
