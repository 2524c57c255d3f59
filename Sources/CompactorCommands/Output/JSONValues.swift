import Transcripts

/// Values of the JSON that commands print for programs. What is not there is `null`.
extension JSON {
  static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

  static func integer(_ value: (some BinaryInteger)?) -> JSON { value.map { .integer($0) } ?? .null }

  static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// - Parameter microseconds: since 1970.
  static func time(_ microseconds: Int64?) -> JSON { microseconds.map { .string(timestampText($0)) } ?? .null }
}
