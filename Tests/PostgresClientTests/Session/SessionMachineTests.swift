import Testing

@testable import PostgresClient

typealias Machine = SessionMachine

/// What the driver reports, and what it is told to do next.
struct Exchange: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var steps: [(Machine.Event, Machine.Action)]

  init(_ name: String, _ steps: (Machine.Event, Machine.Action)...) {
    (testDescription, self.steps) = (name, steps)
  }
}

struct SessionMachineTests {
  static let take = Machine.Action.takeResult(force: false)
  static let big = Machine.batch

  static let exchanges = [
    Exchange(
      "a query whose answer comes in two reads",
      (.start(.collected), .send), (.sent, .flush), (.flushed, take), (.busy, .wait(.read)), (.ready(.read), .consume),
      (.consumed, take), (.busy, .wait(.read)), (.ready(.read), .consume), (.consumed, take),
      (.result(.complete), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "a request larger than the socket's room reads while it writes",
      (.start(.collected), .send), (.sent, .flush), (.flushBlocked, .wait([.read, .write])), (.ready(.read), .consume),
      (.consumed, .flush), (.flushBlocked, .wait([.read, .write])), (.ready(.write), .flush), (.flushed, take),
      (.result(.complete), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "a script goes on to its last result, past an error",
      (.start(.collected), .send), (.sent, .flush), (.flushed, take), (.result(.complete), take),
      (.result(.failure), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "a session that the server ends while a statement runs",
      (.start(.collected), .send), (.sent, .flush), (.flushed, take), (.busy, .wait(.read)), (.ready(.read), .consume),
      (.inputFailed, .takeResult(force: true)), (.result(.failure), take), (.exhausted(alive: false), .abandon(.lost)),
      (.start(.collected), .abandon(.lost))),
    Exchange(
      "a session that breaks while the request is written",
      (.start(.collected), .send), (.sent, .flush), (.flushBlocked, .wait([.read, .write])), (.ready(.read), .consume),
      (.inputFailed, .takeResult(force: true)), (.result(.failure), take), (.exhausted(alive: false), .abandon(.lost))),
    Exchange(
      "a request that libpq refuses changes nothing",
      (.start(.collected), .send), (.sendRefused(alive: true), .refuse(.rejected)), (.start(.collected), .send)),
    Exchange(
      "a request on a broken connection",
      (.start(.collected), .send), (.sendRefused(alive: false), .abandon(.lost))),
    Exchange(
      "rows are handed over when no more are there, and asked for again",
      (.start(.rows), .send), (.sent, .flush), (.flushed, take), (.busy, .wait(.read)), (.ready(.read), .consume),
      (.consumed, take), (.result(.row(bytes: 9)), take), (.result(.row(bytes: 9)), take), (.busy, .deliver),
      (.resume, take), (.busy, .wait(.read)), (.ready(.read), .consume), (.consumed, take), (.result(.complete), take),
      (.exhausted(alive: true), .finish)),
    Exchange(
      "rows are handed over when there are many",
      (.start(.rows), .send), (.sent, .flush), (.flushed, take), (.result(.row(bytes: big - 1)), take),
      (.result(.row(bytes: 1)), .deliver), (.resume, take), (.result(.row(bytes: big)), .deliver), (.resume, take),
      (.result(.complete), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "rows that nobody wants are read and dropped",
      (.start(.rows), .send), (.sent, .flush), (.flushed, take), (.result(.row(bytes: big)), .deliver), (.leave, take),
      (.result(.row(bytes: big)), take), (.busy, .wait(.read)), (.ready(.read), .consume), (.consumed, take),
      (.result(.complete), take), (.exhausted(alive: true), .finish), (.leave, .finish)),
    Exchange(
      "COPY to the client",
      (.start(.copyOut), .send), (.sent, .flush), (.flushed, take), (.result(.copyOut), .deliver),
      (.resume, .takeCopyData), (.busy, .wait(.read)), (.ready(.read), .consume), (.consumed, .takeCopyData),
      (.copyData(bytes: 9), .takeCopyData), (.busy, .deliver), (.resume, .takeCopyData),
      (.copyData(bytes: big), .deliver),
      (.resume, .takeCopyData), (.copyDataEnded, take), (.result(.complete), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "COPY to the client that is left early",
      (.start(.copyOut), .send), (.sent, .flush), (.flushed, take), (.result(.copyOut), .deliver),
      (.leave, .takeCopyData), (.copyData(bytes: big), .takeCopyData), (.busy, .wait(.read)), (.ready(.read), .consume),
      (.consumed, .takeCopyData), (.copyDataEnded, take), (.result(.complete), take), (.exhausted(alive: true), .finish)
    ),
    Exchange(
      "COPY from the client: data is taken only when the socket has it",
      (.start(.copyIn), .send), (.sent, .flush), (.flushed, take), (.result(.copyIn), .deliver),
      (.put(.data), .put(.data)), (.putAccepted, .flush), (.flushBlocked, .wait([.read, .write])),
      (.ready([.read, .write]), .consume), (.consumed, .flush), (.flushed, .deliver), (.put(.data), .put(.data)),
      (.putBlocked, .wait([.read, .write])), (.ready(.write), .flush), (.flushed, .put(.data)), (.putAccepted, .flush),
      (.flushed, .deliver), (.put(.end), .put(.end)), (.putAccepted, .flush), (.flushed, take),
      (.result(.complete), take), (.exhausted(alive: true), .finish)),
    Exchange(
      "COPY from the client that the server does not like",
      (.start(.copyIn), .send), (.sent, .flush), (.flushed, take), (.result(.copyIn), .deliver),
      (.put(.end), .put(.end)), (.putAccepted, .flush), (.flushed, take), (.result(.failure), take),
      (.exhausted(alive: true), .finish)),
    Exchange(
      "a COPY in a plain query ends the session: there is nobody to give it data",
      (.start(.collected), .send), (.sent, .flush), (.flushed, take),
      (.result(.copyIn), .abandon(.wrongExchange(expected: .collected)))),
    Exchange(
      "COPY in the wrong direction",
      (.start(.copyIn), .send), (.sent, .flush), (.flushed, take),
      (.result(.copyOut), .abandon(.wrongExchange(expected: .copyIn)))),
    Exchange(
      "a statement that is no COPY where one was expected is simply over",
      (.start(.copyOut), .send), (.sent, .flush), (.flushed, take), (.result(.complete), take),
      (.exhausted(alive: true), .finish)),
    Exchange(
      "an idle session hears a notice, then its end",
      (.ready(.read), .consume), (.consumed, .finish), (.ready(.read), .consume), (.inputFailed, .abandon(.lost)),
      (.start(.collected), .abandon(.lost))),
    Exchange(
      "nothing can be continued that was not begun",
      (.resume, .refuse(.notStarted)), (.put(.data), .refuse(.notStarted)), (.start(.collected), .send)),
  ]

  @Test(arguments: exchanges) func `each event leads to its action`(exchange: Exchange) {
    var machine = Machine()
    for (index, (event, action)) in exchange.steps.enumerated() {
      #expect(machine.handle(event) == action, "step \(index): \(event)")
    }
  }

  @Test func `a second request waits for no one and disturbs nothing, in every state`() {
    forEachState { machine in
      let before = machine
      guard machine.isBusy else { return }
      #expect(machine.handle(.start(.collected)) == .refuse(.busy))
      #expect(machine == before)
    }
  }

  @Test(arguments: [
    (Machine.Event.deadlinePassed, Machine.Closure.deadlinePassed), (.cancelled, .cancelled), (.close, .requested),
  ])
  func `an interruption ends the session in every state, and the first reason stays`(
    event: Machine.Event, closure: Machine.Closure
  ) {
    forEachState { machine in
      if case .closed = machine.state { return }
      #expect(machine.handle(event) == .abandon(closure))
      #expect(machine.handle(.cancelled) == .abandon(closure))
      #expect(machine.handle(.ready(.read)) == .abandon(closure))
    }
  }

  /// Every state that the exchanges above pass through.
  private func forEachState(_ check: (inout Machine) -> Void) {
    for exchange in Self.exchanges {
      var machine = Machine()
      for (event, _) in exchange.steps {
        _ = machine.handle(event)
        var copy = machine
        check(&copy)
      }
    }
  }
}
