/// Turns events into a tree; see ``YAMLReader`` for what it refuses.
struct YAMLTreeBuilder {
  let events: YAMLEvents
  let wording: YAMLWording

  mutating func document() throws(YAMLProblem) -> YAMLNode {
    _ = try events.next()  // the stream's start
    let (start, range) = try events.next()
    guard case .documentStart = start else {
      throw YAMLProblem(range: range, message: "the file is empty", expected: wording.whole)
    }
    let first = try events.next()
    let root = try node(first.event, first.range, depth: 0)
    _ = try events.next()  // the document's end
    let (end, endRange) = try events.next()
    guard case .streamEnd = end else {
      throw YAMLProblem(
        range: endRange, message: "a second document begins here", expected: wording.one)
    }
    return root
  }

  private func node(
    _ event: YAMLEvents.Event, _ range: SourceRange, depth: Int
  ) throws(YAMLProblem) -> YAMLNode {
    guard depth < YAMLReader.depthLimit else {
      throw YAMLProblem(
        range: range, message: "nested too deeply", expected: "at most \(YAMLReader.depthLimit) levels")
    }
    switch event {
    case .scalar(let text, let style, let decoration):
      try refuse(decoration, at: range)
      return YAMLNode(content: .scalar(text, style), range: range)
    case .sequenceStart(let decoration):
      try refuse(decoration, at: range)
      return try sequence(from: range, depth: depth)
    case .mappingStart(let decoration):
      try refuse(decoration, at: range)
      return try mapping(from: range, depth: depth)
    case .alias(let name):
      throw YAMLProblem(
        range: range, message: "`*\(name)` refers to a value elsewhere",
        expected: "the value itself: \(wording.files) have no anchors and aliases")
    default:
      throw YAMLProblem(range: range, message: "a value is missing", expected: nil)
    }
  }

  private func sequence(from start: SourceRange, depth: Int) throws(YAMLProblem) -> YAMLNode {
    var elements: [YAMLNode] = []
    while true {
      let (event, range) = try events.next()
      if case .sequenceEnd = event {
        return YAMLNode(content: .sequence(elements), range: start.through(range, orLastOf: elements.last?.range))
      }
      elements.append(try node(event, range, depth: depth + 1))
    }
  }

  private func mapping(from start: SourceRange, depth: Int) throws(YAMLProblem) -> YAMLNode {
    var pairs: [YAMLPair] = []
    while true {
      let (event, range) = try events.next()
      if case .mappingEnd = event {
        return YAMLNode(content: .mapping(pairs), range: start.through(range, orLastOf: pairs.last?.value.range))
      }
      let key = try node(event, range, depth: depth + 1)
      guard case .scalar(let name, let style) = key.content else {
        throw YAMLProblem(range: range, message: "a key is a list or a map", expected: "a name")
      }
      if name == "<<", style == .plain {
        throw YAMLProblem(
          range: range, message: "`<<` merges a map from elsewhere",
          expected: "the settings themselves: \(wording.files) have no merge keys")
      }
      let (next, nextRange) = try events.next()
      pairs.append(YAMLPair(key: key, value: try node(next, nextRange, depth: depth + 1)))
    }
  }

  private func refuse(_ decoration: YAMLDecoration, at range: SourceRange) throws(YAMLProblem) {
    if let anchor = decoration.anchor {
      throw YAMLProblem(
        range: range, message: "`&\(anchor)` names this value for use elsewhere",
        expected: "the value alone: \(wording.files) have no anchors and aliases")
    }
    if let tag = decoration.tag {
      throw YAMLProblem(
        range: range, message: "`\(tag)` gives the value a type",
        expected: "the value alone: its type follows from the setting")
    }
  }
}

extension SourceRange {
  /// A block collection's end event stands where the next thing begins: the last element's end is meant then.
  fileprivate func through(_ end: SourceRange, orLastOf last: SourceRange?) -> SourceRange {
    var range = self
    let isFlow = (end.endLine, end.endColumn) != (end.line, end.column)
    let stop = isFlow ? end : last ?? end
    range.endLine = stop.endLine
    range.endColumn = stop.endColumn
    return range
  }
}
