// swift-tools-version: 6.2

import PackageDescription

/// Settings of every target: see docs/decisions/0002-language-settings.md.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A C library, found by pkg-config and installed from Debian's packages.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "transcript-compactor",
  products: [
    .library(name: "Transcripts", targets: ["Transcripts"]),
    .library(name: "Tokenization", targets: ["Tokenization"]),
    .library(name: "LanguageModels", targets: ["LanguageModels"]),
    .library(name: "ScriptedModels", targets: ["ScriptedModels"]),
    .library(name: "ChatCompletions", targets: ["ChatCompletions", "HTTPTransport"]),
    .library(name: "CurlChatCompletions", targets: ["CurlChatCompletions"]),
    .library(name: "HistoryModifiers", targets: ["HistoryModifiers", "Compaction", "Summarization"]),
    .library(name: "SkillFiles", targets: ["SkillFiles"]),
    .executable(name: "compactor", targets: ["compactor"]),
    .executable(name: "offline-model", targets: ["offline-model"]),
  ],
  targets: [
    // C libraries, each imported by exactly one target.
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    system("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),

    // Pure: values and functions, no I/O and no clock.
    library("Transcripts"),
    library("TranscriptFormats", ["Transcripts"]),
    library("Tokenization", ["Transcripts"]),
    library("Compaction", ["Transcripts"]),
    library("HTTPTransport"),
    library("LanguageModels", ["Transcripts"]),
    library("ScriptedModels", ["LanguageModels", "Transcripts"]),
    library("ChatCompletions", ["HTTPTransport", "LanguageModels", "Tokenization", "Transcripts"]),
    library("Summarization", ["Compaction", "Extraction", "LanguageModels", "Transcripts", "Tokenization"]),
    library("EntryHeaders", ["Compaction", "Tokenization", "TranscriptFormats", "Transcripts"]),
    library(
      "HistoryModifiers",
      [
        "LanguageModels", "EntryHeaders", "Compaction", "Summarization", "Tokenization", "TranscriptFormats",
        "Transcripts",
      ]),
    library("Extraction", ["Tokenization"]),
    library(
      "Evaluation",
      [
        "EntryHeaders", "Compaction", "Extraction", "Summarization", "Tokenization", "TranscriptFormats", "Transcripts",
      ]),

    // Edges: each confines a C library or something impure.
    library("Digests", ["CCrypto"]),
    library("CurlTransport", ["HTTPTransport", "CCurl"]),
    library("CurlChatCompletions", ["ChatCompletions", "CurlTransport", "HTTPTransport", "LanguageModels"]),
    library("HTTPServing", ["CMicroHTTPD"]),
    library("PostgresClient", ["CPostgreSQL"]),
    library("YAMLDocuments", ["CYAML"]),
    library("SkillFiles", ["LanguageModels", "YAMLDocuments"]),
    library("Jobs", ["Compaction", "Summarization", "Tokenization", "Transcripts", "YAMLDocuments"]),
    library("Telemetry", ["Compaction"]),
    library("Storage", ["PostgresClient", "Compaction", "Transcripts"]),
    library(
      "Worker",
      [
        "Storage", "PostgresClient", "Compaction", "EntryHeaders", "Transcripts", "TranscriptFormats", "Tokenization",
        "Summarization", "ChatCompletions", "HTTPTransport", "Jobs", "LanguageModels", "Telemetry", "Digests",
      ]),
    library("Monitoring", ["HTTPServing", "Telemetry"]),
    library("OfflineModel", ["Extraction", "HTTPServing", "Tokenization", "Transcripts"]),
    library(
      "CompactorCommands",
      [
        "Worker", "Storage", "PostgresClient", "TranscriptFormats", "Transcripts", "Compaction", "EntryHeaders", "Jobs",
        "Evaluation", "Summarization", "Tokenization", "ChatCompletions",
        "HTTPTransport", "CurlTransport", "HTTPServing", "Digests", "Monitoring", "SkillFiles", "Telemetry",
      ]),

    command("compactor", ["CompactorCommands"]),
    command("offline-model", ["OfflineModel"]),

    // The worked examples of the documentation: no product.
    .executableTarget(
      name: "examples",
      dependencies: [
        "ChatCompletions", "CurlChatCompletions", "HTTPTransport", "HistoryModifiers", "LanguageModels",
        "ScriptedModels",
        "SkillFiles",
      ],
      path: "Examples",
      exclude: ["Expected", "Skills/Folder"], swiftSettings: settings),

    library("TestSupport", ["Compaction", "PostgresClient", "Transcripts"]),
    // What must hold of every plan, for the tests and for `scripts/check-plans`: no product.
    library("PlanProperties", ["Compaction", "TestSupport", "Transcripts"]),
    command("check-plans", ["PlanProperties"]),

    // tests
    tests("TranscriptsTests", ["Transcripts", "TestSupport"]),
    tests("LanguageModelsTests", ["LanguageModels", "ScriptedModels", "TestSupport", "Transcripts"]),
    tests(
      "ChatCompletionsTests",
      ["ChatCompletions", "HTTPTransport", "LanguageModels", "TestSupport", "Tokenization", "Transcripts"],
      // Read by the tests from where they stand.
      exclude: ["Wire/expected-events"]),
    tests(
      "CurlChatCompletionsTests",
      [
        "ChatCompletions", "CurlChatCompletions", "CurlTransport", "HTTPTransport", "LanguageModels", "OfflineModel",
        "ScriptedModels", "Transcripts",
      ]),
    tests("TranscriptFormatsTests", ["TranscriptFormats", "Transcripts", "TestSupport"]),
    tests("DigestsTests", ["Digests"]),
    tests(
      "HistoryModifiersTests",
      [
        "HistoryModifiers", "Compaction", "LanguageModels", "ScriptedModels", "Summarization", "Tokenization",
        "Transcripts",
      ]),
    tests("SkillFilesTests", ["SkillFiles", "LanguageModels", "ScriptedModels"]),
    tests(
      "JobsTests", ["Jobs", "Compaction", "Summarization", "Tokenization", "Transcripts", "YAMLDocuments"]),
    tests(
      "CompactionTests", ["Compaction", "PlanProperties", "TestSupport", "TranscriptFormats", "Transcripts"]),
    tests("CurlTransportTests", ["CurlTransport", "HTTPTransport", "ChatCompletions", "Transcripts"]),
    tests("PostgresClientTests", ["PostgresClient", "TestSupport"]),
    tests(
      "SchemaTests",
      [
        "Compaction", "PlanProperties", "PostgresClient", "Summarization", "TestSupport", "Transcripts",
        "TranscriptFormats",
      ]),
    tests("TokenizationTests", ["Tokenization", "TestSupport", "Transcripts"]),
    tests(
      "OfflineModelTests",
      [
        "OfflineModel", "Compaction", "CurlTransport", "Extraction", "HTTPTransport", "Summarization", "TestSupport",
        "Tokenization", "Transcripts",
      ]),
    tests(
      "EvaluationTests",
      [
        "Evaluation", "Compaction", "Jobs", "Summarization", "TestSupport", "Tokenization", "TranscriptFormats",
        "Transcripts",
      ]),
    tests("ExtractionTests", ["Extraction", "TestSupport", "Tokenization", "Transcripts"]),
    tests("HTTPServingTests", ["HTTPServing"]),
    tests("TelemetryTests", ["Telemetry", "ChatCompletions", "Compaction", "TestSupport"]),
    tests("MonitoringTests", ["Monitoring", "HTTPServing", "Telemetry", "TestSupport"]),
    tests(
      "WorkerTests",
      [
        "Worker", "Storage", "PostgresClient", "ChatCompletions", "Jobs", "Telemetry", "Compaction", "EntryHeaders",
        "HistoryModifiers", "LanguageModels", "Summarization", "TranscriptFormats", "Tokenization", "Transcripts",
        "TestSupport", "CurlTransport", "HTTPTransport", "OfflineModel",
      ]),
    tests(
      "CompactorCommandsTests",
      [
        "CompactorCommands", "Worker", "Storage", "PostgresClient", "Jobs", "Compaction", "TestSupport", "Tokenization",
        "Transcripts",
      ]),
    tests(
      "EndToEndTests",
      [
        "compactor", "offline-model", "ChatCompletions", "Compaction", "CurlTransport", "HTTPTransport",
        "LanguageModels",
        "PostgresClient", "TestSupport", "Tokenization", "Transcripts",
      ]),
    tests("StorageTests", ["Storage", "Digests", "PostgresClient", "Compaction", "TestSupport", "Transcripts"]),
    tests(
      "SummarizationTests",
      [
        "Summarization", "Compaction", "LanguageModels", "TestSupport", "Tokenization", "TranscriptFormats",
        "Transcripts",
      ]),
  ]
)
