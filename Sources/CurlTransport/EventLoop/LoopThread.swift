import CCurl
import HTTPTransport

/// The loop itself. Lives on its thread from beginning to end, so nothing in it is locked.
final class LoopThread {
  private static let initialize: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  private let configuration: CurlConfiguration
  private let inbox: LoopInbox
  private let multi: UnsafeMutableRawPointer
  private let clock = ContinuousClock()
  private var transfers: [ExchangeID: Transfer] = [:]
  private var isStopping = false

  init(_ configuration: CurlConfiguration, inbox: LoopInbox) {
    precondition(Self.initialize == CURLE_OK, "libcurl could not be initialized")
    self.configuration = configuration
    self.inbox = inbox
    multi = curl_multi_init()!
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 1024)
    inbox.open(multi)
  }

  /// Returns after the loop was stopped. May be called once.
  func run() {
    while true {
      for command in inbox.takeAll() { perform(command) }
      if isStopping { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      collectFinished()
      expire()
      curl_multi_poll(multi, nil, 0, waitInMilliseconds(), nil)
    }
    for transfer in transfers.values { end(transfer, with: .failure(transfer.error(.shutDown))) }
    for case .start(let exchange, _, _) in inbox.close() { exchange.finish(.failure(exchange.error(.shutDown))) }
    curl_multi_cleanup(multi)
    inbox.announceClosed()
  }

  private func perform(_ command: LoopCommand) {
    switch command {
    case .start(let exchange, let request, let deadlines):
      if exchange.isOver { return }
      let transfer = Transfer(exchange, request, deadlines, configuration, start: clock.now)
      transfers[exchange.id] = transfer
      if let refused = transfer.configure() {
        end(transfer, with: .failure(refused))
      } else {
        curl_multi_add_handle(multi, transfer.easy)
      }
    case .resume(let id):
      transfers[id]?.resume(at: clock.now)
    case .drain(let id):
      transfers[id]?.drain(from: clock.now)
    case .cancel(let id):
      if let transfer = transfers[id] { end(transfer, with: .failure(transfer.error(.cancelled))) }
    case .stop:
      isStopping = true
    }
  }

  private func collectFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE,
        let transfer = transfers.values.first(where: { $0.easy == message.pointee.easy_handle })
      else { continue }
      let code = message.pointee.data.result
      if transfer.shouldRepeat(after: code) {
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.prepareToRepeat()
        curl_multi_add_handle(multi, transfer.easy)
      } else {
        end(transfer, with: transfer.result(of: code))
      }
    }
  }

  private func expire() {
    let now = clock.now
    for transfer in transfers.values {
      switch transfer.verdict(at: now) {
      case .goOn: break
      case .late(let phase): end(transfer, with: .failure(transfer.error(.timedOut(phase))))
      case .drained: end(transfer, with: .success(()))
      }
    }
  }

  /// Removing an unfinished transfer closes its connection, or resets its stream.
  private func end(_ transfer: Transfer, with result: Result<Void, TransportError>) {
    transfers[transfer.exchange.id] = nil
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.exchange.finish(result)
  }

  private func waitInMilliseconds() -> Int32 {
    guard let due = transfers.values.compactMap(\.nextDeadline).min() else { return 60_000 }
    let wait = due - clock.now
    if wait <= .zero { return 0 }
    // Rounded up, or the loop would spin through the last millisecond.
    let (seconds, attoseconds) = wait.components
    return Int32(min(60_000, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }
}
