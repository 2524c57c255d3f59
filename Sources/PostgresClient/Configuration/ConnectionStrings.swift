import CPostgreSQL

extension PostgresConfiguration: CustomStringConvertible {
  /// The connection string's settings without its secrets.
  public var description: String {
    guard let settings = try? settings() else { return "an invalid connection string" }
    return settings.map { "\($0.name)=\($0.isSecret ? "…" : $0.value)" }.joined(separator: " ")
  }

  /// Checks the connection string's form. Throws `PostgresError` of the kind `configuration`.
  public func validate() throws {
    _ = try settings()
  }

  struct Setting: Equatable {
    var name: String
    var value: String
    var isSecret: Bool
  }

  /// What the connection string sets, as libpq reads it.
  func settings() throws -> [Setting] {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(connectionString, &message) else {
      defer { PQfreemem(message) }
      throw PostgresError(.configuration, message: Self.safe(message.map { String(cString: $0) } ?? "out of memory"))
    }
    defer { PQconninfoFree(options) }
    var settings: [Setting] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        // libpq marks secrets with "*", and options for debugging with "D".
        let isSecret = option.pointee.dispchar.map { String(cString: $0) } == "*"
        settings.append(
          Setting(name: String(cString: keyword), value: String(cString: value), isSecret: isSecret))
      }
      option += 1
    }
    return settings
  }

  /// libpq's complaint. Some of them quote the string, which may hold a password: only an option's name is kept.
  static func safe(_ complaint: String) -> String {
    let text = complaint.split(whereSeparator: \.isNewline).joined(separator: " ")
    let namesAnOption = ["invalid connection option", "invalid URI query parameter"].contains { text.hasPrefix($0) }
    return namesAnOption ? text : text.withoutQuotedText
  }
}
