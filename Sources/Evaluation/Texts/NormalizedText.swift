/// A text for comparing what it says and not how it is written: words in lower case with one blank between them.
func normalized(_ text: String) -> String {
  text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: " ")
}
