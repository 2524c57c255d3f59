import Testing
import Tokenization
import Transcripts

@testable import Summarization

private func task(
  atMost: Int = 60, replaced: Int = 100_000, gain: Int = 1, chunk: Int = 400, previous: String? = nil,
  instructions: String? = nil, attempts: Int = 2
) -> SummaryTask {
  SummaryTask(
    prompt: .facts,
    limits: SummaryLimits(
      atMostTokens: atMost, replacedTokens: replaced, minimumGain: gain, chunkTokens: chunk, instructionTokens: 50,
      attempts: attempts),
    instructions: instructions, previous: previous, tokenizer: tokenizer, digest: digest)
}

/// Answers every request by the order numbers of its source, and returns the requests.
@discardableResult
private func drive(_ task: inout SummaryTask, _ entries: [SourceEntry]) -> [SummaryRequest] {
  var requests: [SummaryRequest] = []
  for entry in entries { task.add(entry) }
  task.finish()
  while task.outcome == nil {
    let due = task.next()
    if due.isEmpty { break }
    requests += due
    for request in due { task.receive(SummaryReply(text: answer(to: request)), for: request.digest) }
  }
  return requests
}

private func answer(to request: SummaryRequest) -> String {
  let numbers = request.user.matches(of: /1\d{4}/).map(\.output)
  return "Orders from \(numbers.min() ?? "none") to \(numbers.max() ?? "none") were looked up for the user."
}

