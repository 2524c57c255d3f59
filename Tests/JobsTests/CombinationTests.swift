import Jobs
import Testing

/// What only several settings, or several jobs, can get wrong together.
struct CombinationTests {
  @Test func `a model that no stage uses is a warning, and the job loads`() {
    let text = plainJob + "\n  spare: {url: 'http://h', name: n, price: {input: 0, output: 0}}"
    #expect(findings(text) == ["11:3 warning: no stage uses the model `spare`"])
    #expect(Job.load(text: text, file: "a").job != nil)
  }

  @Test func `a model without a price is an error, since spend has a limit always`() {
    #expect(
      findings(plainJob(("    price", ""))).map { $0.prefix(46) } == ["8:5 error: `models.small.price` is missing; ex"]
    )
    #expect(
      findings(plainJob(("    price", "    price: {input: 1}"))).first?.contains(
        "`models.small.price.output` is missing") == true)
  }

  @Test func `a timeout beyond the whole call's can never act`() {
    let line = "    price: {input: 0, output: 0}\n    timeouts: {first_byte: 11m}"
    #expect(
      findings(plainJob(("    price", line))) == [
        "11:28 error: `first_byte` can never act: the whole call ends after 10m: found `11m`, expected at most 10m"
      ])
  }

  @Test func `a default makes room for a shorter limit of the whole call`() throws {
    let text = plainJob(("    price", "    price: {input: 0, output: 0}\n    timeouts: {total: 30s, connect: 20s}"))
    #expect(findings(text).isEmpty)
    let times = try #require(Job.load(text: text, file: "a").job?.models["small"]?.timeouts)
    #expect((times.connect, times.firstByte) == (.seconds(20), .seconds(30)))
    #expect((times.idle, times.total) == (.seconds(30), .seconds(30)))
  }

  @Test(arguments: ["run", "day"])
  func `a limit of nothing is an error where a model costs money`(period: String) {
    let limits = "\nlimits: {spend: {\(period): 0 USD}}"
    #expect(
      findings(plainJob + limits).contains {
        $0.contains("no call can ever be made within a limit of nothing: `models.small` costs money")
      })
    #expect(
      !findings(plainJob(("    price", "    price: {input: 0, output: 0}")) + limits).contains { $0.contains("error") })
  }

  @Test func `a limit for a run beyond that for a day is a warning`() {
    #expect(
      findings(plainJob + "\nlimits: {spend: {run: 60 USD}}") == [
        "11:23 warning: a run can never spend so much: the limit for a day is 50.00 USD: found `60.00 USD`"
      ])
  }

  @Test func `headers that the program sets cannot be set`() {
    let line = "    price: {input: 0, output: 0}\n    headers: {Content-Type: text/plain}"
    #expect(
      findings(plainJob(("    price", line))) == ["11:15 error: the header `Content-Type` is set by the program itself"]
    )
  }

  @Test func `mistakes everywhere are all found at once`() {
    let text = """
      job: A
      compact_when: {any: [{tokens: x}, {turn: 3}], idle_for: soon}
      stages:
        - sumarize: {}
        - summarize: {model: smal, at_most: {tokens: 0}, at_lest: 3}
      models:
        small: {url: x, price: {input: -1}}
      limits: {concurrency: 0}
      schedule: {cron: "* * * *", time_zone: Mars}
      publsh: live
      """
    let lines = Job.load(text: text, file: "a").diagnostics.map(\.line)
    #expect(lines == [1, 2, 2, 2, 4, 5, 5, 5, 7, 7, 7, 7, 8, 9, 9, 10])
  }

  private func job(_ name: String, _ select: String) throws -> Job {
    let text = "job: \(name)\nselect: \(select)\n" + plainJob.split(separator: "\n").dropFirst().joined(separator: "\n")
    return try #require(Job.load(text: text, file: "\(name).yaml").job)
  }

  @Test(arguments: [
    ("{tenants: {only: [a, b]}}", "{tenants: {only: [b, c]}}", true),
    ("{tenants: {only: [a]}}", "{tenants: {only: [b]}}", false),
    ("{tenants: {only: [a]}}", "{tenants: {except: [a, b]}}", false),
    ("{tenants: {except: [a]}}", "{tenants: {only: [a, b]}}", true),
    ("{tenants: {except: [a]}}", "{tenants: {except: [b]}}", true),
    ("{metadata: {c: x}}", "{metadata: {c: y}}", false),
    ("{metadata: {c: 1}}", "{metadata: {c: '1'}}", false),
    ("{metadata: {c: x}}", "{metadata: {d: y}}", true),
    ("{metadata: {c: x}}", "{tenants: {only: [a]}}", true),
  ])
  func `jobs that can select the same conversation are reported`(a: String, b: String, overlap: Bool) throws {
    let findings = Job.check([try job("first", a), try job("second", b)])
    #expect(findings.map(\.severity) == (overlap ? [.warning] : []))
    if let finding = findings.first {
      #expect(finding.file == "second.yaml")
      #expect(finding.line == 2)
      #expect(finding.message.hasSuffix("that belong to jobs before it: `first` (first.yaml:2)"))
      #expect(finding.excerpt == "select: \(b)")
    }
  }

  @Test(arguments: [
    ("{tenants: all}", "{tenants: all}", true), ("{}", "{metadata: {c: x}}", true),
    ("{metadata: {c: x}}", "{metadata: {c: x, d: 1}}", true), ("{metadata: {c: x, d: 1}}", "{metadata: {c: x}}", false),
    ("{tenants: {only: [a, b]}}", "{tenants: {only: [b]}}", true), ("{tenants: {only: [a]}}", "{}", false),
    ("{tenants: {only: [a]}}", "{tenants: {except: [b]}}", false),
    ("{tenants: {except: [a]}}", "{tenants: {only: [b]}}", true),
    ("{tenants: {except: [a]}}", "{tenants: {except: [a, b]}}", true),
    ("{tenants: {except: [a, b]}}", "{tenants: {except: [a]}}", false), ("{tenants: {except: [a]}}", "{}", false),
    ("{tenants: {except: [a]}, metadata: {c: x}}", "{tenants: {only: [b]}, metadata: {c: x}}", true),
  ])
  func `a job that an earlier one leaves nothing is told so`(a: String, b: String, isEmpty: Bool) throws {
    let (first, second) = (try job("first", a), try job("second", b))
    #expect(first.selection.contains(second.selection) == isEmpty)
    let message = Job.check([first, second]).first?.message
    #expect(message?.hasPrefix("nothing is left for `second`: the job before it `first` (first.yaml:2)") == isEmpty)
  }

  @Test func `a selection can be said in a line`() throws {
    func summary(_ select: String) throws -> String { try job("a", select).selection.summary }
    #expect(try summary("{}") == "everything")
    #expect(
      try summary("{tenants: {except: [b, a]}, metadata: {n: 1, c: '1'}}") == #"tenants but a, b; c = "1"; n = 1"#)
    #expect(try summary("{tenants: {only: [x]}}") == "tenants x")
  }

  @Test func `a job that comes after several has one warning for all of them`() throws {
    let jobs = [
      try job("a", "{metadata: {y: 1}}"), try job("b", "{metadata: {x: 1}}"), try job("c", "{metadata: {x: 2}}"),
    ]
    #expect(Job.check(jobs).map(\.file) == ["b.yaml", "c.yaml"])
    #expect(Job.check(jobs).last?.message.hasSuffix("before it: `a` (a.yaml:2)") == true)
  }

  @Test func `a job that selects everything is shown by its name`() throws {
    let unselective = try #require(Job.load(text: "# first\n" + plainJob, file: "b.yaml").job)
    let finding = Job.check([try job("a", "{}"), unselective]).first
    #expect(finding?.excerpt == "job: plain")
    #expect(finding?.column == 6)
  }

  @Test func `two jobs of one name are an error`() throws {
    let (a, b) = (try job("same", "{tenants: {only: [a]}}"), try job("same", "{tenants: {only: [b]}}"))
    #expect(Job.check([a, b]).map(\.severity) == [.error])
  }
}
