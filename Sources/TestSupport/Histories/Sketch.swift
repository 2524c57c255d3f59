public import Compaction
import Transcripts

/// A transcript drawn in one line, for tests that read like the tables they come from.
///
///     S U A{1} T(1) A U:200 R A{a,b=create_order} T(b) &A{c} U*
///
/// `S` instructions, `U` prompt, `R` reasoning, `A` answer, `A{1,2}` calls with these ids, `T(1)` a result.
/// An id `_` is missing; `1=name` names the tool. `&` in front: an entry of the same message as the one before.
/// Behind: `:n` tokens (10 unless told), `*` pinned, `~` blank, `@` with an attachment, `!` broken by itself. Positions count from 1.
public func sketch(_ drawing: String) -> Snapshot {
  var builder = SnapshotBuilder(tokenizer: "test")
  var message: Int32 = 0
  for word in drawing.split(separator: " ") {
    var rest = word[...]
    if rest.first == "&" { rest.removeFirst() } else { message += 1 }
    let letter = rest.removeFirst()
    var calls: [(id: String?, tool: String?)] = []
    if rest.first == "{" || rest.first == "(" {
      let end = rest.firstIndex { $0 == "}" || $0 == ")" }!
      calls = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",").map(call)
      rest = rest[rest.index(after: end)...]
    }
    var flags: EntryFlags = []
    var tokens: Int32 = 10
    while let mark = rest.popFirst() {
      switch mark {
      case "*": flags.insert(.pinned)
      case "~": flags.insert(.blank)
      case "@": flags.insert(.attachment)
      case "!": flags.insert(.illFormed)
      case ":":
        let digits = rest.prefix { $0.isNumber }
        tokens = Int32(digits)!
        rest = rest[digits.endIndex...]
      default: preconditionFailure("a sketch has no mark \(mark): \(word)")
      }
    }
    builder.append(
      EntryHeader(
        position: Int32(builder.snapshot.headers.count + 1), message: message, kind: kind(letter, calls.isEmpty),
        flags: flags, tokens: tokens, bytes: tokens * 4), calls: calls)
  }
  return builder.snapshot
}

private func call(_ text: Substring) -> (id: String?, tool: String?) {
  let parts = text.split(separator: "=")
  return (parts[0] == "_" ? nil : String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
}

private func kind(_ letter: Character, _ isWithoutCalls: Bool) -> EntryKind {
  switch letter {
  case "S": .instructions
  case "U": .prompt
  case "R": .reasoning
  case "T": .toolOutput
  case "A": isWithoutCalls ? .response : .toolCalls
  default: preconditionFailure("a sketch has no entry \(letter)")
  }
}

extension Snapshot {
  /// What an overlay leaves drawn back, `S1 Σ U5 C6 T7' A8` say: `'` behind what has a short form.
  public func drawing(_ overlay: Overlay?) -> String {
    var words: [String] = []
    for header in headers {
      let disposition =
        overlay?.ranges.first { $0.range.first <= header.position && header.position <= $0.range.last }?.disposition
        ?? .kept
      if header.position == overlay?.summary?.before { words.append("Σ") }
      guard disposition == .kept || disposition == .replaced else { continue }
      words.append("\(letter(header.kind))\(header.position)\(disposition == .replaced ? "'" : "")")
    }
    return words.joined(separator: " ")
  }

  private func letter(_ kind: EntryKind) -> String {
    switch kind {
    case .instructions: "S"
    case .prompt: "U"
    case .reasoning: "R"
    case .toolCalls: "C"
    case .toolOutput: "T"
    case .response: "A"
    }
  }
}
