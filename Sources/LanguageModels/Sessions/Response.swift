public import Transcripts

extension LanguageModelSession {
  /// What requests cost, in tokens.
  public typealias Usage = LanguageModelUsage

  /// What came of a request.
  public struct Response<Content: Sendable>: Sendable {
    /// The answer.
    public var content: Content
    /// The content as the model gave it.
    public var rawContent: GeneratedContent
    /// What the request added to the transcript: the prompt, all that came of it, and the answer.
    public var transcriptEntries: ArraySlice<Transcript.Entry>
    /// What it cost, all replies of the turn together.
    public var usage: Usage
  }
}
