/// The settings of one model.
enum ModelDescription {
  static let model = Section(
    "model",
    [
      Setting(
        "url", .either(.text(.url), .section(urlFromEnvironment)), .required,
        "The base URL of a chat-completions API as its provider gives it, `https://api.openai.com/v1` say."),
      Setting("name", .text(.any("the name that the server knows the model by")), .required, "The model's name there."),
      Setting(
        "api_key", .oneOf(secretSources, noun: "place of a secret"), .optional, secret: true,
        "Where the key is found: `{env: NAME}` or `{file: PATH}`. Never the key itself. It is sent in the header that the host expects: `api-key` for Azure, a bearer token elsewhere."
      ),
      Setting(
        "price", .section(price), .required,
        "What the model charges, for estimates and for the limits on spend. A free one has `{input: 0, output: 0}`."),
      Setting(
        "context_window", .count(1_024...100_000_000, unit: "tokens"), .standard("32k"),
        "Tokens that fit into one request together with its reply. Longer spans are summarised in chunks."),
      Setting(
        "timeouts", .section(timeouts), .standardSection,
        "How long one call may take. A limit that is passed ends the attempt."),
      Setting(
        "max_retries", .count(0...20, unit: "retries"), .standard("4"),
        "How often a failed call is repeated, with growing delays. Each repeat is counted as spend."),
      Setting(
        "temperature", .decimal(0...2), .optional, "Sent as it is. Without it the server's default holds."),
      Setting(
        "structured_output", .flag, .standard("true"),
        "Whether the server is asked for answers that follow a JSON Schema, where a prompt has one. A server that refuses is asked in words from then on; `false` is for one that takes schemas and does not keep to them."
      ),
      Setting(
        "headers",
        .table(
          keys: .headerName, values: .either(.text(.headerValue), .oneOf(secretSources, noun: "place of a secret")),
          noun: "header"), .optional,
        "Further HTTP headers. A header that carries a key is `{env: NAME}` or `{file: PATH}`, like `api_key`."),
    ])

  private static let urlFromEnvironment = Section(
    "url",
    [
      Setting("env", .text(.environmentName), .required, "The environment variable that holds the URL."),
      Setting(
        "default", .text(.url), .optional, "The URL where the variable is not set. Without it, that is an error."),
    ])

  private static let secretSources = [
    Setting("env", .text(.environmentName), .optional, "The environment variable that holds it."),
    Setting(
      "file", .text(.path), .optional,
      "The file that holds it; white space around it is ignored. A relative path starts at the working directory."),
  ]

  private static let price = Section(
    "price",
    [
      Setting("input", .money(bare: true), .required, "For a million input tokens."),
      Setting(
        "cached", .money(bare: true), .optional,
        "For a million input tokens that the provider had cached. Without it, the price of `input`."),
      Setting("output", .money(bare: true), .required, "For a million output tokens."),
    ])

  private static let timeouts = Section(
    "timeouts",
    [
      Setting(
        "connect", .duration(.milliseconds(100) ... .seconds(300)), .standard("10s"), "Until the connection stands."),
      Setting(
        "first_byte", .duration(.milliseconds(100) ... .seconds(3_600)), .standard("2m"),
        "From the request to the first byte of the reply."),
      Setting(
        "idle", .duration(.milliseconds(100) ... .seconds(3_600)), .standard("1m"),
        "Silence between two pieces of the reply."
      ),
      Setting(
        "total", .duration(.milliseconds(100) ... .seconds(86_400)), .standard("10m"),
        "The whole call. The others' defaults are no longer than this."),
    ])
}
