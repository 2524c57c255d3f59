import FoundationEssentials
// Only this module knows the rules of time zones; `FoundationEssentials` alone knows no zone but GMT.
import FoundationInternationalization

/// A time zone of the IANA database.
public struct NamedTimeZone: WallClock, Equatable, CustomStringConvertible {
  public let name: String
  private let zone: TimeZone

  /// `nil` when there is no such zone. Names are as in the database, `Europe/Berlin`, or `UTC`.
  public init?(_ name: String) {
    guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name == "UTC" ? "GMT" : name) else {
      return nil
    }
    self.name = name
    self.zone = zone
  }

  public static let utc = NamedTimeZone("UTC")!

  public func offset(at seconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }

  public var description: String { name }

  static var names: [String] { ["UTC"] + TimeZone.knownTimeZoneIdentifiers }
}

/// What is wrong with the name of a time zone.
func timeZoneMistake(in text: String) -> TextMistake? {
  if NamedTimeZone(text) != nil { return nil }
  let city = NamedTimeZone.names.first { $0.split(separator: "/").last?.lowercased() == text.lowercased() }
  let isUTC = ["utc", "gmt", "z", "etc"].contains(text.lowercased())
  return TextMistake(
    problem: "is not a time zone that is known here", expected: TextRule.timeZone.expectation,
    nearest: isUTC ? "UTC" : city ?? nearestName(to: text, among: NamedTimeZone.names))
}
