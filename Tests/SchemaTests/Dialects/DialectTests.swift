import PostgresClient
import TestSupport
import Testing
import Transcripts

/// `compactor.messages` with its option "dialect".
@Suite(.migratedDatabase)
struct DialectTests {
  static let messages = #"""
    [{"role":"system","content":"S"},
     {"role":"user","content":"one"},
     {"role":"user","content":[{"type":"text","text":"two"},
       {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
     {"role":"assistant","reasoning_content":"hm","content":"let me see","tool_calls":[
       {"id":"call_0","type":"function","function":{"name":"find","arguments":"{\"q\":1.50}"}},
       {"id":"call_0","type":"function","function":{"name":"look","arguments":"not json"}}]},
     {"role":"tool","tool_call_id":"call_0","content":"{\"found\": true}"},
     {"role":"tool","tool_call_id":"call_0","content":"plain"},
     {"role":"assistant","content":"done"},
     {"role":"developer","content":"D"},
     {"role":"assistant","content":"really"},
     {"role":"user","content":"three"}]
    """#

  private func rendered(_ dialect: String) async throws -> JSON {
    let session = try await Session()
    try await session.append("c", Self.messages)
    return try JSON(parsing: try await session.messages("c", #"{"dialect":"\#(dialect)"}"#)!)
  }

  @Test func `for openai it is what was appended`() async throws {
    #expect(try await rendered("openai") == JSON(parsing: Self.messages))
  }

  @Test func `for anthropic, instructions stand apart, one role speaks at a time, and every call has an id of its own`()
    async throws
  {
    let found = try await rendered("anthropic")
    let ids = found["messages"]?.array?[1]["content"]?.array?.compactMap { $0["id"]?.string } ?? []
    try #require(ids.count == 2 && ids[0] == "call_0" && ids[1] != "call_0")
    let expected = try JSON(
      parsing: #"""
        {"system":[{"type":"text","text":"S"},{"type":"text","text":"D"}],
         "messages":[
          {"role":"user","content":[{"type":"text","text":"one"},{"type":"text","text":"two"},
            {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]},
          {"role":"assistant","content":[{"type":"text","text":"let me see"},
            {"type":"tool_use","id":"call_0","name":"find","input":{"q":1.50}},
            {"type":"tool_use","id":"\#(ids[1])","name":"look","input":{"arguments":"not json"}}]},
          {"role":"user","content":[
            {"type":"tool_result","tool_use_id":"call_0","content":[{"type":"text","text":"{\"found\": true}"}]},
            {"type":"tool_result","tool_use_id":"\#(ids[1])","content":[{"type":"text","text":"plain"}]}]},
          {"role":"assistant","content":[{"type":"text","text":"done"},{"type":"text","text":"really"}]},
          {"role":"user","content":[{"type":"text","text":"three"}]}]}
        """#)
    #expect(found == expected)
  }

  @Test func `for gemini, results are objects with the names of their tools`() async throws {
    let expected = try JSON(
      parsing: #"""
        {"systemInstruction":{"parts":[{"text":"S"},{"text":"D"}]},
         "contents":[
          {"role":"user","parts":[{"text":"one"},{"text":"two"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]},
          {"role":"model","parts":[{"text":"let me see"},{"functionCall":{"id":"call_0","name":"find","args":{"q":1.50}}},
            {"functionCall":{"id":"call_0","name":"look","args":{"arguments":"not json"}}}]},
          {"role":"user","parts":[
            {"functionResponse":{"id":"call_0","name":"find","response":{"found": true}}},
            {"functionResponse":{"id":"call_0","name":"look","response":{"result":"plain"}}}]},
          {"role":"model","parts":[{"text":"done"},{"text":"really"}]},
          {"role":"user","parts":[{"text":"three"}]}]}
        """#)
    #expect(try await rendered("gemini") == expected)
  }

  @Test func `for mistral, instructions come first, ids have nine characters, and answers in a row are one`()
    async throws
  {
    let found = try #require(try await rendered("mistral").array)
    #expect(found.map { $0["role"]?.string } == ["system", "user", "assistant", "tool", "tool", "assistant", "user"])
    #expect(found[0]["content"] == "S\n\nD")
    let ids = found[2]["tool_calls"]?.array?.compactMap { $0["id"]?.string } ?? []
    #expect(ids.count == 2 && Set(ids).count == 2)
    #expect(ids.allSatisfy { $0.utf8.count == 9 && $0.allSatisfy { $0.isLetter || $0.isNumber } })
    #expect(found[3...4].map { $0["tool_call_id"]?.string } == ids)
    #expect(found[3...4].map { $0["name"]?.string } == ["find", "look"])
    #expect(found[2]["tool_calls"]?.array?[1]["function"]?["arguments"] == "not json")
    #expect(found[2]["reasoning_content"] == nil)
    #expect(found[5]["content"] == "done\n\nreally")
  }

  @Test func `for strict alternation, prompts in a row are one, and what is wrong stays`() async throws {
    let found = try #require(try await rendered("strict-alternation").array)
    #expect(
      found.map { $0["role"]?.string } == [
        "system", "user", "assistant", "tool", "tool", "assistant", "assistant", "user",
      ])
    #expect(found[2]["tool_calls"]?.array?.map { $0["id"]?.string } == ["call_0", "call_0"])
  }

  @Test func `a summary is a prompt before what follows, wherever prompts are merged`() async throws {
    let session = try await Session()
    try await session.append(
      "c", #"[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]"#)
    try await session.run(StoredRevision(kept: "{[3,3]}", coversThrough: 3, summary: (3, "S")).insert)
    for dialect in ["anthropic", "gemini"] {
      let found = try JSON(parsing: try await session.messages("c", #"{"dialect":"\#(dialect)"}"#)!)
      let said = found[dialect == "gemini" ? "contents" : "messages"]?.array ?? []
      #expect(said.count == 1)
      let parts = said[0][dialect == "gemini" ? "parts" : "content"]?.array ?? []
      #expect(parts.count == 2 && parts[1]["text"] == "c" && parts[0]["text"]?.string?.contains("<summary>\nS") == true)
    }
    let own = try JSON(parsing: try await session.messages("c", #"{"dialect":"openai"}"#)!)
    #expect(own.array?.count == 2)
    let merged = try JSON(parsing: try await session.messages("c", #"{"dialect":"openai","summary":"merge"}"#)!)
    #expect(merged.array?.count == 1)
    let strict = try JSON(parsing: try await session.messages("c", #"{"dialect":"strict-alternation"}"#)!)
    #expect(strict.array?.count == 1)
  }

  @Test func `a dialect that nobody knows is refused, and no conversation is NULL`() async throws {
    let session = try await session()
    let report = try await refusal { _ = try await session.messages("c", #"{"dialect":"antropic"}"#) }
    #expect(
      report.message
        == #"option "dialect" of compactor.messages: found "antropic", expected "openai", "anthropic", "gemini", "mistral" or "#
        + #""strict-alternation""#)
    #expect(try await session.messages("nobody", #"{"dialect":"anthropic"}"#) == nil)
  }

  private func session() async throws -> Session {
    let session = try await Session()
    try await session.append("c", "[]")
    return session
  }
}
