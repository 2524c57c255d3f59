import PostgresClient
import TestSupport
import Testing

/// `compactor.messages` on one conversation with every kind of entry: a table of overlays and what they make of it.
struct MessagesTests {
  let key = Session.newKey()

  /// Positions 1, 2, 3–5, 6, 7, 8, 9.
  static let originals = [
    #"{"role":"system","content":"s"}"#,
    #"{"role": "user", "content": "one \u00e9"}"#,
    #"{"role":"assistant","reasoning_content":"r","content":"two","tool_calls":[{"id":"a"}],"n":1.0}"#,
    #"{"role":"tool","tool_call_id":"a","content":"out"}"#,
    #"{"role":"assistant","content":"three"}"#,
    #"{"role": "user", "content": "four"}"#,
    #"{"content":[{"type":"text","text":"five"}],"role":"user"}"#,
  ]
  static let summaryText =
    #"Summary of the earlier part of this conversation, whose messages are not shown:\n<summary>\nS \"q\"\n</summary>"#
  static let summaryMessage = #"{"role":"user","content":"\#(summaryText)"}"#

  func session(_ revisions: StoredRevision...) async throws -> Session {
    let session = try await Session.shared
    try await session.append(key, "[\(Self.originals.joined(separator: ","))]")
    for revision in revisions { try await store(revision, session) }
    return session
  }

  func store(_ revision: StoredRevision, _ session: Session) async throws {
    var revision = revision
    revision.key = key
    try await session.run(revision.insert)
  }

  func number(_ session: Session) async throws -> Int64 {
    try await session.number("SELECT number FROM compactor.conversations WHERE key = \(key)")
  }

  /// The messages as the array's elements, without what stands between them.
  func elements(_ session: Session, _ options: String = "{}") async throws -> [String] {
    try await session.texts("SELECT json_array_elements(compactor.messages(\(key), \(PostgresJSON(options))))::text")
  }

  @Test func `an unknown conversation has none, and another tenant's is unknown`() async throws {
    let session = try await session()
    #expect(try await session.messages(Session.newKey()) == nil)
    #expect(try await session.messages(key, #"{"tenant":"acme"}"#) == nil)
    #expect(try await session.messages(key, #"{"tenant":"default"}"#) != nil)
  }

  @Test func `without a revision they are the originals`() async throws {
    #expect(try await elements(session()) == Self.originals)
  }

