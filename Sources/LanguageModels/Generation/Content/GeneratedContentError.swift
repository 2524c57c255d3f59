import Transcripts

/// Content that does not fit the type it was read as. It holds no text of the content, only kinds and sizes.
public struct GeneratedContentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where in the content.
  public var path: ContentPath
  /// The kind and size of what stands there, or `nothing`.
  public var found: String
  /// What should stand there.
  public var expected: String

  /// An error at a place.
  public init(path: ContentPath = ContentPath(), found: String, expected: String) {
    self.path = path
    self.found = found
    self.expected = expected
  }

  init(path: ContentPath = ContentPath(), found: JSON, expected: String) {
    self.init(path: path, found: found.kindAndSize, expected: expected)
  }

  public var description: String { "at \(path): found \(found), expected \(expected)" }
}

/// Where a value stands in generated content, written `$.steps[2].minutes`.
///
/// The names in it are those of types and schemas; keys that a model chose are counted: `$.scores{3}` is the third.
public struct ContentPath: Sendable, Hashable, CustomStringConvertible {
  /// One step of a path.
  public enum Component: Sendable, Hashable {
    /// A property by its name.
    case property(String)
    /// An element of an array, from 0.
    case index(Int)
    /// A member of a dictionary by its place, from 0, since its key is the model's text.
    case member(Int)
  }

  /// The steps from the root.
  public var components: [Component]

  /// A path of steps; without any it is the root.
  public init(_ components: [Component] = []) { self.components = components }

  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .property(let name): text += ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .member(let index): text += "{\(index)}"
      }
    }
  }

  func appending(_ component: Component) -> ContentPath { ContentPath(components + [component]) }

  /// Runs the body and puts the component before the path of an error that it throws.
  static func prefixing<Value>(_ component: Component, _ body: () throws -> Value) throws -> Value {
    try prefixing(ContentPath([component]), body)
  }

  static func prefixing<Value>(_ path: ContentPath, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch var error as GeneratedContentError {
      error.path.components = path.components + error.path.components
      throw error
    } catch var error as GuideViolations {
      for index in error.violations.indices {
        error.violations[index].path.components.insert(contentsOf: path.components, at: 0)
      }
      throw error
    }
  }
}

extension JSON {
  /// What it is and how large, in words, without its text. Numbers and Booleans are told as they are.
  var kindAndSize: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): digits.utf8.count > 24 ? "a number of \(digits.utf8.count) digits" : digits
    case .string(let string): "a string of \(counted(string.count, "character"))"
    case .array(let elements): "an array of \(counted(elements.count, "element"))"
    case .object(let members): "an object of \(counted(members.count, "member"))"
    }
  }
}

func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
