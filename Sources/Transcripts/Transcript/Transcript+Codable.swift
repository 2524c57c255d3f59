/// Coding writes the transcript's JSON as it stands, so that a stored transcript of Apple's framework is read and one
/// made here can be read there. See ``JSON`` for what a coder of Foundation loses.
extension Transcript: Codable {
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    do {
      self = try Transcript(json: json)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
