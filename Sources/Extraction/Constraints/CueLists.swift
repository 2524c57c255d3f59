/// The words by which users set constraints.
enum CueLists {
  static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(whereSeparator: \.isWhitespace).map { WordHash.of($0) })
  }

  /// Separated by commas; in lower case.
  static let phrases = """
    must,mustn't,never,at most,at least,no more than,not more than,no less than,no later than,budget,make sure,be sure
    deadline,allergic,allergy,allergies,strictly,under no circumstances,not allowed,forbidden,mandatory,maximum,minimum
    up to,not exceed,i don't want,i do not want,i only,only want,only need,i insist,i prefer,i need,i can't,i cannot
    has to,have to,you should,you shouldn't,shouldn't,without,instead of,except
    muss,müssen,darf,dürfen,nie,niemals,auf keinen fall,höchstens,mindestens,nicht mehr als,spätestens,ich will nicht
    ich möchte nicht,ich brauche,ohne,außer,unbedingt,ausschließlich,allergisch,frist
    doit,doivent,dois,il faut,ne pas,jamais,au plus,au maximum,au moins,pas plus de,au plus tard,sans,sauf,uniquement
    seulement,je ne veux pas,je préfère,j'ai besoin,surtout pas,allergique,date limite
    debe,deben,debo,hay que,tiene que,tengo que,nunca,jamás,como máximo,como mucho,al menos,no más de,a más tardar,sin
    excepto,salvo,únicamente,solamente,no quiero,prefiero,necesito,presupuesto,alérgico,alérgica,plazo
    deve,devem,devo,tem que,tenho que,no máximo,pelo menos,não mais de,sem,exceto,apenas,somente,não quero,não pode
    prefiro,preciso,orçamento,alérgico,prazo
    devono,bisogna,mai,al massimo,almeno,non più di,entro,senza,tranne,soltanto,non voglio,preferisco,ho bisogno
    должен,должна,должно,должны,нельзя,никогда,не более,не больше,не менее,не позднее,только,без,кроме,обязательно
    бюджет,нужно,надо,не хочу,аллергия
    moet,moeten,nooit,hoogstens,minstens,niet meer dan,zonder,alleen,musi,muszę,nigdy,najwyżej,tylko,bez
    asla,sadece,en fazla,en az,يجب,لا يجب,أبدا,فقط,بدون,ميزانية,ميزانيتي,على الأكثر,على الأقل,لا أريد
    कभी नहीं,केवल,सिर्फ़,सिर्फ,बिना,बजट,ज़रूरी,चाहिए,अधिक नहीं,ज़्यादा नहीं,반드시,절대,절대로,예산은,예산이,최대,최소,오직
    """

  /// Words that set a constraint at the beginning of a clause, or behind a word of courtesy.
  static let imperatives = """
    don't only always avoid no not keep use exclude
    nur immer kein keine nicht
    toujours évitez évite pas
    solo sólo siempre evita evite no
    só sempre evite não
    sempre evita non
    не всегда
    """

  static let courtesy = "please and but bitte aber und veuillez mais et por pero y favor mas e per ma пожалуйста но и"

  /// Cues of languages that put no spaces between words.
  static let unspaced = """
    必须 必須 不要 不能 不可 不得 不许 别 绝不 絕不 绝对 永远不 从不 只能 只要 仅 至少 最多 不超过 不超過 以内 以内に 之前 预算
    预算 預算 截止 过敏 過敏 除了 务必 務必 禁止 一定要
    なければなりません なければならない しないで ないでください 絶対 決して だけ のみ 以下 以上 まで 予算 必ず アレルギー
    ต้อง ห้าม ไม่เกิน อย่า เท่านั้น งบประมาณ
    """
}
