import ChatCompletions
import CurlTransport
import Foundation
import HTTPTransport
import Jobs
import SkillFiles
import Worker

extension ModelPool {
  /// The clients of a job's models, their addresses and keys looked up in the environment. `Foundation` for files.
  ///
  /// - Throws: `Diagnostic` for a key or address that is not there, with its place in the job file; what is wrong with
  ///   the folder of its skills.
  static func connecting(_ job: Job, transport: CurlTransport, environment: [String: String]) throws -> ModelPool {
    ModelPool(
      try job.models.sorted { $0.key < $1.key }.map { name, model in
        let settings = ClientSettings(
          retries: RetryPolicy(maximumAttempts: model.maxRetries + 1), maximumInFlight: job.limits.modelCallsInFlight)
        return ModelClient(
          name: name, model: model,
          client: ChatCompletionsClient(
            endpoint: try endpoint(of: model, environment: environment), transport: transport, settings: settings))
      }, skills: try skills(of: job))
  }

  /// What the skills say that the job's rules name.
  private static func skills(of job: Job) throws -> [String: String] {
    guard let rules = job.skills else { return [:] }
    let files = try SkillFolder.read(rules.folder)
    let skills = Dictionary(files.map { ($0.name, $0.body) }, uniquingKeysWith: { first, _ in first })
    for rule in rules.rules where skills[rule.skill] == nil {
      throw MissingSkill(job: job.name, skill: rule.skill, folder: rules.folder, names: skills.keys.sorted())
    }
    return skills
  }

  private static func endpoint(of model: Model, environment: [String: String]) throws -> ChatEndpoint {
    func reveal(_ source: SecretSource) throws -> Secret {
      Secret(
        try source.resolve(environment: environment) { path in
          try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        })
    }
    let base = try model.url.resolve(environment: environment)
    let keyed = try ChatEndpoint(base: base, key: try model.apiKey.map(reveal))
    guard !model.headers.isEmpty else { return keyed }
    var headers = HTTPHeaders()
    for header in model.headers {
      switch header.value {
      case .text(let text): headers.append(header.name, text)
      case .secret(let source): headers.append(header.name, secret: try reveal(source))
      }
    }
    return try ChatEndpoint(base: base, authorization: keyed.authorization, extraHeaders: headers)
  }
}

/// A rule names a skill that its folder does not have.
struct MissingSkill: Error, CustomStringConvertible {
  var job: String
  var skill: String
  var folder: String
  var names: [String]

  var description: String {
    let found = names.isEmpty ? "none" : names.map { "`\($0)`" }.joined(separator: ", ")
    return "job \(job): the folder \(folder) has no skill `\(skill)`; found \(found)"
  }
}
