import Compaction
import Summarization
import Tokenization

/// Makes a job from checked settings without mistakes. What is read with `?` below is there then: required, or filled
/// in with its default.
struct JobBuilder {
  let file: String
  let text: String

  func job(from value: CheckedValue, policy: Policy) -> Job? {
    guard let named = value["job"], let name = named.text, let limits = value["limits"].flatMap(limits),
      let select = value.field("select"), let dialect = choice(Dialect.self, value["dialect"]),
      let change = choice(Job.PolicyChange.self, value["on_policy_change"]),
      let publication = choice(Job.Publication.self, value["publish"]), let redactor = value["redact"].flatMap(redactor)
    else { return nil }
    let models = (value["models"]?.fields ?? []).compactMap { field in model(field.value).map { (field.name, $0) } }
    return Job(
      name: name, source: .own, selection: selection(select.value), dialect: dialect,
      tokenizer: value["tokenizer"]?.text.flatMap { TokenizerName($0) }, policy: policy,
      models: Dictionary(models) { first, _ in first }, redactor: redactor, skills: value["skills"].flatMap(skills),
      limits: limits, schedule: value["schedule"].flatMap(schedule),
      onPolicyChange: change, publication: publication, text: text, file: file, nameRange: named.range,
      selectionRange: select.isWritten ? select.keyRange : named.range,
      tokenizerRange: value["tokenizer"]?.range ?? named.range)
  }

  private func choice<Value: RawRepresentable<String>>(_ type: Value.Type, _ value: CheckedValue?) -> Value? {
    value?.text.flatMap(Value.init(rawValue:))
  }

  private func selection(_ value: CheckedValue) -> Selection {
    let tenants: Selection.Tenants =
      if let only = value["tenants"]?["only"] {
        .only(Set(only.texts))
      } else if let except = value["tenants"]?["except"] {
        .except(Set(except.texts))
      } else {
        .all
      }
    let metadata = (value["metadata"]?.fields ?? []).compactMap { field in field.value.scalar.map { (field.name, $0) } }
    return Selection(tenants: tenants, metadata: Dictionary(metadata) { first, _ in first })
  }

  private func model(_ value: CheckedValue) -> Model? {
    guard let url = value["url"], let name = value["name"]?.text, let price = value["price"].flatMap(price),
      let window = value["context_window"]?.count, let times = value["timeouts"].flatMap(timeouts),
      let retries = value["max_retries"]?.count, let structured = value["structured_output"]?.flag
    else { return nil }
    return Model(
      url: URLSource(
        environment: url["env"]?.text, url: url.text ?? url["default"]?.text, file: file, range: url.range),
      name: name, apiKey: value["api_key"].flatMap(secret), price: price, contextWindow: window, timeouts: times,
      maxRetries: retries, temperature: value["temperature"]?.number, structuredOutput: structured,
      headers: (value["headers"]?.fields ?? []).compactMap { field in
        (field.value.text.map { .text($0) } ?? secret(field.value).map { .secret($0) })
          .map { Model.Header(name: field.name, value: $0) }
      })
  }

  private func secret(_ value: CheckedValue) -> SecretSource? {
    guard let field = value.fields.first, let text = field.value.text else { return nil }
    return SecretSource(
      place: field.name == "env" ? .environment(text) : .file(text), file: file, range: field.value.range)
  }

  private func redactor(_ value: CheckedValue) -> Redactor? {
    if let word = value.text { return word == "off" ? Redactor.none : .standard }
    let kinds = value["kinds"].map { Set($0.texts.compactMap(RedactionKind.init)) } ?? Set(RedactionKind.allCases)
    let patterns = (value["patterns"]?.fields ?? []).compactMap { field in
      field.value.text.flatMap { try? RedactionPattern(name: field.name, pattern: $0) }
    }
    return Redactor(kinds: kinds, patterns: patterns)
  }

  private func skills(_ value: CheckedValue) -> SkillRules? {
    guard let folder = value["folder"]?.text, let use = value["use"] else { return nil }
    let rules = use.elements.compactMap { rule -> SkillRules.Rule? in
      guard let skill = rule["skill"]?.text else { return nil }
      let metadata = (rule["metadata"]?.fields ?? []).compactMap { field in field.value.scalar.map { (field.name, $0) }
      }
      return SkillRules.Rule(
        skill: skill, tenants: rule["tenants"].map { Set($0.texts) },
        metadata: Dictionary(metadata) { first, _ in first }, tools: rule["tools"].map { Set($0.texts) })
    }
    return SkillRules(folder: folder, rules: rules)
  }

  private func price(_ value: CheckedValue) -> Price? {
    guard let input = value["input"]?.money, let output = value["output"]?.money else { return nil }
    return Price(input: input, cached: value["cached"]?.money ?? input, output: output)
  }

  private func timeouts(_ value: CheckedValue) -> Model.Timeouts? {
    guard let total = value["total"]?.duration else { return nil }
    // Those written are within the whole; a default gives way to it.
    func within(_ name: String) -> Duration? { value[name]?.duration.map { min($0, total) } }
    guard let connect = within("connect"), let firstByte = within("first_byte"), let idle = within("idle") else {
      return nil
    }
    return Model.Timeouts(connect: connect, firstByte: firstByte, idle: idle, total: total)
  }

  private func limits(_ value: CheckedValue) -> Limits? {
    guard let concurrency = value["concurrency"]?.count, let calls = value["model_calls_in_flight"]?.count,
      let run = value["spend"]?["run"]?.money, let day = value["spend"]?["day"]?.money,
      let failing = value["stop_when_failing"]?.number
    else { return nil }
    return Limits(
      concurrency: concurrency, modelCallsInFlight: calls, tokensPerMinute: value["tokens_per_minute"]?.count,
      spend: Limits.Spend(run: run, day: day), stopWhenFailing: failing)
  }

  private func schedule(_ value: CheckedValue) -> Schedule? {
    guard let cron = value["cron"]?.text.flatMap({ try? Cron($0) }),
      let zone = value["time_zone"]?.text.flatMap(NamedTimeZone.init),
      let missed = choice(Schedule.Missed.self, value["missed"]),
      let overlap = choice(Schedule.Overlap.self, value["overlap"])
    else { return nil }
    return Schedule(cron: cron, timeZone: zone, missed: missed, overlap: overlap)
  }
}
