public import HTTPTransport

/// Why a model gave no answer.
public struct ChatError: Error, Sendable {
  /// What can be done about it.
  public enum Class: Sendable, Hashable {
    /// The server cannot now: too many requests, or it failed. Ask later, and less.
    case overload
    /// No connection, or one that broke.
    case unreachable
    /// It took too long.
    case timedOut(Phase)
    /// The answer ended before its end.
    case truncated
    /// What came is no answer.
    case malformed
    /// The account is empty, or its budget for the day is used up.
    case quota
    /// More tokens than the model takes, with the server's numbers where it gives them.
    case tooBig(limit: Int?, requested: Int?)
    /// The server refuses something that can be left out or said otherwise.
    case adaptable(Adaptation)
    /// A filter refused the request or the answer.
    case contentFilter
    /// This request will never succeed.
    case permanent
    /// No request to this endpoint (or its model) will succeed: a wrong key, address or name.
    case endpoint
    /// Not asked, because the endpoint failed too often just before.
    case circuitOpen
    /// Not asked, because the caller's hook said no.
    case declined
    /// The task was cancelled.
    case cancelled
  }

  /// What took too long.
  public enum Phase: String, Sendable, Hashable {
    /// See ``ChatDeadlines``.
    case connect, firstToken, betweenTokens, total
  }

  /// What can be done about it.
  public var `class`: Class
  /// The HTTP status, or the one that an error inside the body names.
  public var status: Int?
  /// The kind of error by the server's name.
  public var type: String?
  /// The error by the server's code, also where that is a number.
  public var code: String?
  /// The parameter that the server finds fault with.
  public var param: String?
  /// The server's own words, shortened, with what they quote of the request or the key replaced; or what was found wrong here.
  public var message: String
  /// The address without its query.
  public var endpoint = ""
  /// The model that was asked.
  public var model = ""
  /// How long the server says to wait.
  public var retryAfter: Duration?
  /// What the last attempt has used as far as the server said so.
  public var usage: TokenUsage?
  /// The attempts that were made, this one included.
  public var attempts = 0
  /// What the transport said, where there was no response or no end of it.
  public var transport: TransportError?
  /// The response, where it was one of an error status. Its body may quote the request: it appears in no description.
  public var response: Response?
  /// What the caller's hook threw, for `declined`.
  public var cause: (any Error)?

  /// A response of an error status.
  public struct Response: Sendable, Hashable {
    /// From 300.
    public var status: Int
    /// No more of it than 64 KiB.
    public var body: [UInt8]
  }

  /// An error without its place, which the client adds.
  public init(
    _ class: Class, status: Int? = nil, type: String? = nil, code: String? = nil, param: String? = nil,
    message: String = "", retryAfter: Duration? = nil, usage: TokenUsage? = nil
  ) {
    self.class = `class`
    self.status = status
    self.type = type
    self.code = code
    self.param = param
    self.message = message
    self.retryAfter = retryAfter
    self.usage = usage
  }
}

extension ChatError.Class {
  /// Whether the same request may succeed later. An adaptable one may succeed at once, after the change.
  public var isRetriable: Bool {
    switch self {
    case .overload, .unreachable, .timedOut, .truncated, .malformed: true
    case .quota, .tooBig, .adaptable, .contentFilter, .permanent, .endpoint, .circuitOpen, .declined, .cancelled: false
    }
  }

  /// Whether fewer requests at a time may help.
  public var isCongestion: Bool {
    switch self {
    case .overload, .timedOut: true
    default: false
    }
  }

  /// Whether the fault lies with the endpoint, so that other requests will fail alike.
  public var stopsEndpoint: Bool { self == .quota || self == .endpoint }

  /// A word for labels and records; the set is closed.
  public var name: String {
    switch self {
    case .overload: "overload"
    case .unreachable: "unreachable"
    case .timedOut: "timed_out"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .quota: "quota"
    case .tooBig: "too_big"
    case .adaptable: "adaptable"
    case .contentFilter: "content_filter"
    case .permanent: "permanent"
    case .endpoint: "endpoint"
    case .circuitOpen: "circuit_open"
    case .declined: "declined"
    case .cancelled: "cancelled"
    }
  }
}

extension ChatError: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    var facts: [String] = []
    if let status { facts.append("status \(status)") }
    if let code, code != status.map(String.init) { facts.append("code \(code)") }
    if let type { facts.append("type \(type)") }
    if attempts > 1 { facts.append("after \(attempts) attempts") }
    let place = [endpoint, model].filter { !$0.isEmpty }.joined(separator: " ")
    let what = ([`class`.phrase] + (message.isEmpty ? [] : [message])).joined(separator: ": ")
    return "\(place.isEmpty ? "" : place + ": ")\(what)\(facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")"
  }
}

extension ChatError.Class {
  fileprivate var phrase: String {
    switch self {
    case .overload: "the server is overloaded or failed"
    case .unreachable: "the server could not be reached"
    case .timedOut(.connect): "no connection within the time allowed"
    case .timedOut(.firstToken): "no token within the time allowed"
    case .timedOut(.betweenTokens): "no further token within the time allowed"
    case .timedOut(.total): "no complete answer within the time allowed"
    case .truncated: "the answer was cut off"
    case .malformed: "the answer could not be read"
    case .quota: "the account's quota is used up"
    case .tooBig(let limit?, let requested?): "the request has \(requested) tokens, the model takes \(limit)"
    case .tooBig(let limit?, nil): "the request has more tokens than the \(limit) that the model takes"
    case .tooBig: "the request has more tokens than the model takes"
    case .adaptable(let adaptation): "the server refuses a parameter (\(adaptation.rawValue))"
    case .contentFilter: "the provider's content filter refused"
    case .permanent: "the server refuses the request"
    case .endpoint: "the endpoint refuses every request"
    case .circuitOpen: "not asked, as the endpoint failed too often"
    case .declined: "not asked, as the caller declined"
    case .cancelled: "cancelled"
    }
  }
}
