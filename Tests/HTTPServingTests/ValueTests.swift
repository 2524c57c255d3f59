import Testing

@testable import HTTPServing

@Suite struct StreamBufferTests {
  private func take(_ buffer: inout StreamBuffer, _ size: Int) -> (StreamBuffer.Taken, [UInt8]) {
    var target = [UInt8](repeating: 0, count: size)
    let taken = target.withUnsafeMutableBytes { buffer.take(into: $0) }
    if case .bytes(let count) = taken { return (taken, Array(target.prefix(count))) }
    return (taken, [])
  }

  @Test func `bytes come out in the order they went in, in the reader's portions`() {
    var buffer = StreamBuffer()
    buffer.append([1, 2, 3])
    #expect(take(&buffer, 2) == (.bytes(2), [1, 2]))
    buffer.append([4])
    #expect(take(&buffer, 9) == (.bytes(2), [3, 4]))
    #expect(take(&buffer, 9).0 == .nothing)
  }

  @Test(arguments: [(StreamBuffer.Ending.finished, StreamBuffer.Taken.finished), (.cut, .cut)])
  func `what is unread is delivered before the end`(ending: StreamBuffer.Ending, last: StreamBuffer.Taken) {
    var buffer = StreamBuffer()
    buffer.append([7])
    buffer.end(ending)
    buffer.append([8])
    #expect(take(&buffer, 9) == (.bytes(1), [7]))
    #expect(take(&buffer, 9).0 == last)
  }

  @Test func `an abandoned buffer delivers nothing more, and a finish cannot mend a cut`() {
    var buffer = StreamBuffer()
    buffer.append([7])
    buffer.abandon()
    buffer.end(.finished)
    #expect(take(&buffer, 9).0 == .cut)
  }

  @Test func `a buffer is full above its high water and not at it`() {
    var buffer = StreamBuffer(highWater: 2)
    buffer.append([1, 2])
    #expect(!buffer.isFull)
    buffer.append([3])
    #expect(buffer.isFull)
    _ = take(&buffer, 1)
    #expect(!buffer.isFull)
  }
}

@Suite struct RequestBodyTests {
  @Test(arguments: [
    (nil, false, RequestBody.Verdict.goOn), (10, true, .goOn), (11, false, .goOn), (11, true, .refuse),
    (10 + RequestBody.discardAllowance, false, .goOn), (11 + RequestBody.discardAllowance, false, .refuse),
  ])
  func `a declared length is refused where the client will read the refusal`(
    length: Int?, waits: Bool, verdict: RequestBody.Verdict
  ) {
    #expect(RequestBody(limit: 10).judge(declaredLength: length, waitsForContinue: waits) == verdict)
  }

  @Test func `an endless body is cut off, and its bytes are not kept`() {
    var body = RequestBody(limit: 10)
    let part = [UInt8](repeating: 0, count: 1 << 20)
    var verdicts: [RequestBody.Verdict] = []
    for _ in 0..<18 { verdicts.append(part.withUnsafeBytes { body.append($0) }) }
    #expect(verdicts == Array(repeating: .goOn, count: 16) + [.cut, .cut])
    #expect(body.isTooLarge)
    #expect(body.take().isEmpty)
  }
}

@Suite struct HTTPServerHeadersTests {
  @Test func `names compare without case, and order and repetition are kept`() {
    var headers: HTTPServerHeaders = ["Set-Cookie": "a", "set-cookie": "b", "X": "1"]
    #expect(headers["SET-COOKIE"] == "a")
    #expect(headers.all("Set-Cookie") == ["a", "b"])
    headers["set-cookie"] = "c"
    #expect(headers.fields.map(\.value) == ["1", "c"])
    headers["x"] = nil
    #expect(headers["X"] == nil)
  }
}
