/// A text as the patterns read it: by bytes and by the classes of its scalars.
package protocol ClassifiedText {
  /// Its length in bytes.
  var end: Int { get }

  /// - Parameter index: below ``end``.
  func byte(at index: Int) -> UInt8

  /// The class of the scalar that begins at the index, and its length in bytes. A byte that begins no scalar is one
  /// of class `other`.
  ///
  /// - Parameter index: below ``end``.
  func scalar(at index: Int) -> (class: ScalarClass, length: Int)

  /// Where the scalars of these classes that begin at the index end.
  ///
  /// - Parameter index: at most ``end``.
  func endOfRun(of classes: ScalarClass, from index: Int) -> Int
}

extension ClassifiedText {
  package func endOfRun(of classes: ScalarClass, from index: Int) -> Int {
    var index = index
    while index < end {
      let scalar = scalar(at: index)
      guard scalar.class.isIn(classes) else { break }
      index += scalar.length
    }
    return index
  }
}

/// A text in memory that is somebody else's.
package struct UTF8Text: ClassifiedText {
  let start: UnsafePointer<UInt8>
  package let end: Int
  private let classes = ScalarClasses.shared

  /// - Parameter bytes: not empty, and there for as long as this value is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    start = bytes.baseAddress!
    end = bytes.count
  }

  @inline(__always) package func byte(at index: Int) -> UInt8 { start[index] }

  @inline(__always) package func scalar(at index: Int) -> (class: ScalarClass, length: Int) {
    let found = classes.bytes[Int(start[index])]
    return found.isEmpty ? longScalar(at: index) : (found, 1)
  }

  @inline(__always) package func endOfRun(of set: ScalarClass, from index: Int) -> Int {
    var index = index
    while index < end {
      let found = classes.bytes[Int(start[index])]
      if found.isIn(set) {
        index &+= 1
        continue
      }
      guard found.isEmpty else { break }
      let scalar = longScalar(at: index)
      guard scalar.class.isIn(set) else { break }
      index &+= scalar.length
    }
    return index
  }

  /// A scalar of two to four bytes.
  private func longScalar(at index: Int) -> (class: ScalarClass, length: Int) {
    let first = UInt32(start[index])
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard length > 1, index + length <= end else { return (.other, 1) }
    var scalar = first & (0x7F &>> UInt32(length))
    for offset in 1..<length {
      let byte = UInt32(start[index &+ offset])
      guard byte & 0xC0 == 0x80 else { return (.other, 1) }
      scalar = scalar &<< 6 | byte & 0x3F
    }
    guard scalar < 0x110000 else { return (.other, 1) }
    return (classes[scalar], length)
  }
}
