import Extraction
import Testing

private func isConstraint(_ sentence: String) -> Bool {
  !ConstraintSentences.of([Utterance(speaker: "User", text: sentence)]).isEmpty
}

@Suite struct ConstraintCuesTests {
  @Test(arguments: [
    "Never call me before nine.", "My budget is 500 dollars.", "Please don't change the tests.",
    "Use Postgres, not MySQL.", "It must run offline.", "At most three people can come.", "I'm allergic to nuts.",
    "Ich will nicht nach Berlin.", "Es darf höchstens 200 Euro kosten.", "Bitte nicht anrufen.",
    "Il faut livrer avant mardi.", "Je ne veux pas de gluten.", "Nunca llames por la noche.",
    "El presupuesto es de 300 euros.", "Preciso disso no máximo até sexta.", "O orçamento é pequeno.",
    "Никогда не звоните мне.", "Бюджет не более ста тысяч.", "预算不能超过五千元。", "请不要联系我的老板。",
    "電話はしないでください。", "予算は五万円以内です。", "예산은 오십만 원입니다.", "يجب أن يصل غدا.", "बजट कम है।",
    "งบประมาณไม่เกินห้าพันบาท",
  ])
  func `constraints are recognised in many languages`(_ sentence: String) {
    #expect(isConstraint(sentence))
  }

  @Test(arguments: [
    "I live in Leeds.", "The weather is fine today.", "Ich wohne in Köln.", "J'habite à Genève.", "Vivo en Lima.",
    "Moro em Lisboa.", "Я живу в Казани.", "我叫王伟。", "東京に住んでいます。", "He was the only child.",
  ])
  func `plain statements are none`(_ sentence: String) {
    #expect(!isConstraint(sentence))
  }

  @Test func `an assistant sets no constraints`() {
    let transcript = [
      Utterance(speaker: "Assistant", text: "You must never do that."),
      Utterance(speaker: "User", text: "It rains. Never do that!"),
    ]
    #expect(ConstraintSentences.of(transcript) == ["Never do that!"])
  }
}
