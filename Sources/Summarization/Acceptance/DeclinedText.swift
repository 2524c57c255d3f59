/// Recognises a refusal by how a short text begins.
enum DeclinedText {
  /// In characters. Longer texts that begin like this are about something.
  static let longest = 500

  static func matches(_ text: String) -> Bool {
    guard text.count <= longest else { return false }
    let start = text.prefix(200).lowercased().withStraightApostrophes
    return beginnings.contains { start.hasPrefix($0) }
  }

  private static let beginnings = """
    i'm sorry|i am sorry|sorry,|sorry but|i apologize|i apologise|my apologies|unfortunately, i|i can't|i cannot
    i can not|i'm unable|i am unable|i'm not able|i am not able|i won't|i will not|i must decline|i'm afraid i
    as an ai|as a language model|as a large language model|i don't have the ability|i do not have the ability
    i'm just an ai|i don't feel comfortable|i'm not comfortable|there is nothing to summarize
    es tut mir leid|tut mir leid|entschuldigung|leider kann ich|ich kann leider|ich kann nicht|ich kann diese
    ich kann das nicht|als ki|als sprachmodell|ich bin nicht in der lage
    je suis désolé|désolé|je ne peux pas|je ne suis pas en mesure|en tant qu'ia|en tant que modèle|malheureusement, je
    lo siento|lo lamento|no puedo|no me es posible|como ia|como modelo de lenguaje|desafortunadamente, no
    me desculpe|desculpe|sinto muito|não posso|não consigo|como uma ia|como modelo de linguagem|infelizmente, n
    mi dispiace|non posso|non sono in grado|come ia|come modello linguistico|purtroppo non
    het spijt me|sorry, maar|ik kan niet|ik kan deze|helaas kan ik
    przepraszam|przykro mi|nie mogę|niestety nie|üzgünüm|maalesef
    извините|простите|к сожалению, я|я не могу|мне жаль|как языковая модель|как ии
    抱歉|对不起|對不起|很抱歉|非常抱歉|我无法|我無法|我不能|作为人工智能|作为一个|作為人工智慧
    申し訳|すみません|ごめんなさい|恐れ入りますが|aiとして
    죄송|미안|저는 할 수 없|도와드릴 수 없|ai로서
    عذرا|عذرًا|آسف|أعتذر|لا أستطيع|لا يمكنني|क्षमा|माफ़|मुझे खेद|मैं नहीं कर
    """.split { $0 == "\n" || $0 == "|" }.map(String.init)
}

extension String {
  var withStraightApostrophes: String { String(map { $0 == "’" || $0 == "‘" ? "'" : $0 }) }
}
