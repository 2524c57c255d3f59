/// How a month is written: its number, and its names in several languages.
enum MonthNames {
  /// Hashes as ``ItemIndex`` has them; none of what is no month.
  static func of(month: Int) -> [UInt64] {
    names.indices.contains(month - 1) ? names[month - 1] : []
  }

  private static let names: [[UInt64]] = """
    1 january jan januar janvier enero janeiro gennaio januari января stycznia
    2 february feb februar février febrero fevereiro febbraio februari февраля lutego
    3 march mar märz mars marzo março maart марта marca
    4 april apr avril abril aprile апреля kwietnia
    5 may mai mayo maio maggio mei мая maja
    6 june jun juni juin junio junho giugno июня czerwca
    7 july jul juli juillet julio julho luglio июля lipca
    8 august aug août agosto augustus августа sierpnia
    9 september sep sept septembre septiembre setembro settembre сентября września
    10 october oct oktober octobre octubre outubro ottobre октября października
    11 november nov novembre noviembre novembro ноября listopada
    12 december dec dezember décembre diciembre dezembro dicembre декабря grudnia
    """.split(separator: "\n").map { line in
      line.split(separator: " ").map { word in
        var hash = ItemHash()
        for scalar in word.unicodeScalars { hash.add(Letter.lowercased(scalar.value)) }
        return hash.value
      }
    }
}
