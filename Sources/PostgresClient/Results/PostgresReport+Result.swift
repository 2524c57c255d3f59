import CPostgreSQL

extension PostgresReport {
  /// What the server says in an error or a notice; nil if it is libpq itself that speaks.
  init?(_ result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue!)).map { String(cString: $0) }
    }
    guard let state = field("C") else { return nil }
    // "V" is never translated.
    let severity = (field("V") ?? field("S")).flatMap(Severity.init)
    self.init(severity: severity ?? .error, sqlState: SQLState(rawValue: state), message: field("M") ?? "")
    detail = field("D")
    hint = field("H")
    context = field("W")
    schema = field("s")
    table = field("t")
    column = field("c")
    constraint = field("n")
    position = field("P").flatMap { Int($0) }
  }
}
