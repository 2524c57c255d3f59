public import ChatCompletions
public import Jobs
import LanguageModels

/// One of a job's models, ready to be asked.
public struct ModelClient: Sendable {
  /// The name that stages use.
  public var name: String
  public var model: Model
  public var client: ChatCompletionsClient
  /// Shared by the sessions that ask it.
  let executors = LanguageModelExecutorCache()

  public init(name: String, model: Model, client: ChatCompletionsClient) {
    self.name = name
    self.model = model
    self.client = client
  }

  var deadlines: ChatDeadlines {
    ChatDeadlines(
      connect: model.timeouts.connect, firstToken: model.timeouts.firstByte, betweenTokens: model.timeouts.idle,
      total: model.timeouts.total)
  }

  /// The model as a session asks it.
  ///
  /// Its answers are wanted whole, so that one that broke off is asked for again. It is not told its context window:
  /// requests are cut to fit before, and cut anew where the server finds one too big.
  func languageModel(observer: any AttemptObserver) -> ChatCompletionsLanguageModel {
    var languageModel = ChatCompletionsLanguageModel(
      name: model.name, client: client, capabilities: model.structuredOutput ? [.guidedGeneration] : [],
      deadlines: deadlines)
    languageModel.delivery = .whole
    languageModel.observer = observer
    return languageModel
  }

  /// The kind of server, as records and metrics name it: the model without a model says what it is.
  static func provider(servedModel: String?) -> String {
    servedModel == "extractive" ? "offline" : "chat_completions"
  }
}

/// The models of a job by the names that its stages use, and the skills that guide its summaries.
public struct ModelPool: Sendable {
  private let clients: [String: ModelClient]
  /// What they say, by their names.
  let skills: [String: String]

  public init(_ clients: [ModelClient] = [], skills: [String: String] = [:]) {
    self.skills = skills
    self.clients = Dictionary(clients.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> ModelClient? { clients[name] }
}
