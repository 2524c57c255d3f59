import HTTPTransport
import Testing

@testable import CurlTransport

/// The deadlines of a transfer that is given bytes by hand.
@Suite struct HeldBackTests {
  private let now = ContinuousClock.now

  private func transfer(_ deadlines: HTTPDeadlines) -> Transfer {
    let configuration = CurlConfiguration()
    return Transfer(
      Exchange(host: "h", loop: EventLoop(configuration)), HTTPRequest(url: "http://h/"), deadlines, configuration,
      start: now)
  }

  private func give(_ count: Int, to transfer: Transfer) -> Int {
    [UInt8](repeating: 0x78, count: count).withUnsafeBufferPointer { transfer.receiveBody($0) }
  }

  /// What `verdict` says, in a word.
  private func state(_ transfer: Transfer, after time: Duration) -> String {
    switch transfer.verdict(at: now + time) {
    case .goOn: "goes on"
    case .late(let phase): "late for \(phase)"
    case .drained: "drained"
    }
  }

  private func isIdle(_ transfer: Transfer, after time: Duration) -> Bool {
    if case .late(.idle) = transfer.verdict(at: ContinuousClock.now + time) { true } else { false }
  }

  @Test func `a sender that is held back by its reader is not silent`() {
    let transfer = transfer(HTTPDeadlines(idle: .seconds(5)))
    let buffer = CurlConfiguration().bufferBytes
    #expect(give(buffer, to: transfer) == buffer)
    #expect(isIdle(transfer, after: .seconds(6)), "nobody reads, but there is still room")
    #expect(give(1, to: transfer) != 1, "the buffer is full, so the sender is told to pause")
    #expect(!isIdle(transfer, after: .seconds(3600)))
    #expect(transfer.nextDeadline == nil)
    transfer.resume(at: ContinuousClock.now)
    #expect(!isIdle(transfer, after: .seconds(4)))
    #expect(isIdle(transfer, after: .seconds(6)))
  }

  @Test func `the whole call is limited even then`() {
    let transfer = transfer(HTTPDeadlines(idle: .seconds(5), total: .seconds(60)))
    _ = give(CurlConfiguration().bufferBytes, to: transfer)
    _ = give(1, to: transfer)
    #expect(state(transfer, after: .seconds(59)) == "goes on")
    #expect(state(transfer, after: .seconds(60)) == "late for total")
  }

  @Test func `a body that nobody wants is read for a while and no longer`() {
    let transfer = transfer(HTTPDeadlines())
    transfer.exchange.discard()
    transfer.drain(from: now)
    #expect(state(transfer, after: .zero) == "goes on")
    #expect(state(transfer, after: CurlConfiguration().drainTime) == "drained")
    _ = give(CurlConfiguration().drainBytes + 1, to: transfer)
    #expect(state(transfer, after: .zero) == "drained")
  }
}
