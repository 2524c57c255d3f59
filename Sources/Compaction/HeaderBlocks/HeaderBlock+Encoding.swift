import Transcripts

extension HeaderBlock {
  /// Packs some entries of a snapshot, all of them unless told.
  ///
  /// - Precondition: positions ascend from 1.
  public static func encode(_ snapshot: Snapshot, entries: Range<Int>? = nil) -> [UInt8] {
    let headers = snapshot.headers[entries ?? snapshot.headers.indices]
    let calls = ColumnOfCalls(of: headers, in: snapshot)
    var bytes = ByteWriter(capacity: 32 + headers.count * 9 + calls.ids.count * 28)
    bytes.append(byte: version)
    bytes.append(UInt64(headers.count))
    bytes.append(UInt64(calls.count))
    bytes.append(snapshot.tokenizer)
    bytes.append(calls.ids.map { snapshot.callIDs[Int($0)] })
    bytes.append(calls.tools.map { snapshot.toolNames[Int($0)] })

    var position: Int32 = 0
    for header in headers {
      precondition(header.position > position, "positions do not ascend")
      bytes.append(UInt64(header.position - position))
      position = header.position
    }
    var message: Int32 = 0
    for header in headers {
      bytes.append(signed: Int64(header.message) - Int64(message))
      message = header.message
    }
    for header in headers { bytes.append(UInt64(shape(of: header))) }
    for header in headers { bytes.append(UInt64(UInt32(bitPattern: header.tokens))) }
    for header in headers { bytes.append(UInt64(UInt32(bitPattern: header.bytes))) }
    var time: Int64 = 0
    for header in headers where header.time != EntryHeader.noTime {
      bytes.append(signed: header.time &- time)
      time = header.time
    }
    for header in headers where header.callCount > 0 { bytes.append(UInt64(header.callCount)) }
    bytes.append(calls.column)
    return bytes.bytes
  }

  private static func shape(of header: EntryHeader) -> UInt16 {
    UInt16(header.kind.rawValue) | (header.time == EntryHeader.noTime ? 0 : 1 << 3)
      | (header.callCount > 0 ? 1 << 4 : 0)
      | UInt16(header.flags.rawValue) << 5
  }
}

/// The calls of a block by the numbers of its own tables.
private struct ColumnOfCalls {
  /// Indexes into the snapshot's tables, in order of first use.
  private(set) var ids: [Int32] = []
  private(set) var tools: [Int32] = []
  private(set) var count = 0
  private(set) var column: [UInt8] = []

  init(of headers: ArraySlice<EntryHeader>, in snapshot: Snapshot) {
    var numberOfID: [Int32: Int] = [:]
    var numberOfTool: [Int32: Int] = [:]
    var writer = ByteWriter(capacity: headers.count)
    for header in headers where header.callCount > 0 {
      for call in snapshot.calls(of: header) {
        count += 1
        if call.id < 0 {
          writer.append(0)
        } else if let number = numberOfID[call.id] {
          writer.append(UInt64(ids.count - 1 - number) + 2)
        } else {
          numberOfID[call.id] = ids.count
          ids.append(call.id)
          writer.append(1)
        }
        if call.tool < 0 {
          writer.append(0)
        } else if let number = numberOfTool[call.tool] {
          writer.append(UInt64(number) + 1)
        } else {
          numberOfTool[call.tool] = tools.count
          tools.append(call.tool)
          writer.append(UInt64(tools.count))
        }
      }
    }
    column = writer.bytes
  }
}

/// Appends numbers and strings as ``HeaderBlock`` describes them.
private struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ column: [UInt8]) { bytes.append(contentsOf: column) }

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(signed number: Int64) {
    append(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func append(_ string: String) {
    let utf8 = string.utf8
    append(UInt64(utf8.count))
    bytes.append(contentsOf: utf8)
  }

  mutating func append(_ strings: [String]) {
    append(UInt64(strings.count))
    for string in strings { append(string) }
  }
}
