import Transcripts

/// The bytes of one record of a file, a conversation unless it is broken.
struct Record {
  var bytes: [UInt8]
  /// Where the first byte stands.
  var place: ImportPlace

  /// The diagnostic for something at an offset into the bytes.
  func diagnostic(at offset: Int = 0, found: String, expected: String) -> ImportDiagnostic {
    var place = place
    place.offset += offset
    place.line += bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    return ImportDiagnostic(place: place, found: found, expected: expected)
  }

  /// The record as JSON. NULs and lone surrogates are replaced, which moves nothing.
  consuming func json() throws(ImportDiagnostic) -> (raw: RawJSON, replacements: Int) {
    let replacements = JSON.sanitize(&bytes)
    do throws(JSON.ParseError) {
      return (try RawJSON(bytes[...]), replacements)
    } catch {
      throw diagnostic(at: error.offset, found: error.found, expected: error.expected)
    }
  }
}

/// Cuts a source into records: lines, or values.
protocol RecordReader {
  /// The next record, or the diagnostic for one that has no end; `nil` at the end of the source.
  mutating func next() throws -> Result<Record, ImportDiagnostic>?
  /// How many bytes of the source have been cut off or skipped so far.
  var offset: Int { get }
}
