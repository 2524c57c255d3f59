/// A published vocabulary and the pattern that belongs to it.
public enum BytePairEncoding: String, Sendable, CaseIterable {
  /// Of gpt-4o, gpt-4.1, the o series and gpt-5.
  case o200kBase = "o200k_base"
  /// Of gpt-4 and gpt-3.5.
  case cl100kBase = "cl100k_base"

  /// What a file of the vocabulary is called.
  public var fileName: String { rawValue + ".tiktoken" }

  /// SHA-256 of that file, in hexadecimal digits.
  public var fileDigest: String {
    switch self {
    case .o200kBase: "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
    case .cl100kBase: "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    }
  }
}
