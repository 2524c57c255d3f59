import Transcripts

/// The nodes of a conversation, and the order in which they are told.
struct ChatGPTTree: Sendable {
  struct Node: Sendable {
    var key: String
    var raw: RawJSON
    /// Absent where the node has none, or none that is an object.
    var message: RawJSON?
    /// A node that is no object counts as a message, one that is not understood.
    var hasMessage: Bool
    var parent: Int?
    var children: [Int] = []
  }

  /// A node, by its index in ``nodes``, on a branch.
  typealias Step = (node: Int, branch: Int32)

  /// In the order of the export.
  private(set) var nodes: [Node]
  private let current: Int?

  init(mapping: RawJSON, current: String?) {
    let members = mapping.members
    nodes = members.map { key, raw in
      let message = raw["message"].flatMap { $0.kind == .null ? nil : $0 }
      return Node(
        key: key, raw: raw, message: message?.kind == .object ? message : nil,
        hasMessage: raw.kind == .object ? message != nil : raw.kind != .null)
    }
    let index = Dictionary(members.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
    for (position, member) in members.enumerated() {
      nodes[position].parent = member.value["parent"]?.string.flatMap { index[$0] }
      nodes[position].children = (member.value["children"]?.elements ?? []).compactMap {
        $0.string.flatMap { index[$0] }
      }
    }
    self.current = current.flatMap { index[$0] }
  }

  /// Every node once: the active path first, from its root to the current node, then branch by branch.
  ///
  /// A branch begins at a node off the paths told so far and follows first children; its other children begin branches
  /// of their own. Branches without a message have no number. Trees that hang together badly (cycles, parents that do
  /// not exist, no current node) are told too: what no path leads to is a branch.
  func walk() -> [Step] {
    var steps: [Step] = []
    var isTold = Array(repeating: false, count: nodes.count)
    for node in path(to: current ?? lastLeaf) {
      isTold[node] = true
      steps.append((node, 0))
    }
    var lastBranch: Int32 = 0
    for start in nodes.indices where !isTold[start] {
      var starts = [path(to: start).first { !isTold[$0] } ?? start]
      while let start = starts.popLast() {
        var branch: Int32?
        var next: Int? = start
        while let node = next, !isTold[node] {
          if branch == nil && nodes[node].hasMessage {
            lastBranch += 1
            branch = lastBranch
          }
          isTold[node] = true
          steps.append((node, branch ?? 0))
          let children = nodes[node].children
          next = children.first { !isTold[$0] }
          starts += children.reversed().filter { $0 != next }
        }
      }
    }
    return steps
  }

  /// From the root to the node; a cycle ends it.
  private func path(to node: Int?) -> [Int] {
    var path: [Int] = []
    var isOnPath: Set<Int> = []
    var next = node
    while let node = next, isOnPath.insert(node).inserted {
      path.append(node)
      next = nodes[node].parent
    }
    return path.reversed()
  }

  /// Where the export names no current node: the last one with a message and no children, or the last.
  private var lastLeaf: Int? {
    nodes.indices.last { nodes[$0].hasMessage && nodes[$0].children.isEmpty } ?? nodes.indices.last
  }
}
