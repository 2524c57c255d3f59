import Foundation
import Transcripts

func lines(of file: URL) throws -> [JSON] {
  try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
}
