import PostgresClient
import TestSupport
import Testing

/// What `compactor.append` and its siblings say against wrong input. Nothing is stored, not even the conversation.
struct RefusalTests {
  let key = Session.newKey()

  @Test(arguments: [
    (nil, "messages: found NULL, expected an array of OpenAI chat messages"),
    (#"{"role":"user"}"#, "messages: found object, expected an array of OpenAI chat messages"),
    (#"[{"role":"user","content":"x"},3]"#, "message 2: found number, expected an object"),
    (#"[{"content":"x"}]"#, "message 1: found nothing as its role, expected a string"),
    (#"[{"role":["user"]}]"#, "message 1: found array as its role, expected a string"),
    (#"[{"role":"user"},{"role":"bot","content":"x"}]"#, #"message 2: found the role "bot""#),
  ])
  func `messages that are none are refused by their place`(messages: String?, message: String) async throws {
    let session = try await Session.shared
    let report = try await refusal { try await session.append(key, messages) }
    #expect(report.sqlState.rawValue == "22023")
    #expect(report.message == message)
    #expect(try await session.number("SELECT count(*) FROM compactor.conversations WHERE key = \(key)") == 0)
  }

  @Test(arguments: [nil, ""])
  func `a conversation needs a name`(name: String?) async throws {
    let session = try await Session.shared
    let report = try await refusal { try await session.append(name, "[]") }
    #expect(report.message == "conversation: found nothing, expected the name of a conversation")
  }

  @Test(arguments: [
    ("append", "[]", "options of compactor.append: found array, expected an object"),
    ("append", #"{"tennant":"a"}"#, #"options of compactor.append: found unknown option "tennant""#),
    ("append", #"{"tenant":7}"#, #"option "tenant" of compactor.append: found 7, expected a string that is not empty"#),
    (
      "append", #"{"tenant":""}"#,
      #"option "tenant" of compactor.append: found "", expected a string that is not empty"#
    ),
    ("append", #"{"metadata":[]}"#, #"option "metadata" of compactor.append: found array, expected an object"#),
    (
      "append", #"{"expected_length":-1}"#,
      #"option "expected_length" of compactor.append: found -1, expected a whole number"#
    ),
    (
      "append", #"{"expected_length":"2"}"#,
      #"option "expected_length" of compactor.append: found "2", expected a whole number"#
    ),
    (
      "append", #"{"time":"noon"}"#,
      #"option "time" of compactor.append: found "noon", expected a time such as "2026-01-31T12:00:00Z""#
    ),
    (
      "append", #"{"time":"infinity"}"#,
      #"option "time" of compactor.append: found "infinity", expected a time such as "2026-01-31T12:00:00Z""#
    ),
    ("messages", #"{"x":1}"#, #"options of compactor.messages: found unknown option "x""#),
    (
      "messages", #"{"summary":"system"}"#,
      #"option "summary" of compactor.messages: found "system", expected "merge" or "message""#
    ),
    ("history", #"{"all":"yes"}"#, #"option "all" of compactor.history: found "yes", expected true or false"#),
    (
      "history", #"{"revision":9}"#,
      #"option "revision" of compactor.history: conversation "KEY" has no revision 9"#
    ),
  ])
  func `options that are none are refused by name`(function: String, options: String, message: String) async throws {
    let session = try await Session.shared
    try await session.append(key, "[]")
    let arguments: SQL = function == "append" ? "\(key), '[{\"role\":\"user\"}]', " : "\(key), "
    let report = try await refusal {
      try await session.run(
        "SELECT * FROM \(SQL.Identifier("compactor", function))(\(arguments)\(PostgresJSON(options)))")
    }
    #expect(report.sqlState.rawValue == "22023")
    #expect(report.message == message.replacing("KEY", with: key))
    #expect(try await session.number("SELECT entries::bigint FROM compactor.conversations WHERE key = \(key)") == 0)
  }

  @Test func `an unknown option is answered with the valid ones`() async throws {
    let session = try await Session.shared
    let report = try await refusal { try await session.append(key, "[]", #"{"key":1}"#) }
    #expect(report.hint == "Valid are tenant, idempotency_key, expected_length, metadata, time.")
  }
}
