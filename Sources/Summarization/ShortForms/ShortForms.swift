public import Compaction
public import Transcripts

/// Makes what stands in the place of entries that a stage shortens.
///
/// A short form is an OpenAI chat message of one entry, with the role, the id and the name that the entry had: the
/// history around it stays legal.
public struct ShortForms: Sendable {
  private let attachments: AttachmentLabels

  /// - Parameter digest: of bytes, SHA-256 say: the first of its bytes label an attachment.
  public init(digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    attachments = AttachmentLabels(digest: digest)
  }

  /// The short form of an entry.
  ///
  /// - Parameters:
  ///   - message: the entry alone as an OpenAI chat message.
  ///   - rule: What is made shorter, and how.
  /// - Returns: `nil` where the rule changes nothing, or would have to change what it does not understand. Whether the
  ///   form costs less than the entry is for the caller to find out: it has the tokenizer.
  public func form(of message: JSON, by rule: ShortFormRule) -> JSON? {
    let form =
      switch rule {
      case .result(let leave): result(message, leave)
      case .arguments(let rule): ArgumentShortening(rule).form(of: message)
      case .attachments: attachments.replacing(in: message)
      }
    return form == message ? nil : form
  }

  private func result(_ message: JSON, _ leave: ShortText) -> JSON? {
    var texts: [String] = []
    var labels: [String] = []
    switch message["content"] {
    case .string(let text): texts.append(text)
    case .array(let parts):
      for part in parts {
        if let label = attachments.label(ofPart: part) {
          labels.append(label)
        } else if let text = part["text"]?.string ?? part["refusal"]?.string {
          texts.append(text)
        } else {
          return nil
        }
      }
    default: return nil
    }
    let text = texts.joined(separator: "\n")
    let short = text.isEmpty && !labels.isEmpty ? [] : [leave.shortened(text)]
    var form = message
    form.set("content", to: .string((short + labels).joined(separator: "\n")))
    return form
  }
}
