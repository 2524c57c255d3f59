import Transcripts

extension HeaderBlock {
  /// Unpacks one block that stands alone.
  public static func decode(_ bytes: [UInt8]) throws(DecodingError) -> Snapshot {
    var builder = SnapshotBuilder()
    try builder.append(block: bytes)
    return builder.snapshot
  }
}

extension SnapshotBuilder {
  /// Begins without headers; the tokenizer is that of the first block.
  public init() { self.init(tokenizer: "") }

  /// Appends the headers of a block of the same conversation.
  ///
  /// - Throws: if the block is not one, its positions are not after those before, or another tokenizer counted it;
  ///   nothing is appended then.
  public mutating func append(block bytes: [UInt8]) throws(HeaderBlock.DecodingError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(HeaderBlock.DecodingError) in
      try append(block: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends the headers of a block of the same conversation, read where it lies.
  public mutating func append(block bytes: UnsafeRawBufferPointer) throws(HeaderBlock.DecodingError) {
    let headers = snapshot.headers.count
    let calls = snapshot.calls.count
    do throws(HeaderBlock.DecodingError) {
      try read(bytes)
    } catch {
      snapshot.headers.removeSubrange(headers...)
      snapshot.calls.removeSubrange(calls...)
      throw error
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(HeaderBlock.DecodingError) {
    var cursor = ByteCursor(bytes)
    let version = try cursor.byte()
    guard version == HeaderBlock.version else {
      throw HeaderBlock.DecodingError(problem: .unknownVersion(version), offset: 0)
    }
    let entries = try cursor.count(ofAtLeast: 5)
    let calls = try cursor.count(ofAtLeast: 2)
    let tokenizer = try cursor.string()
    let isFirst = snapshot.headers.isEmpty && snapshot.tokenizer.isEmpty
    guard isFirst || tokenizer == snapshot.tokenizer else {
      throw cursor.failure(.otherTokenizer(tokenizer, expected: snapshot.tokenizer))
    }
    let ids = try cursor.callIDs()
    let tools = try cursor.strings()

    let new = snapshot.headers.count..<snapshot.headers.count + entries
    try readColumns(&cursor, new)
    let firstCall = snapshot.calls.count
    try readCallCounts(&cursor, new, calls: calls)
    try readCalls(&cursor, calls: calls, ids: ids.count, tools: tools.count)
    guard cursor.left == 0 else { throw cursor.failure(.trailingBytes(cursor.left)) }

    // From here on nothing fails.
    snapshot.tokenizer = tokenizer
    if snapshot.callIDs.isEmpty, snapshot.toolNames.isEmpty {
      snapshot.callIDs = ids
      snapshot.toolNames = tools
    } else {
      renumber(callsFrom: firstCall, ids: ids, tools: tools)
    }
  }

  private mutating func readColumns(
    _ cursor: inout ByteCursor, _ new: Range<Int>
  ) throws(HeaderBlock.DecodingError) {
    // Only the first time: exact reserving for each of many blocks would copy all that is there each time.
    if new.lowerBound == 0 { snapshot.headers.reserveCapacity(new.upperBound) }
    let blank = EntryHeader(position: 0, message: 0, kind: .instructions, tokens: 0, bytes: 0)
    let last = Int64(snapshot.headers.last?.position ?? 0)
    snapshot.headers.append(contentsOf: repeatElement(blank, count: new.count))
    // Checked once that the array has one owner, not for each number.
    try snapshot.headers.withUnsafeMutableBufferPointer { (all) throws(HeaderBlock.DecodingError) in
      let headers = UnsafeMutableBufferPointer(rebasing: all[new])
      try Self.readPositions(&cursor, headers, after: last)
      try Self.readShapes(&cursor, headers)
      for index in headers.indices { headers[index].tokens = try cursor.word() }
      for index in headers.indices { headers[index].bytes = try cursor.word() }
      var time: Int64 = 0
      for index in headers.indices where headers[index].time == 0 {
        time &+= try cursor.signed()
        headers[index].time = time
      }
    }
  }

  private static func readPositions(
    _ cursor: inout ByteCursor, _ headers: UnsafeMutableBufferPointer<EntryHeader>, after last: Int64
  ) throws(HeaderBlock.DecodingError) {
    var position = last
    for index in headers.indices {
      let step = try cursor.number()
      // The first step is from 0: a block does not know what stands before it.
      let next = index == 0 ? Int64(clamping: step) : position.addingClamped(Int64(clamping: step))
      guard step > 0, next > position, next <= Int32.max else { throw cursor.failure(.positionNotAscending(step)) }
      position = next
      headers[index].position = Int32(position)
    }
  }

  private static func readShapes(
    _ cursor: inout ByteCursor, _ headers: UnsafeMutableBufferPointer<EntryHeader>
  ) throws(HeaderBlock.DecodingError) {
    var message: Int64 = 0
    for index in headers.indices {
      message = message.addingClamped(try cursor.signed())
      guard let exact = Int32(exactly: message) else { throw cursor.failure(.numberTooLarge) }
      headers[index].message = exact
    }
    for index in headers.indices {
      let shape = try cursor.number()
      guard shape < 1 << 13 else { throw cursor.failure(.numberTooLarge) }
      guard let kind = EntryKind(rawValue: UInt8(shape & 7)) else {
        throw cursor.failure(.unknownKind(UInt8(shape & 7)))
      }
      headers[index].kind = kind
      headers[index].flags = EntryFlags(rawValue: UInt8(shape >> 5))
      // Marks that the columns of times and call counts have something for the entry.
      if shape & 1 << 3 != 0 { headers[index].time = 0 }
      if shape & 1 << 4 != 0 { headers[index].callCount = 1 }
    }
  }

  private mutating func readCallCounts(
    _ cursor: inout ByteCursor, _ new: Range<Int>, calls: Int
  ) throws(HeaderBlock.DecodingError) {
    var left = calls
    for index in new where snapshot.headers[index].callCount > 0 {
      let count = try cursor.number()
      guard count > 0, count <= left else { throw cursor.failure(.countTooLarge(count)) }
      snapshot.headers[index].firstCall = Int32(snapshot.calls.count + calls - left)
      snapshot.headers[index].callCount = Int32(count)
      left -= Int(count)
    }
    guard left == 0 else { throw cursor.failure(.unusedCalls(left)) }
  }

  /// Reads the calls with the numbers of the block's own tables.
  private mutating func readCalls(
    _ cursor: inout ByteCursor, calls: Int, ids: Int, tools: Int
  ) throws(HeaderBlock.DecodingError) {
    if snapshot.calls.isEmpty { snapshot.calls.reserveCapacity(calls) }
    var used = 0
    for _ in 0..<calls {
      let code = try cursor.number()
      var id: Int32 = -1
      if code == 1 {
        guard used < ids else { throw cursor.failure(.indexOutOfRange(UInt64(used), count: ids)) }
        id = Int32(used)
        used += 1
      } else if code > 1 {
        guard code - 2 < used else { throw cursor.failure(.indexOutOfRange(code - 2, count: used)) }
        id = Int32(used - 1) - Int32(code - 2)
      }
      let tool = try cursor.number()
      guard tool <= tools else { throw cursor.failure(.indexOutOfRange(tool, count: tools)) }
      snapshot.calls.append(CallReference(id: id, tool: Int32(tool) - 1))
    }
  }

  private mutating func renumber(callsFrom first: Int, ids: CallIDTable, tools: [String]) {
    let numberOfID = ids.map { number(ofCallID: $0) }
    let numberOfTool = tools.map { number(ofTool: $0) }
    for call in first..<snapshot.calls.count {
      let reference = snapshot.calls[call]
      snapshot.calls[call] = CallReference(
        id: reference.id < 0 ? -1 : numberOfID[Int(reference.id)],
        tool: reference.tool < 0 ? -1 : numberOfTool[Int(reference.tool)])
    }
  }
}
