import TestSupport
import Testing

/// What `compactor.append` replaces in a text.
struct SanitizingTests {
  @Test(arguments: [
    (#"a\u0000b"#, #"a\ufffdb"#, 1),
    (#"\ud83d"#, #"\ufffd"#, 1),
    (#"\uDE00\uD83D"#, #"\ufffd\ufffd"#, 2),
    (#"\ud83d\ud83d\ude00"#, #"\ufffd\ud83d\ude00"#, 1),
    (#"\ud83d\ude00\ude00"#, #"\ud83d\ude00\ufffd"#, 1),
    (#"\\u0000 \\\u0000 \\\\u0000"#, #"\\u0000 \\\ufffd \\\\u0000"#, 1),
    (#"\\ud83d\\\ud83d\\ude00"#, #"\\ud83d\\\ufffd\\ude00"#, 1),
    (#"\ud83dA \u00e9 \uD7FF \ue000 \ufffd"#, #"\ufffdA \u00e9 \uD7FF \ue000 \ufffd"#, 1),
  ])
  func `NUL and lone surrogates are replaced and counted, and nothing else`(
    sent: String, stored: String, count: Int32
  ) async throws {
    let session = try await Session.shared
    let key = Session.newKey()
    let appended = try await session.append(key, #"[{"role":"user","content":"\#(sent)","\#(sent)":"\#(sent)"}]"#)
    #expect(appended.replaced == count * 3)
    #expect(try await session.messages(key) == #"[{"role":"user","content":"\#(stored)","\#(stored)":"\#(stored)"}]"#)
  }
}
