import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct StreamTests {
  /// A reply whose pieces each wait until the one before was read.
  static func paced(_ pieces: [LanguageModelExecutorGenerationChannel.Event], _ gates: [Gate]) -> ScriptedReply {
    ScriptedReply(
      zip(pieces, gates).flatMap { piece, gate -> [ScriptedReply.Step] in
        [.send(piece), .perform { try await gate.wait() }]
      })
  }

  @Test func `snapshots hold all of the answer so far, and the last all of it`() async throws {
    let gates = [Gate(), Gate(), Gate()]
    let model = ScriptedLanguageModel(
      Self.paced(
        [
          .response(action: .appendText("Once")), .response(action: .appendText(" upon")),
          .response(action: .appendText(" a time")),
        ], gates
      ).costing(input: 5, output: 3))
    let session = LanguageModelSession(model: model)
    var contents: [String] = []
    var last: [String] = []
    for try await snapshot in session.streamResponse(to: "go") {
      contents.append(snapshot.content)
      last = snapshot.transcriptEntries.lines
      if gates.indices.contains(contents.count - 1) {
        #expect(session.isResponding)
        gates[contents.count - 1].open()
      }
    }
    #expect(Array(contents.prefix(3)) == ["Once", "Once upon", "Once upon a time"])
    #expect(contents.last == "Once upon a time")
    #expect(last == ["prompt go", "response Once upon a time"])
    #expect(!session.isResponding)
  }

  @Test func `a snapshot shows reasoning, calls and the outputs of earlier rounds`() async throws {
    let gates = [Gate(), Gate()]
    let model = ScriptedLanguageModel(
      .calls(.init("look")),
      Self.paced([.reasoning(action: .appendText("hm")), .response(action: .appendText("Found."))], gates))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    var seen: [String] = []
    for try await snapshot in session.streamResponse(to: "go") {
      seen = snapshot.transcriptEntries.lines
      if seen.last == "reasoning hm" { gates[0].open() }
      if seen.last == "response Found." { gates[1].open() }
    }
    #expect(seen == ["prompt go", "toolCalls look{}", "toolOutput done", "reasoning hm", "response Found."])
  }

  @Test func `a stream that nobody reads runs to its end`() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.text("a", "b", "c")))
    let stream = session.streamResponse(to: "go")
    let response = try await stream.collect()
    #expect(response.content == "abc")
    #expect(response.transcriptEntries.lines == ["prompt go", "response abc"])
  }

  @Test func `an error in the middle comes after the snapshots before it`() async throws {
    let gate = Gate()
    let model = ScriptedLanguageModel(
      .steps(.send(.response(action: .appendText("Half"))), .perform { try await gate.wait() }, .fail(Broken())))
    let session = LanguageModelSession(model: model)
    var contents: [String] = []
    let error = await failure {
      for try await snapshot in session.streamResponse(to: "go") {
        contents.append(snapshot.content)
        gate.open()
      }
    }
    #expect(error is Broken)
    #expect(contents == ["Half"])
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
  }

  @Test func `a reader that is cancelled cancels the request and is told so`() async throws {
    let gate = Gate()
    let model = ScriptedLanguageModel(
      .steps(.send(.response(action: .appendText("Half"))), .perform { try await gate.wait() }))
    let session = LanguageModelSession(model: model)
    let task = Task {
      for try await _ in session.streamResponse(to: "go") {}
    }
    await gate.arrival()
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
  }

  @Test func `leaving the loop cancels the request`() async throws {
    let (gate, left) = (Gate(), Gate())
    let model = ScriptedLanguageModel(
      .steps(
        .send(.response(action: .appendText("Half"))),
        .perform {
          do { try await gate.wait() } catch {
            left.open()
            throw error
          }
        }))
    let session = LanguageModelSession(model: model)
    for try await _ in session.streamResponse(to: "go") { break }
    try await left.wait()
  }
}
