import YAMLDocuments

/// The reference of job files, made from the settings' description: `docs/job-reference.md`.
public enum JobReference {
  /// Markdown with a final newline.
  public static var markdown: String {
    var writer = Writer()
    writer.section("A job", JobDescription.job.settings, note: nil)
    return introduction + writer.text + forms
  }

  private static let introduction = """
    # The job file

    <!-- Made from Sources/Jobs/Description; `COMPACTOR_REGENERATE=1 swift test --filter JobsTests` writes it anew. -->

    A job is a YAML file that says which conversations to compact, under which policy, with which models, within which
    limits and when. `compactor validate FILE` names every mistake in it with its line and column. An editor with a YAML
    language server checks it while you type, when this is its first line:

    ```yaml
    # yaml-language-server: $schema=job.schema.json
    ```

    The smallest job that does something:

    ```yaml
    job: newest-turns
    compact_when: {any: [{turns: 40}]}
    stages:
      - rolling_window: {turns: 20}
    ```

    Documented examples are in [`jobs/`](../jobs). The file is YAML without anchors, aliases, merge keys and tags, at most
    \(grouped(YAMLReader.sizeLimit)) bytes long, one job for each file. What a value means follows from its setting and not from how it
    looks: `no` is a word where a word is expected, and an error where a Boolean is.

    No setting is a secret. `api_key`, and any header that carries a key, name the environment variable or the file that
    holds it; one that is written into the file is refused, and the message does not repeat it.


    """

  private static let forms = """
    ## How values are written

    | type | written as |
    |---|---|
    | Boolean | `true` or `false`; no other word |
    | count | `24000`, `24k` or `1.5k` (thousands), `2M` (millions) |
    | duration | `90s`, `15m`, `2h`, `30d`, `500ms`, or several, the largest first: `1h30m` |
    | money | `200 USD`; a price may leave out the currency: `0.40`. Exact to a millionth of a dollar |
    | share | `5%`, `2.5%` |
    | cron expression | five fields, see below |
    | time zone | a name of the IANA database, `Europe/Berlin`, or `UTC` |

    ## Cron expressions

    Minute (0-59), hour (0-23), day of month (1-31), month (1-12 or `jan`-`dec`) and day of week (0-7 or `sun`-`sat`; 0 and 7
    are Sunday), separated by blanks. Each is `*`, a number, a range `a-b`, a step `*/n` or `a-b/n`, or a list of these with
    commas. `@hourly`, `@daily` or `@midnight`, `@weekly`, `@monthly` and `@yearly` or `@annually` stand for whole
    expressions. Where the day of month and the day of week are both something else than `*`, a day that matches either of
    them matches. A date that no year has, 30 February say, is an error.

    Times are those that the clocks of the schedule's time zone show. Where the clocks change:

    - A schedule with fixed hours fires once for each of its times. A time that the clocks skip fires right after the gap; a
      time that comes twice fires the first time only.
    - A schedule that runs in every hour goes by elapsed time. Nothing fires in place of the hour that is skipped, and both
      passes of a repeated hour have their slots.

    """
}

/// Writes a table for each section, each once, the inner ones after the outer.
private struct Writer {
  private(set) var text = ""
  private var written: Set<String> = []
  private var pending: [(title: String, settings: [Setting], note: String?)] = []

  mutating func section(_ title: String, _ settings: [Setting], note: String?) {
    pending.append((title, settings, note))
    while !pending.isEmpty {
      let next = pending.removeFirst()
      guard written.insert(next.title).inserted else { continue }
      table(next.title, next.settings, next.note)
    }
  }

  /// What belongs to a section follows it at once.
  private mutating func table(_ title: String, _ settings: [Setting], _ note: String?) {
    text += "## \(title)\n\n"
    if let note { text += note + "\n\n" }
    text += "| setting | type | default | range | unit | secret | meaning |\n|---|---|---|---|---|---|---|\n"
    for setting in settings {
      let cells = [
        "`\(setting.name)`", link(setting.shape), setting.defaultText, setting.shape.rangeText, setting.shape.unit,
        setting.isSecret ? "names one" : "no", setting.meaning,
      ]
      text += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    pending.insert(contentsOf: settings.flatMap(\.shape.tables), at: 0)
    text += "\n"
  }

  /// The type, with a link to its table when it has one.
  private func link(_ shape: Shape) -> String {
    guard let title = shape.tables.last?.title else { return shape.typeName }
    let anchor = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " }
    return "[\(shape.typeName)](#\(anchor.replacing(" ", with: "-")))"
  }
}

extension Shape {
  /// The tables that explain what is inside, each with its heading.
  fileprivate var tables: [(title: String, settings: [Setting], note: String?)] {
    switch self {
    case .section(let section):
      [("`\(section.title)`", section.settings, section.constraint.note)]
    case .oneOf(let settings, let noun):
      [("\(noun.prefix(1).uppercased())\(noun.dropFirst())", settings, "A map with exactly one of these keys.")]
    case .list(let element, _): element.tables
    case .table(_, let values, _): values.tables
    case .either(let scalar, let map): scalar.tables + map.tables
    default: []
    }
  }
}

extension Section.Constraint {
  fileprivate var note: String? {
    switch self {
    case .none: nil
    case .atLeastOne: "At least one of these."
    case .exactlyOne(let choices): "Exactly one of \(alternatives(choices).replacing(" or ", with: " and "))."
    case .notBoth(let a, let b): "Not both `\(a)` and `\(b)`."
    }
  }
}

extension Setting {
  fileprivate var defaultText: String {
    switch presence {
    case .required: "required"
    case .optional: "none"
    case .standard(let text): "`\(text)`"
    case .standardSection: "its settings' own"
    }
  }
}
