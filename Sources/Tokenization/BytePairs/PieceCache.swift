/// The tokens of pieces of up to 15 bytes that came lately: a few thousand pieces are nearly all of any text.
///
/// A piece has one place, by its hash; the last one there stays. An entry is the piece itself, filled up with zeros,
/// its length and its count of tokens, four bits each: 16 bytes, compared in two steps.
///
/// Memory of its own and not an array: a hit must not cost the checks of exclusive access, which took as long as all
/// the rest. One caller at a time: see ``WorkingSets``.
final class PieceCache {
  /// The longest piece that has a place.
  static let longest = 15
  private static let places = 1 << 14

  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.places)
    entries.initialize(repeating: Entry(low: 0, high: 0), count: Self.places)
  }

  deinit { entries.deallocate() }

  /// The first eight bytes, and the other seven with the length in the topmost four bits.
  struct Entry {
    var low: UInt64
    var high: UInt64

    /// - Parameters:
    ///   - piece: of `count` bytes, from 1 to ``PieceCache/longest``.
    ///   - readable: bytes that may be read from there, at least `count`.
    @inline(__always) init(_ piece: UnsafePointer<UInt8>, count: Int, readable: Int) {
      if readable >= 16 {
        low = ByteHash.word(piece)
        high = ByteHash.word(piece + 8)
        if count < 8 {
          low &= ~0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
          high = 0
        } else {
          high &= (1 &<< UInt64(truncatingIfNeeded: 8 &* (count &- 8))) &- 1
        }
      } else {
        (low, high) = (0, 0)
        for index in 0..<count {
          let byte = UInt64(piece[index])
          if index < 8 { low |= byte &<< UInt64(8 &* index) } else { high |= byte &<< UInt64(8 &* (index &- 8)) }
        }
      }
      high |= UInt64(truncatingIfNeeded: count) &<< 60
    }

    @inline(__always) init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }
  }

  /// The count of the piece, or what `count` gives, which is kept.
  @inline(__always) func tokens(of piece: Entry, otherwise count: () -> Int) -> Int {
    let hash = ByteHash.mixed(piece.low ^ 0x9E37_79B9_7F4A_7C15, piece.high ^ 0xD6E8_FEB8_6659_FD93)
    let place = Int(truncatingIfNeeded: hash) & (Self.places &- 1)
    let found = entries[place]
    if found.low == piece.low, found.high & ~(0xF &<< 56) == piece.high {
      return Int(truncatingIfNeeded: found.high &>> 56 & 0xF)
    }
    let tokens = count()
    entries[place] = Entry(low: piece.low, high: piece.high | UInt64(truncatingIfNeeded: tokens) &<< 56)
    return tokens
  }
}
