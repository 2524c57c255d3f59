public import FoundationEssentials

/// Why a server's response was none that could be read as an answer.
public enum RequestError: Error, Sendable, Hashable {
  /// The server answered with a status that is no success, and there is no `LanguageModelError` for it.
  ///
  /// - Parameter data: The body, up to 64 KiB of it. It may quote the conversation: not for logs.
  case httpError(statusCode: Int, data: Data)
  /// What came is no stream of chunks and no reply, or it stopped before its end.
  case invalidStreamData
}

extension RequestError: CustomStringConvertible {
  /// The status and the server's name for the error; never the body.
  public var description: String {
    switch self {
    case .httpError(let status, let data):
      let body = ErrorBody(bytes: Array(data))
      let names = [body.type.map { "type \($0)" }, body.code.map { "code \($0)" }].compactMap(\.self)
      return "httpError: status \(status)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    case .invalidStreamData: return "invalidStreamData: what the server sent is no whole answer"
    }
  }
}

/// An error that a server reported inside a response of success, such as in the middle of a stream.
public struct APIError: Error, Sendable, Hashable {
  /// The server's words, shortened, with what they quote of the request or the key replaced.
  public var message: String
  /// The kind of error by the server's name.
  public var type: String?
  /// The parameter that the server finds fault with.
  public var param: String?
  /// As text, also where the server sent a number.
  public var code: String?

  /// An error as a server words it.
  public init(message: String, type: String? = nil, param: String? = nil, code: String? = nil) {
    self.message = message
    self.type = type
    self.param = param
    self.code = code
  }
}

extension APIError: CustomStringConvertible {
  /// The words and the names.
  public var description: String {
    let names = [type.map { "type \($0)" }, param.map { "param \($0)" }, code.map { "code \($0)" }].compactMap(\.self)
    return "the server reports: \(message)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
  }
}
