import Testing
import Tokenization

@testable import Summarization

private let source = """
  <transcript>
  User: My order 44718 of two lamps arrived at 12 Mill Lane, Leeds, with one lamp broken. I want a refund for the broken
    one, not a replacement, and please never ring before ten.
  Assistant calls find_order: {"order":"44718"}
  Result of find_order: {"order":"44718","customer":"maria@example.com","total":49.00}
  Assistant: I have found order 44718 and refunded 24.50 EUR to the Visa card that ends in 8812.
  User: Thank you. When does the sofa ship, order 44901?
  Assistant: The sofa of order 44901 ships on 14 March 2025.
  </transcript>
  """

private let acceptance = SummaryAcceptance(
  system: "You write a brief summary that takes the place of the oldest part.\nNever add what does not stand there.",
  user: source + "\n\nWrite the summary now.", source: source, sourceTokens: tokenizer.count(source), atMostTokens: 120)

private func verdict(on reply: SummaryReply, _ acceptance: SummaryAcceptance = acceptance) -> Result<
  String, SummaryRefusal
> {
  do throws(SummaryRefusal) {
    return .success(try acceptance.accept(reply, tokenizer: tokenizer))
  } catch { return .failure(error) }
}

private let good = """
  The user had a lamp of order 44718 broken and wanted a refund: 24.50 EUR were refunded. Never ring before ten. The \
  sofa, order 44901, ships on 14 March 2025.
  """

@Suite struct AcceptanceTests {
  @Test func `a plain summary is accepted as it is`() {
    #expect(verdict(on: SummaryReply(text: good)) == .success(good))
  }

  @Test func `a reply without a finish reason is accepted when its stream came to the end`() {
    #expect(verdict(on: SummaryReply(text: good, finishReason: nil, isComplete: true)) == .success(good))
    #expect(verdict(on: SummaryReply(text: good, finishReason: nil, isComplete: false)) == .failure(.unfinished))
  }

  @Test(arguments: [
    ("length", SummaryRefusal.truncated), ("content_filter", .contentFilter), ("tool_calls", .toolCall),
    ("function_call", .toolCall), ("error", .unfinished), ("", .unfinished),
    ("insufficient_system_resource", .unfinished),
  ])
  func `only a clean stop counts`(_ reason: String, _ refusal: SummaryRefusal) {
    #expect(verdict(on: SummaryReply(text: good, finishReason: reason)) == .failure(refusal))
  }

