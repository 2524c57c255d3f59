/// The headers of consecutive entries, packed for storage.
///
/// Bytes of version 1, in order; numbers are unsigned LEB128, *signed* ones zigzag before that, strings a length
/// and UTF-8:
///
///     version                        one byte, 1
///     entries, calls                 how many
///     tokenizer                      string
///     call ids, tool names           each a count and strings, without duplicates, in order of first use
///     positions                      the difference to the one before, from 0; at least 1
///     messages                       the signed difference to the one before, from 0
///     shapes                         kind | has time << 3 | has calls << 4 | flags << 5
///     tokens, bytes                  as they are
///     times                          of entries that have one: signed difference to the one before, modulo 2^64
///     call counts                    of entries that have calls
///     calls                          id: 0 missing, 1 the next of the table, n + 2 the n-th before the newest used;
///                                    then tool: 0 unknown, or its index + 1
///
/// Tables are a block's own, so that each can be read alone; joining blocks renumbers them. A column follows the
/// other, since like numbers side by side leave PostgreSQL something to compress.
public enum HeaderBlock {
  static let version: UInt8 = 1

  /// Why a block could not be read.
  public struct DecodingError: Error, Equatable, CustomStringConvertible {
    /// What is wrong with a block.
    public enum Problem: Sendable, Equatable {
      /// Another version than this code reads.
      case unknownVersion(UInt8)
      /// It ends too early.
      case truncated
      /// A number does not fit its column.
      case numberTooLarge
      /// A count that the rest of the block cannot hold.
      case countTooLarge(UInt64)
      /// A string is no UTF-8.
      case stringNotUTF8
      /// A kind that no entry has.
      case unknownKind(UInt8)
      /// Positions do not ascend by this step.
      case positionNotAscending(UInt64)
      /// An index into a table that is shorter.
      case indexOutOfRange(UInt64, count: Int)
      /// There are so many calls more than the entries have.
      case unusedCalls(Int)
      /// So many bytes stand behind the last column.
      case trailingBytes(Int)
      /// The block was counted by another tokenizer than the blocks before it.
      case otherTokenizer(String, expected: String)
    }

    /// What is wrong.
    public var problem: Problem
    /// Where in the block the problem shows, in bytes.
    public var offset: Int

    public var description: String { "header block, byte \(offset): \(problem.description)" }
  }
}

extension HeaderBlock.DecodingError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownVersion(let found): "found version \(found), expected \(HeaderBlock.version)"
    case .truncated: "found its end, expected more"
    case .numberTooLarge: "found a number that is too large for its column"
    case .countTooLarge(let count): "found a count of \(count), more than the block can hold"
    case .stringNotUTF8: "found bytes that are not UTF-8, expected a string"
    case .unknownKind(let raw): "found entry kind \(raw), expected 0 to 5"
    case .positionNotAscending(let step): "found a step of \(step) between positions, expected an ascending position"
    case .indexOutOfRange(let index, let count): "found index \(index) into a table of \(count)"
    case .unusedCalls(let count): "found \(count) more calls than the entries have"
    case .trailingBytes(let count): "found \(count) bytes after the last column"
    case .otherTokenizer(let found, let expected): "counted by '\(found)', expected '\(expected)'"
    }
  }
}
