import Compaction
import Jobs
import Summarization
import Testing
import Tokenization
import Transcripts
import YAMLDocuments

struct JobValueTests {
  private func load(_ text: String) throws -> Job {
    let (job, diagnostics) = Job.load(text: text, file: "job.yaml")
    #expect(diagnostics.map(\.rendered) == [])
    return try #require(job)
  }

  @Test func `every setting arrives where it belongs`() throws {
    let text = """
      job: everything
      source: own
      select:
        tenants: {except: [acme-bank, "007"]}
        metadata: {channel: support, tier: 2, code: "2", beta: true, note: no}
      dialect: strict-alternation
      tokenizer: o200k_base*1.25
      compact_when:
        all: [{tokens: 24k}, {turns: 80}, {entries: 1.5k}, {tool_calls: 60}, {share: 20%}, {age: 30d}, {idle: 2h}]
        idle_for: 1h30m
      context_window: 128k
      target: {tokens: 8k, turns: 40, tool_calls: 12, share: 6%}
      protect:
        first_prompt: true
        last_turns: 6
        tools: [create_order]
        roles: [user]
        metadata: {keep: true, by: '7'}
        dead_calls: true
      repair: [dead_calls, blank_messages]
      minimum_gain: {share: 12.5%}
      stages:
        - drop_completed_tool_calls: {keep_last_turns: 6, keep_last: 3, except: [read_plan], at_least: {tokens: 100}}
        - drop_completed_tool_calls: {only: [search]}
        - summarize:
            model: small
            prompt: facts@1
            at_most: {tokens: 800}
            keep_last: {turns: 7}
            at_least: {tokens: 2k}
        - rolling_window: {tokens: 7k}
        - clear_tool_results: {leave: {head_and_tail: {head: 200}}, keep_last: 4, except: [read_plan], at_least: {tokens: 9}}
        - clear_tool_results: {leave: placeholder, only: [search], keep_last: 0}
        - clear_tool_arguments: {leave: {digest: {items: 20}}, longer_than: 1k, keep_last: 2}
        - drop_stale_reasoning: {keep_last_turns: 2, at_least: {tokens: 1}}
        - drop_attachments: {keep_last: 1, keep_last_turns: 3}
        - hard_budget: {tokens: 12k}
      models:
        small:
          url: {env: MODEL_URL, default: http://127.0.0.1:8089/v1}
          name: gpt-4.1-mini
          api_key: {env: OPENAI_API_KEY}
          price: {input: 0.40, cached: 0.10, output: 1.60 USD}
          context_window: 128k
          timeouts: {connect: 5s, first_byte: 90s, idle: 1500ms, total: 1h}
          max_retries: 0
          temperature: 0.2
          structured_output: false
          headers: {X-Team: platform, api-key: {file: /run/key}}
      limits:
        concurrency: 32
        model_calls_in_flight: 16
        tokens_per_minute: 2M
        spend: {run: 200 USD, day: 500.50 USD}
        stop_when_failing: 2.5%
      schedule: {cron: "15 2 * * *", time_zone: Europe/Berlin, missed: skip, overlap: skip}
      on_policy_change: backfill
      publish: shadow
      """
    let job = try load(text)
    #expect(job.name == "everything")
    #expect(job.text == text)
    #expect(job.source == .own)
    #expect(job.tokenizer == TokenizerName(.vocabulary(.o200kBase), thousandths: 1_250))
    #expect(job.tokenizerRange.line == 7)
    #expect(job.dialect == .strictAlternation)
    #expect(job.selection.tenants == .except(["acme-bank", "007"]))
    #expect(
      job.selection.metadata == [
        "channel": .text("support"), "tier": .number("2"), "code": .text("2"), "beta": .flag(true), "note": .text("no"),
      ])
    #expect(
      job.selection.metadataJSON?.text == #"{"beta":true,"channel":"support","code":"2","note":"no","tier":2}"#)
    #expect(
      job.policy
        == Policy(
          trigger: Trigger(
            .all,
            [
              .tokens(24_000), .turns(80), .entries(1_500), .toolCalls(60), .tokens(25_600), .age(seconds: 2_592_000),
              .idle(seconds: 7_200),
            ], idleSeconds: 5_400),
          target: Size(turns: 40, tokens: 7_680, toolCalls: 12),
          protection: Protection(
            firstPrompt: true, lastTurns: 6, tools: ["create_order"], roles: [.user],
            metadata: #"{"by":"7","keep":true}"#, deadCalls: true),
          repairs: [.deadCalls, .blankMessages], minimumGain: .share(millionths: 125_000),
          stages: [
            .dropCompletedToolCalls(
              DropCompletedToolCalls(keepLastTurns: 6, keepLast: 3, except: ["read_plan"], atLeastTokens: 100)),
            .dropCompletedToolCalls(DropCompletedToolCalls(only: ["search"])),
            .summarize(
              Summarize(
                model: "small", prompt: "facts@1", atMostTokens: 800, keepLast: .turns(7), atLeastTokens: 2_000)),
            .rollingWindow(RollingWindow(.tokens(7_000))),
            .clearToolResults(
              ClearToolResults(
                leave: .headAndTail(head: 200, tail: 300), keepLast: 4, except: ["read_plan"], atLeastTokens: 9)),
            .clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0, only: ["search"])),
            .clearToolArguments(ClearToolArguments(leave: .digest(atMost: 20), longerThan: 1_000, keepLast: 2)),
            .dropStaleReasoning(DropStaleReasoning(keepLastTurns: 2, atLeastTokens: 1)),
            .dropAttachments(DropAttachments(keepLastTurns: 3, keepLast: 1)),
            .hardBudget(HardBudget(tokens: 12_000)),
          ]))
    let model = try #require(job.models["small"])
    #expect(model.url.environment == "MODEL_URL")
    #expect(model.url.url == "http://127.0.0.1:8089/v1")
    #expect(model.name == "gpt-4.1-mini")
    #expect(model.apiKey?.place == .environment("OPENAI_API_KEY"))
    #expect(
      model.price
        == Price(
          input: Money(microdollars: 400_000), cached: Money(microdollars: 100_000),
          output: Money(microdollars: 1_600_000)))
    #expect(model.contextWindow == 128_000)
    #expect(model.timeouts.connect == .seconds(5))
    #expect(model.timeouts.firstByte == .seconds(90))
    #expect(model.timeouts.idle == .milliseconds(1_500))
    #expect(model.timeouts.total == .seconds(3_600))
    #expect(model.maxRetries == 0)
    #expect(model.temperature == 0.2)
    #expect(!model.structuredOutput)
    #expect(model.headers.map(\.name) == ["X-Team", "api-key"])
    #expect(model.headers[0].value == .text("platform"))
    guard case .secret(let source) = model.headers[1].value else {
      Issue.record("the header's value is no secret")
      return
    }
    #expect(source.place == .file("/run/key"))
    #expect(job.limits.concurrency == 32)
    #expect(job.limits.modelCallsInFlight == 16)
    #expect(job.limits.tokensPerMinute == 2_000_000)
    #expect(job.limits.spend.run == Money(microdollars: 200_000_000))
    #expect(job.limits.spend.day == Money(microdollars: 500_500_000))
    #expect(job.limits.stopWhenFailing == 0.025)
    let schedule = try #require(job.schedule)
    #expect(schedule.cron.text == "15 2 * * *")
    #expect(schedule.timeZone.name == "Europe/Berlin")
    #expect(schedule.missed == .skip)
    #expect(schedule.next(after: 0) == 4_500)  // 02:15 of a zone one hour ahead
    #expect(job.onPolicyChange == .backfill)
    #expect(job.publication == .shadow)
  }

  @Test func `a stage's gates and prompt, redaction and skills are read`() throws {
    let job = try load(
      plainJob(
        (
          "  - summarize",
          """
            - summarize:
                model: small
                prompt: returns@2
                at_most: {tokens: 300}
                retention: {require: 40%}
                grounding: off
          """
        ))
          + """

          prompts:
            returns: {version: 2, form: record, text: Write down what came back and why.}
          redact: {kinds: [keys, cards], patterns: {customer: 'C-\\d{6}'}}
          skills:
            folder: skills
            use:
              - {skill: returns, tenants: [acme], tools: [create_return]}
              - {skill: general, metadata: {channel: support}}
          """)
    #expect(
      job.policy.stages == [
        .summarize(
          Summarize(
            model: "small", prompt: "returns@2",
            ownPrompt: OwnPrompt(text: "Write down what came back and why.", isRecord: true), atMostTokens: 300,
            gates: SummaryGates(retention: .require(atLeast: 0.4), grounding: .off)))
      ])
    #expect(
      job.redactor.redacted("C-123456 a@b.io sk-0123456789abcdefgh").text == "[redacted customer] a@b.io [redacted key]"
    )
    let skills = try #require(job.skills)
    #expect(skills.folder == "skills" && skills.rules.map(\.skill) == ["returns", "general"])
    let (returns, general) = (skills.rules[0], skills.rules[1])
    #expect(returns.fits(tenant: "acme", tools: ["create_return", "x"]) { _ in false })
    #expect(!returns.fits(tenant: "acme", tools: ["x"]) { _ in true })
    #expect(!returns.fits(tenant: "other", tools: ["create_return"]) { _ in true })
    #expect(general.fits(tenant: "other", tools: []) { $0.keys.sorted() == ["channel"] })
    #expect(!general.fits(tenant: "other", tools: []) { _ in false })
  }

  @Test func `a summary's settings have defaults`() throws {
    let job = try load(plainJob(("  - summarize", "  - summarize: {model: small, at_most: {tokens: 300}}")))
    #expect(
      job.policy.stages == [
        .summarize(Summarize(model: "small", prompt: "facts@2", atMostTokens: 300, gates: .standard))
      ])
    #expect(job.redactor == .standard && job.skills == nil)
    #expect(try load(plainJob + "\nredact: off").redactor == .none)
    for (written, gate) in [
      ("off", Gate.off), ("warn", .warn(below: 0.3)), ("require", .require(atLeast: 0.3)),
      ("{warn: 12.5%}", .warn(below: 0.125)),
    ] {
      let job = try load(
        plainJob(("  - summarize", "  - summarize: {model: small, at_most: {tokens: 300}, retention: \(written)}")))
      guard case .summarize(let stage)? = job.policy.stages.first else { return #expect(Bool(false)) }
      #expect(stage.gates.retention == gate)
    }
  }

  @Test func `what is not written has its default`() throws {
    let job = try load(plainJob + "\nschedule: {cron: '@daily'}\nlimits:\n")
    #expect(job.selection == Selection())
    #expect(job.dialect == .openAI)
    #expect(job.policy.protection == Protection())
    #expect(job.policy.trigger.idleSeconds == 0)
    #expect(
      job.policy.stages == [.summarize(Summarize(model: "small", prompt: "facts@1", atMostTokens: 300))])
    let model = try #require(job.models["small"])
    #expect(model.apiKey == nil)
    #expect(model.price.cached == model.price.input)
    #expect(model.contextWindow == 32_000)
    #expect(model.timeouts.firstByte == .seconds(120))
    #expect(model.maxRetries == 4)
    #expect(model.temperature == nil)
    #expect(model.structuredOutput)
    #expect(model.headers == [])
    #expect(job.limits.concurrency == 8)
    #expect(job.limits.tokensPerMinute == nil)
    #expect(job.limits.spend.run == Money(microdollars: 10_000_000))
    #expect(job.limits.stopWhenFailing == 0.5)
    #expect(job.schedule?.timeZone.name == "UTC")
    #expect(job.schedule?.missed == .runOnce)
    #expect(job.onPolicyChange == .keep)
    #expect(job.publication == .live)
  }

  @Test func `a stage with only defaults may be left empty`() throws {
    let job = try load("job: a\ncompact_when: {any: [{turns: 9}]}\nstages:\n  - drop_completed_tool_calls:\n")
    #expect(job.policy.stages == [.dropCompletedToolCalls(DropCompletedToolCalls())])
    let clearing = try load(
      "job: a\ncompact_when: {any: [{turns: 9}]}\nstages: [clear_tool_results: {}, clear_tool_arguments: {leave: head_and_tail}]\n"
    )
    #expect(
      clearing.policy.stages == [
        .clearToolResults(ClearToolResults()),
        .clearToolArguments(ClearToolArguments(leave: .headAndTail(head: 300, tail: 300))),
      ])
  }

  @Test func `a URL may come from the environment`() throws {
    let job = try load(plainJob(("    url", "    url: {env: MODEL_URL, default: http://localhost/v1}")))
    let url = try #require(job.models["small"]?.url)
    #expect(try url.resolve(environment: [:]) == "http://localhost/v1")
    #expect(try url.resolve(environment: ["MODEL_URL": ""]) == "http://localhost/v1")
    #expect(try url.resolve(environment: ["MODEL_URL": "https://other/v2"]) == "https://other/v2")
    let error = try #require(throws: Diagnostic.self) { try url.resolve(environment: ["MODEL_URL": "other"]) }
    #expect(error.problem == "the environment variable `MODEL_URL` is not a base URL")
    #expect(error.line == 8)
  }

  @Test func `a URL that only the environment knows has to be there`() throws {
    let url = try #require(try load(plainJob(("    url", "    url: {env: MODEL_URL}"))).models["small"]?.url)
    let error = try #require(throws: Diagnostic.self) { try url.resolve(environment: [:]) }
    #expect(error.problem == "the environment variable `MODEL_URL` is not set")
    #expect(try load(plainJob).models["small"]?.url.resolve(environment: [:]) == "https://models.example/v1")
  }
}
