import Transcripts

extension AttachmentLabels {
  /// The message with a label in the place of each image, sound and file; its texts stay.
  func replacing(in message: JSON) -> JSON? {
    var form = message
    if case .array(let parts) = message["content"] {
      form.set("content", to: .array(parts.map { part in label(ofPart: part).map(Self.textPart) ?? part }))
    }
    guard let audio = message["audio"], audio.object != nil, case .object(let members) = form else { return form }
    form = .object(members.filter { $0.key != "audio" })
    let text = label(ofAudio: audio)
    switch form["content"] {
    case .array(let parts): form.set("content", to: .array(parts + [Self.textPart(text)]))
    case .string(let said) where !said.isEmpty: form.set("content", to: .string("\(said)\n\(text)"))
    default: form.set("content", to: .string(text))
    }
    return form
  }

  private static func textPart(_ text: String) -> JSON { ["type": "text", "text": .string(text)] }
}
