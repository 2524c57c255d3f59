/// Why a dynamic profile comes to nothing that a model can be asked with.
public enum ProfileError: Error, Sendable, Hashable {
  /// No modifier names a model.
  case noModel
  /// Two tools have the same name.
  case duplicateTool(name: String)
  /// A body contains itself.
  case endlessBody(type: String)
}

extension ProfileError: CustomStringConvertible {
  /// What was found and what was expected, in one line.
  public var description: String {
    switch self {
    case .noModel: "the profile names no model; expected a `.model(…)` modifier on it or around it"
    case .duplicateTool(let name): "two tools are named `\(name)`; expected a name for each tool"
    case .endlessBody(let type): "the body of `\(type)` contains itself; expected a body that ends at a profile"
    }
  }
}
