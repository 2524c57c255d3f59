public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  case debug
  case info
  case warning
  case error

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}
