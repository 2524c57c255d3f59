/// The text with everything that a terminal would act upon made visible: control characters but line breaks and tabs,
/// and marks that turn the direction of writing. Conversations and names come from anybody.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isActive) else { return text }
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    guard isActive(scalar) else {
      scalars.append(scalar)
      continue
    }
    // Control pictures for C0 and DEL; a replacement character for the rest.
    switch scalar.value {
    case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: scalars.append("\u{2421}")
    default: scalars.append("\u{FFFD}")
    }
  }
  return String(scalars)
}

/// The same on one line, for a cell or a heading.
func printableLine(_ text: String) -> String {
  printable(text.split(whereSeparator: \.isNewline).joined(separator: "␤"))
}

private func isActive(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A: false
  case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}
