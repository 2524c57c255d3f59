import Summarization

/// What only several settings together can get wrong.
extension Checker {
  /// Stages and models name each other.
  mutating func checkModels(_ job: CheckedValue) {
    let models = job["models"]?.fields ?? []
    let names = models.map(\.name)
    var used: Set<String> = []
    var isMisspelled = false
    for stage in job["stages"]?.elements ?? [] {
      guard let model = stage["summarize"]?["model"], let name = model.text else { continue }
      used.insert(name)
      if names.contains(name) { continue }
      isMisspelled = true
      report(
        at: model.range, "the stage names a model that the job does not have", found: quoted(name),
        expected: names.isEmpty ? "a model described under `models`, which the job has not" : alternatives(names),
        nearest: nearestName(to: name, among: names))
    }
    for model in models {
      // A misspelled name is reported already; which model it means is not known.
      if !used.contains(model.name), !isMisspelled {
        report(.warning, at: model.keyRange, "no stage uses the model `\(model.name)`")
      }
      checkRequests(model.value)
    }
    for stage in job["stages"]?.elements ?? [] { checkRoom(stage, models) }
  }

  /// A share needs something that it is a share of.
  mutating func checkShares(_ job: CheckedValue) {
    guard job["context_window"] == nil else { return }
    let conditions = (job["compact_when"]?["any"] ?? job["compact_when"]?["all"])?.elements ?? []
    for section in conditions + [job["target"]].compactMap({ $0 }) {
      guard let field = section.field("share") else { continue }
      report(
        at: field.keyRange, "a `share` is one of the context window of the model that histories are sent to",
        expected: "`context_window`, such as `context_window: 128k`")
    }
  }

  /// Stages name prompts that are built in, or the job's own.
  mutating func checkPrompts(_ job: CheckedValue) {
    let prompts = job["prompts"]?.fields ?? []
    let builtIn = SummaryPrompt.builtIn.map(\.id)
    for prompt in prompts where SummaryPrompt.builtIn.contains(where: { $0.name == prompt.name }) {
      report(at: prompt.keyRange, "the name `\(prompt.name)` is that of a built-in prompt", expected: "another name")
    }
    let ids = builtIn + prompts.map(\.id)
    var used: Set<String> = []
    for stage in job["stages"]?.elements ?? [] {
      guard let prompt = stage["summarize"]?["prompt"], let id = prompt.text else { continue }
      used.insert(id)
      if ids.contains(id) { continue }
      report(
        at: prompt.range, "the stage names a prompt that there is not", found: quoted(id), expected: alternatives(ids),
        nearest: nearestName(to: id, among: ids))
    }
    for prompt in prompts where !used.contains(prompt.id) && used.isSubset(of: ids) {
      report(.warning, at: prompt.keyRange, "no stage uses the prompt `\(prompt.id)`")
    }
  }

  /// A summary has to fit into its model's window with something to summarise.
  private mutating func checkRoom(_ stage: CheckedValue, _ models: [CheckedValue.Field]) {
    guard let settings = stage["summarize"], let atMost = settings["at_most"]?["tokens"], let most = atMost.count,
      let window = models.first(where: { $0.name == settings["model"]?.text })?.value["context_window"]?.count,
      most > window / 2
    else { return }
    report(
      at: atMost.range,
      "the summary may be larger than half of its model's context window of \(grouped(window)) tokens",
      found: quoted(grouped(most)), expected: "at most \(grouped(window / 2))")
  }

  private mutating func checkRequests(_ model: CheckedValue) {
    if let url = model["url"]?.text ?? model["url"]?["default"]?.text, let place = model["url"],
      url.lowercased().hasPrefix("http://"), let host = host(ofBaseURL: url), !isLoopback(host),
      model["api_key"] != nil
    {
      report(.warning, at: place.range, "the key would be sent without encryption", expected: "https://")
    }
    for header in model["headers"]?.fields ?? []
    where ["content-type", "content-length", "host", "transfer-encoding", "accept", "expect"].contains(
      header.name.lowercased())
    {
      report(at: header.keyRange, "the header `\(header.name)` is set by the program itself")
    }
  }

  private func isLoopback(_ host: Substring) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// A limit within another must be the smaller one, or it never acts.
  mutating func checkTimes(_ job: CheckedValue) {
    for model in job["models"]?.fields ?? [] {
      guard let times = model.value["timeouts"], let total = times["total"]?.duration else { continue }
      for name in ["connect", "first_byte", "idle"] {
        // A default makes room for the limit that was written.
        guard let field = times.field(name), field.isWritten, let limit = field.value.duration, limit > total else {
          continue
        }
        report(
          at: field.value.range, "`\(name)` can never act: the whole call ends after \(total.jobForm)",
          found: quoted(limit.jobForm), expected: "at most \(total.jobForm)")
      }
    }
  }

  mutating func checkSpend(_ job: CheckedValue) {
    let paid = (job["models"]?.fields ?? []).filter { model in
      ["input", "output"].contains { (model.value["price"]?[$0]?.money ?? .zero) > .zero }
    }
    for name in ["run", "day"] {
      guard let model = paid.first, let limit = job["limits"]?["spend"]?[name], limit.money == .zero else { continue }
      report(
        at: limit.range, "no call can ever be made within a limit of nothing: `models.\(model.name)` costs money",
        found: quoted("0"), expected: "an amount above 0")
    }
    guard let spend = job["limits"]?["spend"], let run = spend["run"], let day = spend["day"],
      let runLimit = run.money, let dayLimit = day.money, runLimit > dayLimit
    else { return }
    report(
      .warning, at: run.range, "a run can never spend so much: the limit for a day is \(dayLimit)",
      found: quoted(runLimit.description))
  }
}
