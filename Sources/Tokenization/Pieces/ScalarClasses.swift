/// The class of every scalar, in two stages of 256: most blocks are alike, so that the tables stay in the cache.
///
/// `@unchecked Sendable`: what the pointers lead to is never written after the initializer, nor freed.
package struct ScalarClasses: @unchecked Sendable {
  package static let shared = ScalarClasses()

  /// The block of each 256 scalars.
  private let blocks: UnsafePointer<UInt8>
  private let classes: UnsafePointer<ScalarClass>
  /// The classes of ASCII; the empty set for the bytes of longer scalars.
  let bytes: UnsafePointer<ScalarClass>

  private init() {
    var blocks: [UInt8] = []
    var classes: [ScalarClass] = []
    var known: [[ScalarClass]: UInt8] = [:]
    var runs = ScalarClassRuns.all.makeIterator()
    var run = runs.next()!
    var next = runs.next()
    for start in stride(from: 0 as UInt32, to: 0x110000, by: 256) {
      let block = (start..<start + 256).map { scalar in
        if let found = next, found >> 8 == scalar {
          run = found
          next = runs.next()
        }
        return ScalarClass(rawValue: UInt8(truncatingIfNeeded: run))
      }
      let number = known[block] ?? UInt8(known.count)
      if known[block] == nil {
        known[block] = number
        classes += block
      }
      blocks.append(number)
    }
    let bytes = (0..<256).map { $0 < 128 ? classes[Int(blocks[0]) * 256 + $0] : [] }
    self.blocks = Self.kept(blocks)
    self.classes = Self.kept(classes)
    self.bytes = Self.kept(bytes)
  }

  private static func kept<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
    _ = copy.initialize(from: array)
    return UnsafePointer(copy.baseAddress!)
  }

  /// - Parameter scalar: below 0x110000.
  @inline(__always) package subscript(scalar: UInt32) -> ScalarClass {
    classes[Int(blocks[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
  }
}
