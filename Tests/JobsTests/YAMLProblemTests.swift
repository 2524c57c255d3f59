import Jobs
import Testing

/// Texts that are no job because of their YAML: each gives one finding.
struct YAMLProblemTests {
  static let problems: [(text: String, finding: String)] = [
    ("", "1:1 error: the file is empty; expected a job, beginning with `job: NAME`"),
    ("# nothing\n", "2:1 error: the file is empty; expected a job, beginning with `job: NAME`"),
    (
      "job: &name a",
      "1:6 error: `&name` names this value for use elsewhere; "
        + "expected the value alone: job files have no anchors and aliases"
    ),
    (
      "job: a\ntarget: *x",
      "2:9 error: `*x` refers to a value elsewhere; "
        + "expected the value itself: job files have no anchors and aliases"
    ),
    (
      "job: a\nlimits:\n  <<: {a: b}",
      "3:3 error: `<<` merges a map from elsewhere; "
        + "expected the settings themselves: job files have no merge keys"
    ),
    (
      "job: !!str a",
      "1:6 error: `tag:yaml.org,2002:str` gives the value a type; "
        + "expected the value alone: its type follows from the setting"
    ),
    ("job: a\n---\njob: b", "2:1 error: a second document begins here; expected one job for each file"),
    ("job: a\n[x]: y", "2:1 error: a key is a list or a map; expected a name"),
    (
      "job: a\n\tsource: own",
      "2:1 error: found a tab character that violates indentation while scanning a plain scalar "
        + "that begins at line 1; expected blanks: YAML is not indented with tabs"
    ),
    (
      "schedule: {cron: @daily}",
      "1:18 error: found character that cannot start any token while scanning for the next "
        + "token that begins at line 1; expected quotes around a text that begins with `@`"
    ),
    (
      "schedule: {cron: */5 * * * *}",
      "1:19 error: did not find expected alphabetic or numeric character while scanning "
        + "an alias that begins at line 1; expected quotes around a text that begins with `*` or `&`"
    ),
    (
      "job: a\n source: own",
      "2:8 error: mapping values are not allowed in this context; "
        + "expected a new line, or quotes around a text with `: ` in it"
    ),
    ("job: \"a\u{1}b\"", "1:8 error: control characters are not allowed"),
    ("job: é\u{7F}", "1:7 error: control characters are not allowed"),
    (String(repeating: "[", count: 40), "1:33 error: nested too deeply; expected at most 32 levels"),
    (
      "- job",
      "1:1 error: the job has the wrong form: found a list, expected a map with settings of `job`: `job`, "
        + "`source`, `select`, `dialect`, `tokenizer`, `context_window`, `compact_when`, `target`, `protect`, `repair`, "
        + "`minimum_gain`, `stages`, `models`, `prompts`, `redact`, `skills`, `limits`, `schedule`, `on_policy_change`, "
        + "`publish`"
    ),
  ]

  @Test(arguments: problems)
  func `a text that cannot be read is refused at its place`(text: String, finding: String) {
    #expect(findings(text) == [finding])
  }

  @Test func `a file too large is refused before it is parsed`() {
    let text = "job: a\n#" + String(repeating: "x", count: 256 * 1_024)
    #expect(findings(text) == ["1:1 error: the file has 262152 bytes; expected at most 262144 bytes"])
  }

  /// Nine levels of nine references to the level before: 9⁹ words, if anyone expanded them.
  @Test func `a text that would expand to gigabytes is refused at its first anchor`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(findings(text).count == 1)
  }

  @Test func `columns count characters, whatever their bytes`() {
    #expect(findings(#"{"é": 1, select: {metadata: 3}}"#).contains { $0.hasPrefix("1:29 error: `select.metadata`") })
  }

  @Test func `a byte order mark is no part of the first key`() {
    #expect(findings("\u{FEFF}" + plainJob) == [])
    #expect(findings("\u{FEFF}" + plainJob(("job", "job: A"))).first?.hasPrefix("1:6 ") == true)
  }

  @Test func `lines may end as Windows ends them`() {
    #expect(findings(plainJob.split(separator: "\n").joined(separator: "\r\n")) == [])
  }
}
