import FoundationEssentials
import LanguageModels

/// Types as applications write them: nothing but properties, and guides beside them.
struct Recipe: Generable, Equatable {
  enum Course: String, Generable, CaseIterable { case starter, main, dessert }

  struct Step: Generable, Equatable {
    var text: String
    var minutes: Int?
  }

  var title: String
  var course: Course
  var servings: Int
  var rating: Double
  var isVegan: Bool
  var steps: [Step]
  var tags: [String]
  var source: String?

  static let guides = [
    Guide(\Recipe.title, description: "Without the word recipe"),
    Guide(\Recipe.servings, .range(1...12)),
    Guide(\Recipe.rating, .range(0...5)),
    Guide(\Recipe.steps, .count(1...3)),
    Guide(CodingKeys.tags.stringValue, .element(.pattern("[a-z]+"))),
    Guide(\Recipe.source, .anyOf(["book", "web"])),
  ]
}

/// A type that contains itself.
struct Folder: Generable, Equatable {
  var name: String
  var folders: [Folder]
  var parent: Reference?

  struct Reference: Generable, Equatable {
    var name: String
    var weight: Decimal
  }
}

/// Two uses of one type.
struct Trip: Generable, Equatable {
  var from: Place
  var to: Place?
  var stops: [String: Place]

  struct Place: Generable, Equatable {
    var name: String
  }
}
