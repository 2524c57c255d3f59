import Testing

@testable import Summarization

@Suite struct ConversationScriptTests {
  @Test(arguments: [
    ("안녕하세요. 주문한 램프가 깨져서 도착했어요. 환불해 주세요, order 44718 입니다.", ConversationScript.hangul),
    ("注文したランプが壊れて届きました。返金をお願いします。注文番号は44718です。", .kana),
    ("我订的台灯到货时坏了，请退款，订单号是44718，谢谢。请不要在十点之前打电话。", .han),
    ("Лампа из заказа 44718 пришла разбитой, верните деньги.", .cyrillic),
    ("وصل المصباح مكسورا، أريد استرداد المبلغ من فضلك", .arabic),
    ("My lamp came broken, I want a refund please.", .latin), ("ตะเกียงที่สั่งแตกมา ขอเงินคืนด้วยค่ะ", .thai),
  ])
  func `the script of a text is told`(_ text: String, _ script: ConversationScript) {
    #expect(ConversationScript(of: text) == script)
    #expect(script.isUsed(in: text))
  }

  @Test func `an English summary of a Korean conversation is in another script, identifiers alone are not`() {
    #expect(!ConversationScript.hangul.isUsed(in: "The user wants a refund for a broken lamp, order 44718."))
    #expect(ConversationScript.hangul.isUsed(in: "ORD-44718, INV-2"))
    #expect(ConversationScript.hangul.isUsed(in: "Goal: 램프 환불\nFacts:\n- 주문 44718 램프가 깨져서 도착함"))
    #expect(ConversationScript.latin.isUsed(in: "주문한 램프가 깨져서 도착했어요. 환불해 주세요."))
  }

  @Test func `a short text tells nothing`() {
    #expect(ConversationScript(of: "네, 좋아요") == nil)
  }
}
