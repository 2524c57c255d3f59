/// What a text must look like.
enum TextRule: Sendable {
  /// Any text that is not empty.
  case any(String)
  case jobName
  case modelName
  case source
  case url
  case environmentName
  case path
  case headerName
  case headerValue
  case cron
  case timeZone
  case tokenizer
  /// A prompt by name and version.
  case prompt
  case promptName
  /// A pattern of what is to be redacted.
  case redactionPattern

  /// A regular expression that the JSON Schema can use; the check itself may be stricter.
  var pattern: String? {
    switch self {
    case .any, .path, .timeZone, .redactionPattern: nil
    case .prompt: "^[a-z0-9][a-z0-9_-]{0,62}@[0-9]{1,6}$"
    case .promptName: "^[a-z0-9][a-z0-9_-]{0,62}$"
    case .source: nil
    case .cron: nil
    case .jobName: "^[a-z0-9][a-z0-9-]{0,62}$"
    case .modelName: "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"
    case .url: "^https?://"
    case .environmentName: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .headerName: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
    case .headerValue: nil
    case .tokenizer: #"^(o200k_base|cl100k_base|estimate@1)(\*[0-9]{1,3}(\.[0-9]{1,3})?)?$"#
    }
  }

  /// As in "expected …".
  var expectation: String {
    switch self {
    case .any(let what): what
    case .jobName: "a name of lower-case letters, digits and hyphens, at most 63"
    case .modelName: "a name of letters, digits, `.`, `_` and `-`, at most 63"
    case .source: "`own`"
    case .url: "a base URL that begins with http:// or https:// and names a host"
    case .environmentName: "the name of an environment variable"
    case .path: "the path of a file"
    case .prompt: "a prompt by name and version, such as `facts@2`"
    case .promptName: "a name of lower-case letters, digits, `_` and `-`, at most 63"
    case .redactionPattern: "a pattern that can be followed without going back"
    case .headerName: "the name of an HTTP header"
    case .headerValue: "the value of an HTTP header on one line"
    case .cron: "five fields (minute, hour, day of month, month, day of week), such as `15 2 * * *`"
    case .timeZone: "the name of a time zone, such as `Europe/Berlin` or `UTC`"
    case .tokenizer:
      "`o200k_base`, `cl100k_base` or `estimate@1`, alone or with a factor from 0.1 to 10, such as `o200k_base*1.2`"
    }
  }

  /// For the reference: "text", "URL".
  var typeName: String {
    switch self {
    case .any: "text"
    case .jobName, .modelName, .environmentName, .headerName, .headerValue: "text"
    case .source: "`own`"
    case .url: "URL"
    case .path: "path"
    case .prompt, .promptName: "text"
    case .redactionPattern: "pattern"
    case .cron: "cron expression"
    case .timeZone: "time zone"
    case .tokenizer: "text"
    }
  }
}
