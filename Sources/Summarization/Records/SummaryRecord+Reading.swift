import Transcripts

extension SummaryRecord {
  /// Reads a reply: JSON, also in a fence or with words around it, or text with headings.
  ///
  /// It is lenient: keys and headings may be written in other ways, a text may stand for a list and a list for a text,
  /// objects in a list become text. `nil` where the reply has no such form; it is then a text like any other.
  public init?(reading reply: String) {
    if let json = Self.object(in: reply) {
      self.init(json)
    } else {
      self.init(headed: reply)
    }
    if isEmpty { return nil }
  }

  // MARK: JSON

  /// The whole text as an object, else what stands between its first and its last brace.
  private static func object(in reply: String) -> JSON? {
    guard let first = reply.utf8.firstIndex(of: UInt8(ascii: "{")),
      let last = reply.utf8.lastIndex(of: UInt8(ascii: "}")), first < last,
      let json = try? JSON(parsing: String(reply[first...last])), json.object != nil
    else { return nil }
    return json
  }

  private init(_ json: JSON) {
    self.init()
    for member in json.object ?? [] {
      guard let field = Field(named: member.key) else {
        // A record inside of an object with one key: `{"summary": {…}}`.
        if member.value.object != nil, (json.object ?? []).count == 1 { self = SummaryRecord(member.value) }
        continue
      }
      self[field] += Self.texts(of: member.value)
    }
  }

  private static func texts(of json: JSON) -> [String] {
    switch json {
    case .null, .bool: []
    case .string(let text): [text]
    case .number(let digits): [digits]
    case .array(let elements): elements.flatMap(texts)
    case .object(let members):
      // `{"name": …, "change": …}`: its values say all that the keys would.
      [members.flatMap { texts(of: $0.value) }.filter(\.hasWords).joined(separator: " – ")]
    }
  }

  // MARK: Text

  private init(headed reply: String) {
    self.init()
    var field: Field?
    var headings = 0
    for line in reply.split(whereSeparator: \.isNewline) {
      if let (named, rest) = Self.heading(line) {
        field = named
        headings += 1
        add(rest, to: named)
      } else if let field {
        add(Self.withoutBullet(line), to: field)
      } else {
        add(Self.withoutBullet(line), to: .facts)
      }
    }
    // One heading may be a sentence with a colon.
    if headings < 2 { self = SummaryRecord() }
  }

  private mutating func add(_ text: Substring, to field: Field) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    if field == .identifiers {
      self[field] += text.split(whereSeparator: { $0 == ";" }).map(String.init)
    } else {
      self[field] += [String(text)]
    }
  }

  /// `Goal: …`, `## Constraints`, `**Open items:**` and the like; the text behind it.
  private static func heading(_ line: Substring) -> (Field, Substring)? {
    let plain = line.drop { $0 == "#" || $0 == "*" || $0 == " " || $0 == "_" }
    let isMarked = plain.startIndex > line.startIndex && line.first != " "
    let end = plain.firstIndex { $0 == ":" || $0 == "*" } ?? plain.endIndex
    guard isMarked || end < plain.endIndex, plain[..<end].utf8.count <= 40, let field = Field(named: plain[..<end])
    else {
      return nil
    }
    return (field, plain[end...].drop { $0 == ":" || $0 == "*" || $0 == " " })
  }

  private static func withoutBullet(_ line: Substring) -> Substring {
    let text = line.drop(while: \.isWhitespace)
    guard let first = text.first, first == "-" || first == "*" || first == "•" else { return text }
    return text.dropFirst().drop(while: \.isWhitespace)
  }
}

extension SummaryRecord.Field {
  /// By its key, its heading, or one of the words that models write in their place.
  fileprivate init?(named name: some StringProtocol) {
    let plain = String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic })
    guard let field = Self.byName[plain] else { return nil }
    self = field
  }

  private static let byName: [String: Self] = {
    let others: [Self: String] = [
      .goal: "goals objective intent", .constraints: "constraint rules limits userconstraints",
      .preferences: "preference",
      .decisions: "decision", .facts: "fact keyfacts", .workDone: "work completed actions progress",
      .artifacts: "artifact files artifactstouched filestouched",
      .openItems: "openitem todo pending nextsteps openquestions",
      .activeThread: "currentthread current active currentstate", .identifiers: "identifier ids references",
    ]
    var names: [String: Self] = [:]
    for field in allCases {
      for name in [field.rawValue, field.heading] + (others[field] ?? "").split(separator: " ").map(String.init) {
        names[String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic })] = field
      }
    }
    return names
  }()
}
