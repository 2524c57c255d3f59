import Transcripts

extension GeneratedContent: Codable {
  /// Decodes any JSON. Decoders that are not of this library keep neither the order of keys (they are sorted then) nor
  /// all digits of numbers.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ContentDecoder {
      self = decoder.content
    } else {
      self.init(try JSON(from: decoder))
    }
  }

  /// Encodes the JSON; whether it is complete is lost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ContentEncoder {
      encoder.target.value = .json(json)
    } else {
      try json.encode(to: encoder)
    }
  }
}
