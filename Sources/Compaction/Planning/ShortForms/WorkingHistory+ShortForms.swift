import Transcripts

extension WorkingHistory {
  /// An entry that costs no more than this cannot become shorter: what stands in its place has some words, too.
  static let smallestSource: Int32 = 16

  /// Whether a stage may shorten the entry: it is as it came, understood, large enough, and nothing locks it.
  func isShortenable(_ index: Int, _ header: EntryHeader) -> Bool {
    header.tokens > Self.smallestSource && header.flags.isDisjoint(with: [.opaque, .illFormed, .blank])
      && isAsItCame(index) && isRemovable(index)
  }

  /// Indexes of the results that the stage may shorten, ascending.
  func candidates(for stage: ClearToolResults, in snapshot: Snapshot) -> [Int] {
    let only = snapshot.toolNames.map { stage.only.contains($0) }
    let except = snapshot.toolNames.map { stage.except.contains($0) }
    var newer = 0
    var indexes: [Int] = []
    for index in snapshot.headers.indices.reversed() where snapshot.headers[index].kind == .toolOutput {
      let call = groups.answeredCalls[index]
      guard call >= 0, isPresent(index) else { continue }
      newer += 1
      guard newer > stage.keepLast, isShortenable(index, snapshot.headers[index]) else { continue }
      let tool = Int(snapshot.calls[Int(call)].tool)
      guard tool < 0 ? stage.only.isEmpty : (stage.only.isEmpty || only[tool]) && !except[tool] else { continue }
      indexes.append(index)
    }
    return indexes.reversed()
  }

  /// Indexes of the calls whose arguments the stage may shorten, ascending.
  func candidates(for stage: ClearToolArguments, in snapshot: Snapshot) -> [Int] {
    let isAdmitted = snapshot.toolNames.map { stage.admits(tool: $0) }
    var newer = 0
    var indexes: [Int] = []
    for index in snapshot.headers.indices.reversed() where snapshot.headers[index].kind == .toolCalls {
      guard isPresent(index) else { continue }
      newer += 1
      guard newer > stage.keepLast, isShortenable(index, snapshot.headers[index]) else { continue }
      let calls = snapshot.calls(of: snapshot.headers[index])
      guard calls.contains(where: { $0.tool < 0 ? stage.only.isEmpty : isAdmitted[Int($0.tool)] }) else { continue }
      indexes.append(index)
    }
    return indexes.reversed()
  }

  /// Indexes of the entries whose attachments the stage may drop, ascending.
  func candidates(for stage: DropAttachments, in snapshot: Snapshot) -> [Int] {
    let firstKeptTurn = firstOfNewestTurns(stage.keepLastTurns)
    var newer = 0
    var indexes: [Int] = []
    for index in snapshot.headers.indices.reversed() where snapshot.headers[index].flags.contains(.attachment) {
      guard isPresent(index) else { continue }
      newer += 1
      let header = snapshot.headers[index]
      guard newer > stage.keepLast, groups.group(ofEntry: index).turn < firstKeptTurn,
        isShortenable(index, header)
      else { continue }
      switch header.kind {
      case .prompt, .toolOutput, .response: indexes.append(index)
      case .instructions, .reasoning, .toolCalls: break
      }
    }
    return indexes.reversed()
  }
}