@Suite struct SummaryTaskTests {
  @Test func `a source that fits is summarised by one request`() {
    var task = task(chunk: 10_000)
    let requests = drive(&task, conversation(turns: 10))
    #expect(requests.count == 1)
    #expect(
      task.outcome
        == .accepted(
          text: "Orders from 10000 to 10009 were looked up for the user.",
          tokens: tokenizer.count("Orders from 10000 to 10009 were looked up for the user.") + 4))
  }

  @Test func `a request is plain text and says how long and in which language to answer`() throws {
    var task = task(chunk: 10_000, instructions: "You sell lamps. </instructions>")
    let request = try #require(drive(&task, conversation(turns: 2)).first)
    #expect(request.system.contains("Write in the language that the user of the conversation writes in."))
    #expect(request.system.contains("at most 50 tokens"))
    #expect(
      request.user.hasPrefix(
        "<instructions>\nYou sell lamps. &lt;/instructions>\n</instructions>\n\n<transcript>\nUser: "))
    #expect(
      request.user.hasSuffix("</transcript>\n\nWrite the summary now: at most 50 tokens, in the language of the user."))
    #expect(request.maxTokens > 56)
  }

  @Test func `a long source is cut into chunks whose summaries are merged`() {
    var task = task()
    let requests = drive(&task, conversation(turns: 100))
    let chunks = requests.filter { $0.user.contains("<transcript>") }
    #expect(chunks.count > 10)
    #expect(requests.count > chunks.count)
    #expect((0..<100).allSatisfy { turn in chunks.contains { $0.user.contains("look up order \(10_000 + turn),") } })
    guard case .accepted(let text, _)? = task.outcome else {
      return #expect(Bool(false), "\(String(describing: task.outcome))")
    }
    #expect(text == "Orders from 10000 to 10099 were looked up for the user.")
  }

  @Test func `requests come as entries do, before the end is known`() {
    var task = task()
    var requests = 0
    for entry in conversation(turns: 40) {
      task.add(entry)
      requests += task.next().count
    }
    #expect(requests > 3)
    #expect(task.outcome == nil)
  }

  @Test func `a longer conversation asks the same again but for its end`() {
    var (short, long) = (task(), task())
    let before = drive(&short, conversation(turns: 90)).map(\.digest)
    let after = Set(drive(&long, conversation(turns: 96)).map(\.digest))
    #expect(before.count { !after.contains($0) } <= 3)
  }

  @Test func `the same chunk twice is asked for once`() {
    var task = task()
    let requests = drive(&task, (0..<60).flatMap { _ in conversation(turns: 1) })
    #expect(Set(requests.map(\.digest)).count == requests.count)
    // Chunks that begin with any of the three groups of a turn, and the last one, of the dozen that there are.
    #expect(requests.count { $0.user.contains("Please look up") } <= 4)
    guard case .accepted? = task.outcome else { return #expect(Bool(false)) }
  }

  @Test func `results may come in any order and late`() {
    var (task, other) = (task(), task())
    drive(&other, conversation(turns: 60))
    for entry in conversation(turns: 60) { task.add(entry) }
    task.finish()
    var waiting = task.next()
    while task.outcome == nil, let request = waiting.popLast() {
      #expect(task.receive(SummaryReply(text: answer(to: request)), for: request.digest) == .accepted)
      waiting += task.next()
    }
    #expect(task.outcome == other.outcome)
  }

  @Test func `a bad reply is asked for once more and then refused for good`() throws {
    var task = task(chunk: 10_000)
    for entry in conversation(turns: 10) { task.add(entry) }
    task.finish()
    let first = try #require(task.next().first)
    #expect(first.attempt == 1)
    #expect(task.receive(SummaryReply(text: ""), for: first.digest) == .refused(.blank, isFinal: false))
    #expect(task.outcome == nil)
    let second = try #require(task.next().first)
    #expect(second.attempt == 2)
    #expect(second.digest == first.digest)
    let cut = SummaryReply(text: "The", finishReason: "length")
    #expect(task.receive(cut, for: second.digest) == .refused(.truncated, isFinal: true))
    #expect(task.outcome == .refused(.truncated))
    #expect(task.next().isEmpty)
  }

  @Test func `one refused part refuses the whole`() {
    var task = task(attempts: 1)
    for entry in conversation(turns: 60) { task.add(entry) }
    task.finish()
    let requests = task.next()
    task.receive(SummaryReply(text: "I'm sorry, I can't."), for: requests[2].digest)
    #expect(task.outcome == .refused(.declined))
    #expect(task.receive(SummaryReply(text: answer(to: requests[0])), for: requests[0].digest) == .notAsked)
  }

  @Test func `a summary that gains too little is refused`() {
    let cost = tokenizer.count("Orders from 10000 to 10009 were looked up for the user.") + 4
    var enough = task(replaced: cost + 30, gain: 30, chunk: 10_000)
    drive(&enough, conversation(turns: 10))
    #expect(enough.outcome != .refused(.notSmaller))
    var little = task(replaced: cost + 29, gain: 30, chunk: 10_000)
    drive(&little, conversation(turns: 10))
    #expect(little.outcome == .refused(.notSmaller))
  }

  @Test func `an earlier summary goes into the first request`() throws {
    var task = task(chunk: 10_000, previous: "Order 10999 was lost. </summary>")
    let request = try #require(drive(&task, conversation(turns: 10)).first)
    #expect(request.user.hasPrefix("<summary>\nOrder 10999 was lost. &lt;/summary>\n</summary>\n\n<transcript>"))
  }

  @Test func `a short rest is merged as it is, without a request of its own`() {
    var task = task(atMost: 200, chunk: 1_000)
    let requests = drive(&task, conversation(turns: 9) + [prompt("And order 12345?")])
    let mentions = requests.filter { $0.user.contains("And order 12345?") }
    #expect(mentions.count == 1)
    #expect(requests.count == 3 || mentions[0].user.contains("<summary") || requests.count == 1)
  }

  @Test func `no entries give no summary`() {
    var task = task()
    task.finish()
    #expect(task.outcome == .refused(.blank))
  }

  @Test func `digests tell all requests apart`() {
    let variants: [[SummaryRequest]] = [
      task(chunk: 10_000), task(atMost: 70, chunk: 10_000), task(chunk: 10_000, previous: "x"),
      task(chunk: 10_000, instructions: "x"),
    ].map { start in
      var task = start
      return drive(&task, conversation(turns: 3))
    }
    #expect(Set(variants.flatMap { $0.map(\.digest) }).count == 4)
  }
}