  @Test func `a live revision decides up to what it covers, and what follows is read as it is`() async throws {
    let session = try await session(StoredRevision(kept: "{[1,1],[7,7]}", coversThrough: 8))
    #expect(try await elements(session) == [0, 4, 6].map { Self.originals[$0] })
    try await session.append(key, #"[{"role":"assistant","content":"six"}]"#)
    #expect(
      try await elements(session) == [0, 4, 6].map { Self.originals[$0] } + [#"{"role":"assistant","content":"six"}"#])
  }

  @Test func `the live revision with the highest number counts, not a shadow or one rolled back`() async throws {
    let session = try await session(
      StoredRevision(number: 1, kept: "{[1,1]}", coversThrough: 9),
      StoredRevision(number: 2, kept: "{[1,2]}", coversThrough: 9),
      StoredRevision(number: 3, state: "shadow", kept: "{}", coversThrough: 9),
      StoredRevision(number: 4, state: "rolled_back", kept: "{}", coversThrough: 9))
    #expect(try await elements(session) == Array(Self.originals[...1]))
  }

  @Test func `a revision may keep nothing`() async throws {
    #expect(try await session(StoredRevision(kept: "{}", coversThrough: 9)).messages(key) == "[]")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var kept: String
    var before: Int32?
    var forms: [Int32: String] = [:]
    var merged: [String]
    var apart: [String]?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a summary goes to the head of the user message that follows", kept: "{[1,1],[8,9]}", before: 8,
      merged: [originals[0], #"{"role": "user", "content": "\#(summaryText)\n\nfour"}"#, originals[6]],
      apart: [originals[0], summaryMessage, originals[5], originals[6]]),
    Case(
      name: "its place may come before the first entry that stays", kept: "{[1,1],[8,8]}", before: 2,
      merged: [originals[0], #"{"role":"user","content":"\#(summaryText)\n\nfour"}"#],
      apart: [originals[0], summaryMessage, originals[5]]),
    Case(
      name: "escapes of the message stay as they are", kept: "{[2,2]}", before: 1,
      merged: [#"{"role":"user","content":"\#(summaryText)\n\none \u00e9"}"#], apart: [summaryMessage, originals[1]]),
    Case(
      name: "a content of parts gets another part", kept: "{[9,9]}", before: 9,
      merged: [
        #"{"content":[{"type" : "text", "text" : "\#(summaryText)"},{"type":"text","text":"five"}],"role":"user"}"#
      ],
      apart: [summaryMessage, originals[6]]),
    Case(
      name: "before an assistant message it is a message of its own", kept: "{[1,1],[7,8]}", before: 7,
      merged: [originals[0], summaryMessage, originals[4], originals[5]]),
    Case(
      name: "behind a user message and before no other it goes to that one's end", kept: "{[8,8]}", before: 9,
      merged: [#"{"role":"user","content":"four\n\n\#(summaryText)"}"#], apart: [originals[5], summaryMessage]),
    Case(
      name: "a summary of everything stands alone", kept: "{}", before: 10, merged: [summaryMessage]),
    Case(
      name: "reasoning goes, text and calls of the message stay together", kept: "{[1,2],[4,9]}", before: nil,
      merged: Array(originals[...1]) + [
        #"{"role":"assistant","content":"two","n":1.0,"tool_calls":[{"id":"a"}]}"#
      ] + originals[3...]),
    Case(
      name: "calls go, reasoning and text stay", kept: "{[3,4],[7,9]}", before: nil,
      merged: [#"{"role":"assistant","reasoning_content":"r","content":"two","n":1.0}"#] + originals[4...]),
    Case(
      name: "only the calls of a message stay", kept: "{[5,6]}", before: nil,
      merged: [#"{"role":"assistant","content":null,"tool_calls":[{"id":"a"}]}"#, originals[3]]),
    Case(
      name: "a message kept in part, and a summary", kept: "{[4,9]}", before: 8,
      merged: [
        #"{"role":"assistant","content":"two","n":1.0,"tool_calls":[{"id":"a"}]}"#, originals[3], originals[4],
        #"{"role":"user","content":"\#(summaryText)\n\nfour"}"#, originals[6],
      ],
      apart: [
        #"{"role":"assistant","content":"two","n":1.0,"tool_calls":[{"id":"a"}]}"#, originals[3], originals[4],
        summaryMessage, originals[5], originals[6],
      ]),
    Case(
      name: "a shorter form stands in the place of its entry", kept: "{[1,5],[7,9]}", before: nil,
      forms: [6: #"{"role":"tool","tool_call_id":"a","content":"…"}"#],
      merged: Array(originals[...2]) + [#"{"role":"tool","tool_call_id":"a","content":"…"}"#] + originals[4...]),
    Case(
      name: "a shorter form of a part is joined with the others", kept: "{[1,4],[6,6]}", before: nil,
      forms: [5: #"{"role":"assistant","content":null,"tool_calls":[{"id":"a","x":1}]}"#],
      merged: Array(originals[...1]) + [
        #"{"role":"assistant","reasoning_content":"r","content":"two","n":1.0,"tool_calls":[{"id":"a","x":1}]}"#,
        originals[3],
      ]),
  ]

  @Test(arguments: cases)
  func `an overlay is read`(overlay: Case) async throws {
    let session = try await session(
      StoredRevision(
        kept: overlay.kept, coversThrough: 9, summary: overlay.before.map { ($0, #"S "q""#) }, forms: overlay.forms))
    // Escapes and spaces are not the point where a message had to be changed: see below for where they are.
    func plain(_ messages: [String]) -> [String] {
      messages.map {
        $0.replacing(#": ""#, with: #":""#).replacing(#" : ""#, with: #":""#).replacing(", \"", with: ",\"")
      }
    }
    #expect(try await plain(elements(session)) == plain(overlay.merged))
    #expect(
      try await plain(elements(session, #"{"summary":"message"}"#)) == plain(overlay.apart ?? overlay.merged))
  }

  @Test func `a summary cannot end its own frame`() async throws {
    let session = try await session(
      StoredRevision(kept: "{}", coversThrough: 9, summary: (1, "a</summary>b")))
    #expect(try await session.messages(key)!.contains(#"a<\\/summary>b\n</summary>"#))
  }

  @Test func `what was erased is left out`() async throws {
    let session = try await session(StoredRevision(kept: "{[1,9]}", coversThrough: 9))
    let number = try await number(session)
    for _ in 0..<2 {
      try await session.run(
        "UPDATE compactor.entries SET original = NULL, erased_at = now(), bytes = 0 WHERE message IN (2, 3) AND conversation = \(number)"
      )
      #expect(try await elements(session) == [0, 3, 4, 5, 6].map { Self.originals[$0] })
      try await session.run("DELETE FROM compactor.revisions WHERE conversation = \(number)")
    }
  }

  @Test func `other branches are not read`() async throws {
    let session = try await session()
    let number = try await number(session)
    try await session.run(
      "UPDATE compactor.entries SET branch = 1 WHERE message IN (2, 5) AND conversation = \(number)")
    #expect(try await elements(session) == [0, 2, 3, 5, 6].map { Self.originals[$0] })
    try await store(StoredRevision(kept: "{[1,9]}", coversThrough: 9, summary: (2, "S")), session)
    #expect(try await elements(session)[1] == Self.summaryMessage.replacing(#"S \"q\""#, with: "S"))
  }

  @Test func `another format is read from its OpenAI form, entries of one assistant message together`() async throws {
    let session = try await Session.shared
    let chats = [
      #"{"role":"user","content":"a"}"#, #"{"role":"assistant","content":"b"}"#,
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"x"}]}"#,
      #"{"role":"tool","tool_call_id":"x","content":"c"}"#,
      #"{"role":"user","content":"d"}"#,
    ]
    try await session.run(
      """
      SELECT compactor.add_entries('default', \(key), 'anthropic', NULL, NULL, NULL, NULL, 0, 0,
        '{1,2,2,3,3}', '{0,0,1,0,1}', '{1,2,2,2,2}', '{0,0,0,0,0}', '{prompt,response,toolCalls,toolOutput,prompt}',
        '{f,f,f,f,f}', '{f,f,f,f,f}', ARRAY['{}', '{}', NULL, '{}', NULL]::json[], \(chats.map { PostgresJSON($0) }),
        '{NULL,NULL,NULL,NULL,NULL}')
      """)
    let joined = #"{"role":"assistant","content":"b","tool_calls":[{"id":"x"}]}"#
    #expect(try await elements(session) == [chats[0], joined, chats[3], chats[4]])
    try await store(StoredRevision(kept: "{[1,1],[4,5]}", coversThrough: 3, summary: (4, #"S "q""#)), session)
    #expect(
      try await elements(session) == [#"{"role":"user","content":"a\n\n\#(Self.summaryText)"}"#, chats[3], chats[4]])
    #expect(
      try await elements(session, #"{"summary":"message"}"#) == [chats[0], Self.summaryMessage, chats[3], chats[4]])
    try await store(StoredRevision(number: 2, kept: "{[1,2]}", coversThrough: 4, summary: (5, #"S "q""#)), session)
    #expect(
      try await elements(session) == [chats[0], chats[1], #"{"role":"user","content":"\#(Self.summaryText)\n\nd"}"#])
  }
}
