/// One event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The last `event:` field; `message` when there was none or an empty one.
  public var type: String
  /// The `data:` lines, joined by line feeds.
  public var data: String
  /// The last `id:` field of the stream so far.
  public var lastEventID: String

  /// An event of these fields.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
