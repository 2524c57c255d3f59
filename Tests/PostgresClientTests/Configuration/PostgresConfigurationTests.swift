import TestSupport
import Testing

@testable import PostgresClient

struct PostgresConfigurationTests {
  @Test(arguments: [
    "host=db user=worker password=secret dbname=app", "postgresql://worker:secret@db/app",
    "postgresql://worker@db/app?password=secret&sslpassword=secret",
  ])
  func `a password is never printed`(connectionString: String) {
    let text = "\(PostgresConfiguration(connectionString))"
    #expect(text.contains("host=db"))
    #expect(text.contains("password=…"))
    #expect(!text.contains("secret"))
  }

  @Test(arguments: [
    ("hots=db", #"invalid connection option "hots""#),
    ("host=db password=my secret", #"missing "…" in connection info string"#),
    ("postgresql://u:secret%zz@db/app", #"invalid percent-encoded token: "…""#),
    ("postgresql://u:secret@[db/app", #"end of string reached when looking for matching "…""#),
  ])
  func `a wrong connection string is named without what it says`(connectionString: String, complaint: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(connectionString).validate() }
    #expect(error?.kind == .configuration)
    #expect(error?.message?.hasPrefix(complaint) == true, "\(error?.message ?? "")")
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `a server that takes no writes is passed over, unless it is asked only to look`() {
    func target(_ needsWrites: Bool) -> [String] {
      var configuration = PostgresConfiguration("host=x")
      configuration.needsWrites = needsWrites
      return configuration.keywords.filter { $0.name == "target_session_attrs" }.map(\.value)
    }
    #expect(target(true) == ["read-write"] && target(false) == ["any"])
    #expect(PostgresConfiguration("host=x").needsWrites)
  }

  @Test func `the connection string overrides the defaults, but not the encoding`() throws {
    let names = PostgresConfiguration("host=x").keywords.map(\.name)
    let string = try #require(names.firstIndex(of: "dbname"))
    for name in ["fallback_application_name", "target_session_attrs", "tcp_user_timeout", "connect_timeout"] {
      #expect(try #require(names.firstIndex(of: name)) < string)
    }
    #expect(try #require(names.firstIndex(of: "client_encoding")) > string)
  }
}

@Suite(.scratchDatabase)
struct SessionSettingsTests {
  private func setting(_ name: String, _ configuration: PostgresConfiguration) async throws -> String {
    let connection = try await PostgresConnection.connect(configuration)
    return try await connection.query("SELECT current_setting(\(name))")[0].decode(0)
  }

  @Test func `a session bears the application's name unless the string names another`() async throws {
    var configuration = ScratchDatabase.current.configuration
    #expect(try await setting("application_name", configuration) == "transcript-compactor")
    configuration.applicationName = "bench"
    #expect(try await setting("application_name", configuration) == "bench")
    configuration.connectionString += " application_name=mine"
    #expect(try await setting("application_name", configuration) == "mine")
  }

  @Test func `text is UTF-8 whatever the string asks for`() async throws {
    var configuration = ScratchDatabase.current.configuration
    configuration.connectionString += " client_encoding=LATIN1"
    #expect(try await setting("client_encoding", configuration) == "UTF8")
  }

  @Test func `a host that does not answer is passed over for the next one`() async throws {
    let good = ScratchDatabase.current.server.connectionString
    let socket = try #require(good.split(separator: " ").first?.split(separator: "=").last)
    let configuration = PostgresConfiguration("host=/nonexistent,\(socket) user=postgres dbname=postgres")
    let connection = try await PostgresConnection.connect(configuration)
    try await connection.query("SELECT 1")
  }

  @Test func `a database that does not exist is an error with the server's words`() async throws {
    let configuration = ScratchDatabase.current.server.configuration(database: "nowhere")
    let error = await #expect(throws: PostgresError.self) { try await PostgresConnection.connect(configuration) }
    #expect(error?.kind == .connectionFailed)
    #expect(error?.message?.contains(#"database "nowhere" does not exist"#) == true)
  }
}
