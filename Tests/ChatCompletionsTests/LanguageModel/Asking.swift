import ChatCompletions
import FoundationEssentials
import HTTPTransport
import LanguageModels
import Synchronization

/// What an executor made of a server's answers.
struct Asked {
  var events: [LanguageModelExecutorGenerationChannel.Event]
  var error: (any Error)?
  var transport: ScriptedTransport
}

/// A request with one prompt.
func request(
  _ entries: [Transcript.Entry] = [.prompt(.init(id: "p", segments: [.text(id: "1", "u")]))],
  tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
  options: GenerationOptions = GenerationOptions(), context: ContextOptions = ContextOptions()
) -> LanguageModelExecutorGenerationRequest {
  LanguageModelExecutorGenerationRequest(
    id: UUID(), transcript: Transcript(entries: entries),
    enabledTools: tools, schema: schema, generationOptions: options, contextOptions: context)
}

/// Asks a scripted server through a model's executor.
func ask(
  _ answers: ScriptedTransport.Answer..., request asked: LanguageModelExecutorGenerationRequest = request(),
  capabilities: LanguageModelCapabilities = .all, deadlines: ChatDeadlines = .none,
  change: (inout ChatCompletionsLanguageModel) -> Void = { _ in }
) async throws -> Asked {
  let transport = ScriptedTransport(answers)
  let caller = try Caller(transport)
  var model = ChatCompletionsLanguageModel(
    name: "m", client: caller.client, capabilities: capabilities, contextSize: 4_000, deadlines: deadlines)
  change(&model)
  let executor = try ChatCompletionsExecutor(configuration: model.executorConfiguration)
  let channel = LanguageModelExecutorGenerationChannel()
  var thrown: (any Error)?
  do { try await executor.respond(to: asked, model: model, streamingInto: channel) } catch { thrown = error }
  channel.finish()
  var events: [LanguageModelExecutorGenerationChannel.Event] = []
  for await event in channel { events.append(event) }
  return Asked(events: events, error: thrown, transport: transport)
}

extension [LanguageModelExecutorGenerationChannel.Event] {
  /// A line for each event; pieces that follow each other in one place are one line, with their number.
  var outline: [String] {
    var lines = Outline()
    for event in self {
      switch event {
      case .response(let id, .appendText(let piece, _, _)): lines.append(piece, to: "\(id ?? "-") text")
      case .reasoning(let id, .appendText(let piece, _, _)): lines.append(piece, to: "\(id ?? "-") text")
      case .toolCalls(let id, .toolCall(let call, let name, .appendArguments(let piece, _))):
        lines.append(piece, to: "\(id ?? "-") call \(call) \(name)")
      case .response(let id, .replaceTextSegment(let text, _, _)),
        .reasoning(let id, .replaceTextSegment(let text, _, _)):
        lines.append("\(id ?? "-") replaced by \(JSON.string(text).text)")
      case .response(let id, .metadata(let metadata)), .reasoning(let id, .metadata(let metadata)),
        .toolCalls(let id, .metadata(let metadata)):
        lines.append("\(id ?? "-") metadata \(Self.outline(metadata))")
      case .toolCalls(let id, .toolCall(let call, _, .metadata(let metadata))):
        lines.append("\(id ?? "-") call \(call) metadata \(Self.outline(metadata))")
      case .response(let id, .usage(let usage)), .reasoning(let id, .usage(let usage)),
        .toolCalls(let id, .usage(let usage)):
        lines.append(
          "\(id ?? "-") usage input \(usage.input.totalTokenCount) cached \(usage.input.cachedTokenCount) "
            + "output \(usage.output.totalTokenCount) reasoning \(usage.output.reasoningTokenCount)")
      default: lines.append("\(event)")
      }
    }
    return lines.texts
  }

  private static func outline(_ metadata: [String: GeneratedContent]) -> String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.json.text)" }.joined(separator: " ")
  }
}

private struct Outline {
  private var lines: [(head: String, pieces: [String])] = []

  mutating func append(_ line: String) { lines.append((line, [])) }

  mutating func append(_ piece: String, to head: String) {
    if let last = lines.last, last.head == head, !last.pieces.isEmpty {
      lines[lines.count - 1].pieces.append(piece)
    } else {
      lines.append((head, [piece]))
    }
  }

  var texts: [String] {
    lines.map { line in
      guard !line.pieces.isEmpty else { return line.head }
      return "\(line.head) in \(line.pieces.count): \(JSON.string(line.pieces.joined()).text)"
    }
  }
}
