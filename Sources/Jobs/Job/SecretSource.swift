import YAMLDocuments

/// Where a secret is found; never the secret.
public struct SecretSource: Sendable, Equatable {
  public enum Place: Sendable, Equatable {
    case environment(String)
    case file(String)
  }

  public var place: Place
  var file: String
  var range: SourceRange

  /// The secret itself, without the white space around it: to be wrapped at once in a type that does not print it.
  ///
  /// - Parameter read: gives the text of a file.
  /// - Throws: a finding that names the variable or the path and the place in the job file, when it is not there,
  ///   empty, or cannot be sent in a header.
  public func resolve(
    environment: [String: String], read: (_ path: String) throws -> String
  ) throws(Diagnostic) -> String {
    let (name, text): (String, String?) =
      switch place {
      case .environment(let variable): ("the environment variable `\(variable)`", environment[variable])
      case .file(let path): ("the file `\(path)`", try? read(path))
      }
    guard let text else {
      throw problem(name, place.isFile ? "cannot be read" : "is not set")
    }
    let value = text.drop(while: \.isWhitespace)
    let end = value.lastIndex { !$0.isWhitespace }
    guard let end else { throw problem(name, "is empty") }
    let secret = String(value[...end])
    guard secret.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
      throw problem(name, "has more than one line or a control character")
    }
    return secret
  }

  private func problem(_ name: String, _ what: String) -> Diagnostic {
    Diagnostic(.error, file: file, range: range, "\(name) \(what)", expected: "the key on one line")
  }
}

extension SecretSource.Place {
  fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}
