/// What a connection does next, decided without any I/O: the order in which libpq's asynchronous calls are made, and
/// what is allowed when. The driver (`Channel`) performs an action and returns its result as the next event.
///
///     idle ── start ──► sending ── flushed ──► receiving ── exhausted ──► idle
///                                               │  ▲
///                  rows or COPY data wait       ▼  │ resume, put, end
///                  for the caller              held
///
/// A deadline or a cancellation ends the session from every state but idle.
struct SessionMachine: Equatable {
  /// What kind of conversation a request starts.
  enum Exchange: Equatable {
    /// One or more statements whose results are all collected.
    case collected
    /// One statement whose rows are handed out as they come.
    case rows
    case copyIn
    case copyOut
  }

  enum State: Equatable {
    case idle
    case sending(Exchange)
    /// Reading results. `held` counts the bytes that were read and not yet handed to the caller.
    case receiving(Exchange, held: Int)
    /// Reading the data of a COPY.
    case copyingOut(held: Int)
    /// The caller has rows or data and has not asked for more.
    case paused(resume: Paused)
    /// The server waits for the caller's data.
    case copyingIn
    /// Data or the end of it is on its way to the server; `accepted` once libpq has it all.
    case putting(Put, accepted: Bool)
    /// The caller wants no more: the rest is read and dropped.
    case discarding(copy: Bool)
    case closed(Closure)
  }

  enum Put: Equatable {
    case data
    case end
  }

  enum Paused: Equatable {
    case rows
    case copyOut
  }

  /// Why there is no session any more.
  enum Closure: Equatable {
    /// The caller closed it.
    case requested
    /// The server or the network did.
    case lost
    case deadlinePassed
    case cancelled
    /// The statement turned out to be of another kind than the call.
    case wrongExchange(expected: Exchange)
  }

  /// How many bytes are read before they are handed over: enough to make the change of threads cheap.
  static let batch = 512 * 1024

  var state = State.idle
}

extension SessionMachine {
  enum Event: Equatable {
    case start(Exchange)
    case sent
    case sendRefused(alive: Bool)
    case flushed
    case flushBlocked
    case ready(Interest)
    case consumed
    case inputFailed
    /// libpq has not got a whole result yet.
    case busy
    case result(Result)
    /// All results were taken.
    case exhausted(alive: Bool)
    case copyData(bytes: Int)
    /// All the data of a COPY was taken, or libpq failed at it; the next result says which.
    case copyDataEnded
    case resume
    case put(Put)
    case putAccepted
    case putBlocked
    case putRefused
    case leave
    case close
    case deadlinePassed
    case cancelled
  }

  enum Result: Equatable {
    /// The end of a statement, with all of its rows unless they were handed out one by one.
    case complete
    case row(bytes: Int)
    case failure
    case copyIn
    case copyOut
    case copyBoth
  }

  enum Action: Equatable {
    case send
    case flush
    case wait(Interest)
    case consume
    /// Take the next result; unless forced, only if that does not block.
    case takeResult(force: Bool)
    case takeCopyData
    case put(Put)
    /// Hand what was taken to the caller.
    case deliver
    /// The exchange is over.
    case finish
    /// The request was not sent; the session is as it was.
    case refuse(Refusal)
    /// Give up the session: cancel on the server what still runs there, and close.
    case abandon(Closure)
  }

  enum Refusal: Equatable {
    case busy
    case notStarted
    case rejected
  }

  /// Whether an exchange is under way.
  var isBusy: Bool {
    switch state {
    case .idle, .closed: false
    default: true
    }
  }

  /// Whether what is taken is to be dropped.
  var isDiscarding: Bool {
    if case .discarding = state { true } else { false }
  }
}

/// What a socket is waited for.
struct Interest: OptionSet, Sendable, Hashable {
  let rawValue: UInt32
  static let read = Interest(rawValue: 1)
  static let write = Interest(rawValue: 2)
}
