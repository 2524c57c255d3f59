public import Transcripts

extension LanguageModelExecutorGenerationChannel {
  /// What an answer cost.
  public typealias Usage = LanguageModelUsage

  /// One piece of news from the model, about one entry of its answer.
  ///
  /// Events with the same `entryID` are about the same entry. With `nil` they join the entry that came last if it is
  /// of their kind, and begin a new one otherwise; usage and metadata alone never begin one.
  public enum Event: Sendable, Hashable {
    /// About a response entry: what the model says to the user.
    case response(entryID: String? = nil, action: ResponseAction)
    /// About a reasoning entry: what the model thinks before it goes on.
    case reasoning(entryID: String? = nil, action: ReasoningAction)
    /// About a tool-calls entry: what the model asks to have done.
    case toolCalls(entryID: String? = nil, action: ToolCallsAction)
  }

  /// What happens to a response entry.
  public enum ResponseAction: Sendable, Hashable {
    /// Text for the segment with this id, made at the end of the entry if there is none; without an id, for the last
    /// segment if it is text.
    case appendText(String, segmentID: String? = nil, tokenCount: Int? = nil)
    /// Replaces the whole text of the segment with this id, or of the last text segment.
    case replaceTextSegment(String, segmentID: String? = nil, tokenCount: Int? = nil)
    /// Adds an attachment at the end. One with an id that is there already is a second one.
    case addAttachmentSegment(Transcript.AttachmentSegment)
    /// Removes the attachments with this id.
    case removeAttachmentSegment(id: String)
    /// Replaces all that was noted of the entry. See ``updateMetadata(_:)``.
    case metadata([String: GeneratedContent])
    /// Replaces the entry's counts. See ``updateUsage(input:output:metadata:)``.
    case usage(Usage)

    /// Notes these values of the entry, in place of all that was noted before.
    public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
      .metadata(values.mapValues(\.generatedContent))
    }

    /// Notes what the entry cost, in tokens, in place of the counts before: counts are never added up within an entry.
    public static func updateUsage(
      input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> Self {
      .usage(Usage(input: input, output: output, metadata: metadata))
    }
  }

  /// What happens to a reasoning entry.
  public enum ReasoningAction: Sendable, Hashable {
    /// As for a response.
    case appendText(String, segmentID: String? = nil, tokenCount: Int? = nil)
    /// As for a response.
    case replaceTextSegment(String, segmentID: String? = nil, tokenCount: Int? = nil)
    /// Replaces the signature, which is sent back unchanged with this reasoning.
    case updateSignature(String, tokenCount: Int? = nil)
    /// Replaces all that was noted of the entry. See ``updateMetadata(_:)``.
    case metadata([String: GeneratedContent])
    /// Replaces the entry's counts. See ``updateUsage(input:output:metadata:)``.
    case usage(Usage)

    /// Notes these values of the entry, in place of all that was noted before.
    public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
      .metadata(values.mapValues(\.generatedContent))
    }

    /// Notes what the entry cost, in tokens, in place of the counts before: counts are never added up within an entry.
    public static func updateUsage(
      input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> Self {
      .usage(Usage(input: input, output: output, metadata: metadata))
    }
  }

  /// What happens to a tool-calls entry.
  public enum ToolCallsAction: Sendable, Hashable {
    /// For the call with this id, made at the end of the entry if there is none. The first name that is not empty
    /// stays.
    case toolCall(id: String, name: String, action: ToolCallAction)
    /// Takes a call back: it is not run.
    case removeToolCall(id: String)
    /// Replaces all that was noted of the entry. See ``updateMetadata(_:)``.
    case metadata([String: GeneratedContent])
    /// Replaces the entry's counts. See ``updateUsage(input:output:metadata:)``.
    case usage(Usage)

    /// Notes these values of the entry, in place of all that was noted before.
    public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
      .metadata(values.mapValues(\.generatedContent))
    }

    /// Notes what the entry cost, in tokens, in place of the counts before: counts are never added up within an entry.
    public static func updateUsage(
      input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> Self {
      .usage(Usage(input: input, output: output, metadata: metadata))
    }
  }

  /// What happens to one call of a tool-calls entry.
  public enum ToolCallAction: Sendable, Hashable {
    /// A piece of the JSON text of the arguments.
    case appendArguments(String, tokenCount: Int? = nil)
    /// Replaces all that was noted of the call. See ``updateMetadata(_:)``.
    case metadata([String: GeneratedContent])

    /// Notes these values of the call, in place of all that was noted before.
    public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Self {
      .metadata(values.mapValues(\.generatedContent))
    }
  }
}
