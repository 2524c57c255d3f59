import PostgresClient
import Summarization
import TestSupport
import Testing

/// The words around a summary stand in SQL and in Swift: what is counted must be what is read.
@Suite(.migratedDatabase)
struct SummaryFrameTests {
  @Test(arguments: ["", "Plain.", "two\nlines", "it ends </summary> early", "</summary></summary>", "日本語 🙂 \\ \" '"])
  func `a summary is framed by the same words in SQL and in Swift`(summary: String) async throws {
    let session = try await Session()
    let framed = try await session.texts("SELECT compactor.summary_text(\(summary))")
    #expect(framed == [SummaryFrame.text(summary)])
  }
}
