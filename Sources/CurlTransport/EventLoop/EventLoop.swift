import HTTPTransport
import Synchronization

/// What tasks ask of the thread.
enum LoopCommand: Sendable {
  case start(Exchange, HTTPRequest, HTTPDeadlines)
  /// The reader has made room.
  case resume(ExchangeID)
  /// The rest of the body is of no interest.
  case drain(ExchangeID)
  case cancel(ExchangeID)
  case stop
}

/// The handle of the thread that owns all of libcurl's state. The thread ends when the last handle goes away, or on ``shutDown()``.
final class EventLoop: Sendable {
  private let inbox: LoopInbox
  let bufferBytes: Int

  init(_ configuration: CurlConfiguration) {
    let inbox = LoopInbox()
    self.inbox = inbox
    bufferBytes = configuration.bufferBytes
    EventThread.start {
      LoopThread(configuration, inbox: inbox).run()
    }
  }

  deinit {
    inbox.post(.stop)
  }

  /// False when the thread is gone.
  @discardableResult func post(_ command: LoopCommand) -> Bool {
    inbox.post(command)
  }

  func shutDown() async {
    inbox.post(.stop)
    await inbox.waitUntilClosed()
  }
}
