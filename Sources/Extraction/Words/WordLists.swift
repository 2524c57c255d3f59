/// Words that carry a number or a date in several languages.
enum WordLists {
  /// Whether the word with this hash is a number or a date. English months and days count only with a capital, since
  /// `may` and `march` are words of their own.
  static func isNumberOrDate(_ hash: UInt64, isCapital: Bool) -> Bool {
    numbers.contains(hash) || dates.contains(hash) || (isCapital && capitalDates.contains(hash))
  }

  static func isEnglishI(_ hash: UInt64) -> Bool { englishI.contains(hash) }

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(whereSeparator: \.isWhitespace).map { WordHash.of($0) })
  }

  private static let englishI = hashes("i i'm i've i'd i'll")

  private static let numbers = hashes(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half dozen first
    second third
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend million
    deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante cent mille
    dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cuarenta cincuenta cien ciento mil
    dois três quatro sete oito nove dez vinte trinta quarenta cinquenta cem
    два три четыре пять шесть семь восемь девять десять двадцать тридцать сорок пятьдесят сто тысяча
    """)

  private static let capitalDates = hashes(
    """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    januar februar märz mai juni juli oktober dezember
    montag dienstag mittwoch donnerstag freitag samstag sonntag
    """)

  private static let dates = hashes(
    """
    janvier février avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi
    samedi dimanche
    enero febrero abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves
    viernes sábado domingo
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря понедельник вторник среда четверг
    пятница суббота воскресенье
    """)
}
