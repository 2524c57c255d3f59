public import Transcripts

/// Random conversations as files of other formats hold them, legal or not.
public struct ForeignChatGenerator {
  public var json: JSONGenerator

  public init(seed: Int) { json = JSONGenerator(seed: seed) }

  /// Some of the values, and now and then one that does not belong.
  private mutating func some(_ values: [JSON]) -> [JSON] {
    var some = values.filter { _ in !json.random.once(in: 3) }.shuffled(using: &json.random)
    if json.random.once(in: 4) { some.append(json.value()) }
    return some
  }

  /// An object with more members than anybody knows.
  private mutating func object(_ members: [JSON.Member]) -> JSON {
    .object((members + (json.random.once(in: 3) ? json.members(depth: 2) : [])).shuffled(using: &json.random))
  }

  private mutating func text() -> JSON { .string(json.string()) }

  private mutating func id() -> JSON { json.random.pick(["toolu_1", "toolu_2", "toolu_3"]) }

  // MARK: Anthropic

  public mutating func anthropic() -> JSON {
    let messages = (0..<Int.random(in: 0...6, using: &json.random)).map { _ in anthropicMessage() }
    var members = [JSON.Member("messages", .array(messages))]
    if json.random.once(in: 2) { members.append(JSON.Member("system", anthropicContent())) }
    return object(members)
  }

  public mutating func anthropicMessage() -> JSON {
    let role: JSON = json.random.pick(["user", "assistant", "assistant", "user", "system", "critic", 7])
    return object([JSON.Member("role", role), JSON.Member("content", anthropicContent())])
  }

  private mutating func anthropicContent() -> JSON {
    if json.random.once(in: 3) { return json.random.once(in: 4) ? json.value() : text() }
    let image: JSON = ["type": "base64", "media_type": "image/png", "data": "AAAA"]
    return .array(
      some([
        ["type": "text", "text": text()], ["type": "thinking", "thinking": text(), "signature": "s"],
        ["type": "redacted_thinking", "data": "x"],
        ["type": "tool_use", "id": id(), "name": "get", "input": json.value()],
        ["type": "tool_use", "id": id(), "name": "put", "input": [:]],
        ["type": "tool_result", "tool_use_id": id(), "content": [["type": "text", "text": text()]]],
        ["type": "tool_result", "tool_use_id": id(), "content": text(), "is_error": true],
        ["type": "tool_result", "tool_use_id": id(), "content": [["type": "image", "source": image]]],
        ["type": "image", "source": image], ["type": "document", "source": json.value()],
        ["type": "document", "source": ["type": "text", "media_type": "text/plain", "data": text()]],
        ["type": "server_tool_use", "id": id(), "name": "web_search", "input": json.value()],
      ]))
  }

  // MARK: Apple

  public mutating func apple() -> JSON {
    let entries = (0..<Int.random(in: 0...6, using: &json.random)).map { _ in appleEntry() }
    return object([
      JSON.Member("type", "FoundationModels.Transcript"), JSON.Member("version", json.random.pick([1, "1.1"])),
      JSON.Member("transcript", object([JSON.Member("entries", .array(entries))])),
    ])
  }

  public mutating func appleEntry() -> JSON {
    if json.random.once(in: 12) { return json.value() }
    let role: JSON = json.random.pick(["instructions", "user", "response", "tool", "reasoning", "narrator"])
    var members = [JSON.Member("id", text()), JSON.Member("role", role)]
    if !json.random.once(in: 4) {
      members.append(
        JSON.Member(
          "contents",
          .array(
            some([
              ["type": "text", "id": "0", "text": text()], ["type": "text", "id": "1", "text": ""],
              ["type": "structure", "id": "2", "structure": ["source": "R", "content": json.value()]],
              ["type": "image", "id": "3", "data": "AAAA"],
            ]))))
    }
    if json.random.once(in: 3) {
      members.append(
        JSON.Member("toolCalls", .array(some([["id": id(), "name": "get", "arguments": .string(json.value().text)]]))))
    }
    if json.random.once(in: 3) { members += [JSON.Member("toolCallID", id()), JSON.Member("toolName", "get")] }
    return object(members)
  }

  // MARK: ChatGPT

  public mutating func chatGPT() -> JSON {
    let keys = (0..<Int.random(in: 0...9, using: &json.random)).map { "node-\($0)" }
    var children = keys.map { _ in [JSON]() }
    var parents: [JSON] = keys.map { _ in nil }
    for index in keys.indices.dropFirst() where !json.random.once(in: 10) {
      let parent = Int.random(in: max(0, index - 3)..<index, using: &json.random)
      parents[index] = .string(keys[parent])
      children[parent].append(.string(keys[index]))
    }
    var nodes: [JSON.Member] = []
    for index in keys.indices {
      let message = index == 0 ? nil : chatGPTMessage()
      let node = object([
        JSON.Member("id", .string(keys[index])), JSON.Member("message", message),
        JSON.Member("parent", parents[index]), JSON.Member("children", .array(children[index])),
      ])
      nodes.append(JSON.Member(keys[index], json.random.once(in: 15) ? json.value() : node))
    }
    return object([
      JSON.Member("title", text()), JSON.Member("mapping", .object(nodes.shuffled(using: &json.random))),
      JSON.Member(
        "current_node", json.random.once(in: 6) ? nil : .string(keys.randomElement(using: &json.random) ?? "")),
      JSON.Member("conversation_id", "c"),
    ])
  }

  public mutating func chatGPTMessage() -> JSON {
    if json.random.once(in: 10) { return json.value() }
    let role: JSON = json.random.pick(["system", "user", "assistant", "assistant", "tool", "tool", "critic"])
    let name: JSON = json.random.pick([nil, "browser", "python"])
    return object([
      JSON.Member("author", ["role": role, "name": name]), JSON.Member("create_time", .number(json.number())),
      JSON.Member("content", chatGPTContent()),
      JSON.Member("recipient", json.random.pick(["all", "all", "browser", "python", "browser.search"])),
    ])
  }

  private mutating func chatGPTContent() -> JSON {
    json.random.pick([
      ["content_type": "text", "parts": [text(), text()]],
      ["content_type": "code", "language": "unknown", "text": text()],
      ["content_type": "code", "language": "json", "text": .string(json.value().text)],
      ["content_type": "multimodal_text", "parts": .array(some([text(), ["content_type": "image_asset_pointer"]]))],
      ["content_type": "thoughts", "thoughts": [["summary": text(), "content": text()]]],
      ["content_type": "reasoning_recap", "content": text()],
      ["content_type": "tether_quote", "title": text(), "url": text(), "text": text()],
      ["content_type": "user_editable_context", "user_profile": text(), "user_instructions": text()],
      ["content_type": "something_new", "stuff": json.value()], json.value(),
    ])
  }
}