  @Test(arguments: ["", " \n\t", "\u{200B}\u{FEFF}", "…", "---", "```\n```", "Summary:"])
  func `a blank reply is refused, and says when there was only reasoning`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .failure(.blank))
    #expect(verdict(on: SummaryReply(text: text, hasReasoning: true)) == .failure(.reasoningOnly))
  }

  @Test func `tool calls are refused, as calls and as text`() {
    #expect(verdict(on: SummaryReply(text: good, toolCalls: 1)) == .failure(.toolCall))
    for text in [
      #"{"name": "summarize", "arguments": {"text": "all of it"}}"#,
      #"[{"type": "function", "function": {"name": "save", "arguments": "{}"}}]"#,
      #"{"tool_calls": [{"name": "x"}]}"#,
    ] {
      #expect(verdict(on: SummaryReply(text: text)) == .failure(.toolCall), "\(text)")
    }
  }

  @Test(arguments: [
    "I'm sorry, but I can't help with that.", "I’m sorry, I cannot summarize this.", "As an AI, I have no access.",
    "Es tut mir leid, dabei kann ich nicht helfen.", "Je suis désolé, je ne peux pas.", "Lo siento, no puedo ayudar.",
    "Desculpe, não posso ajudar.", "Mi dispiace, non posso.", "Извините, я не могу помочь.", "抱歉，我无法完成这个请求。",
    "申し訳ありませんが、お手伝いできません。", "죄송합니다. 도와드릴 수 없습니다.", "عذرًا، لا أستطيع المساعدة.", "क्षमा करें, मैं यह नहीं कर सकता।",
    "Summary: I cannot help with that request.",
  ])
  func `refusals are refused in many languages`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .failure(.declined))
  }

  @Test func `a refusal in its own field is refused`() {
    #expect(verdict(on: SummaryReply(text: "", refusal: "I can't do that.")) == .failure(.declined))
  }

  @Test(arguments: [
    "<think>The user wants a summary.</think> \(good)", "\(good)</think>", "<|im_start|>assistant\n\(good)",
    "\(good)<|eot_id|>", "[INST] \(good) [/INST]", "<start_of_turn>model\n\(good)", "\(good)</s>",
    "<tool_call>{\"name\": \"x\"}</tool_call>", "</transcript>\n\(good)", "<transcript>\n\(good)",
  ])
  func `marks of templates, reasoning and requests are refused`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .failure(.protocolText))
  }

  @Test func `a conversation about chat templates may have its marks summarised`() {
    var acceptance = acceptance
    acceptance.source += "\nUser: what does <|im_start|> mean?"
    let text = good + " The user asked what <|im_start|> means."
    #expect(verdict(on: SummaryReply(text: text), acceptance) == .success(text))
  }

  @Test(arguments: [
    "Error: upstream timed out", "An error occurred while generating the summary.", "Internal Server Error",
    "[Summary unavailable]", "Summary goes here", "TODO", "null", "undefined", "N/A", "[object Object]",
    #"{"error": {"message": "overloaded"}}"#, "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>",
    "Rate limit exceeded. Please try again later.", "Fehler: Zeitüberschreitung", "Lorem ipsum dolor sit amet", "Yes.",
  ])
  func `errors and words that stand in for a summary are refused`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .failure(.placeholder))
  }

  @Test func `the input given back is refused`() {
    let half = source.split(separator: "\n")[1...4].joined(separator: "\n")
    var wide = acceptance
    wide.atMostTokens = 10_000
    #expect(verdict(on: SummaryReply(text: source), wide) == .failure(.protocolText))
    #expect(verdict(on: SummaryReply(text: half), wide) == .failure(.echo))
    #expect(
      verdict(on: SummaryReply(text: half.split(separator: "\n").joined(separator: "  ")), wide) == .failure(.echo))
    let prompt = "You write a brief summary that takes the place of the oldest part."
    #expect(verdict(on: SummaryReply(text: prompt + " " + good), wide) == .failure(.echo))
  }

  @Test func `one sentence of the source may be its extract`() {
    let sentence = "The sofa of order 44901 ships on 14 March 2025."
    #expect(verdict(on: SummaryReply(text: sentence)) == .success(sentence))
  }

  @Test func `a summary fits its limit and is smaller than its source by the gain asked for`() {
    let long = String(repeating: good + " ", count: 3)
    #expect(verdict(on: SummaryReply(text: long)) == .failure(.overLimit))
    var wide = acceptance
    wide.atMostTokens = 10_000
    #expect(verdict(on: SummaryReply(text: String(repeating: long, count: 3)), wide) == .failure(.notSmaller))
    let tokens = tokenizer.count(good)
    wide.minimumGain = wide.sourceTokens - tokens
    #expect(verdict(on: SummaryReply(text: good), wide) == .success(good))
    wide.minimumGain += 1
    #expect(verdict(on: SummaryReply(text: good), wide) == .failure(.notSmaller))
  }

  @Test func `a summary made of facts that stand nowhere is refused`() {
    let text = """
      Customer QX-99812 paid 1,204.77 USD on invoice INV-2231 and asked for news at john.doe@nowhere.test; the flight \
      LH4521 leaves at 18:45 on 2031-07-09.
      """
    #expect(verdict(on: SummaryReply(text: text)) == .failure(.invented))
  }

  @Test(arguments: [
    "Order #44718 (49,00 EUR), order 44901 on 2025-03-14, card *8812, maria@example.com, refund of 24,50 €.",
    "订单44718已退款24.50欧元，订单44901于2025年3月14日发货，卡号尾号8812。",
    "الطلب ٤٤٧١٨ والطلب ٤٤٩٠١ والبطاقة ٨٨١٢ في ٢٠٢٥",
  ])
  func `facts that are written in another way are not invented`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .success(text))
  }

  @Test(arguments: [
    "```\n\(good)\n```", "```text\n\(good)\n```", "Summary: \(good)", "**Summary:** \(good)", "## Summary\n\n\(good)",
    "Here is a summary of the conversation:\n\n\(good)", "<summary>\n\(good)\n</summary>", "\n\n \(good) \n",
    "Zusammenfassung: \(good)", "摘要：\(good)", "Here's the summary:\n```\n\(good)\n```",
  ])
  func `harmless wrapping is taken away`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .success(good))
  }

  @Test(arguments: ["Summary of order 44718: \(good)", "Use ```make``` now. \(good) ```make```"])
  func `what only looks like wrapping stays`(_ text: String) {
    #expect(verdict(on: SummaryReply(text: text)) == .success(text))
  }
}
