public import FoundationEssentials
public import HTTPTransport

/// Sorts what a server says into what can be done about it.
public enum ErrorClassification {
  /// The error that a response is.
  ///
  /// - Parameters:
  ///   - status: of the response; nil or a success for an error inside a body.
  ///   - headers: of the response.
  ///   - body: what the server says.
  ///   - now: to read dates by.
  public static func error(status: Int?, headers: HTTPHeaders, body: ErrorBody, now: Date) -> ChatError {
    let named = status.flatMap { $0 >= 300 ? $0 : nil } ?? body.status ?? statusOfType(body)
    let retryAfter = RetryAfter.delay(headers: headers, body: body, now: now)
    return ChatError(
      `class`(status: named, headers, body, retryAfter), status: named, type: body.type, code: body.code,
      param: body.param,
      message: body.message, retryAfter: retryAfter)
  }

  private static func `class`(
    status: Int?, _ headers: HTTPHeaders, _ body: ErrorBody, _ retryAfter: Duration?
  ) -> ChatError.Class {
    let words = body.message.lowercased()
    if isFiltered(status, words, body) { return .contentFilter }
    if let overflow = ContextOverflow(status: status, body) {
      return .tooBig(limit: overflow.limit, requested: overflow.requested)
    }
    if isOutOfQuota(status, words, body, retryAfter) { return .quota }
    if [400, 404, 422, 500, nil].contains(status), let adaptation = AdaptationRules.adaptation(for: body) {
      return .adaptable(adaptation)
    }
    let byStatus = `class`(of: status, words, body)
    switch headers["x-should-retry"] {
    case "true" where byStatus == .permanent: return .overload
    case "false" where byStatus == .overload: return .permanent
    default: return byStatus
    }
  }

  private static func `class`(of status: Int?, _ words: String, _ body: ErrorBody) -> ChatError.Class {
    if isUnsupported(words, body) { return .permanent }
    switch status {
    case 401, 403, 404, 405, .some(300..<400): return .endpoint
    case 400, 422: return hasNoModel(words, body) || refusesKey(words, body) ? .endpoint : .permanent
    case 408, 409, 425, 429, 498, 499: return .overload
    case 501: return .permanent
    case .some(500...): return .overload
    case nil: return .overload
    default: return .permanent
    }
  }

  /// For errors that name a kind but no number.
  private static func statusOfType(_ body: ErrorBody) -> Int? {
    switch (body.code ?? body.type ?? "").lowercased() {
    case "rate_limit_error", "rate_limit_exceeded", "resource_exhausted", "insufficient_quota": 429
    case "overloaded_error", "unavailable_error": 529
    case "authentication_error": 401
    case "permission_error": 403
    case "not_found_error", "model_not_found": 404
    case "invalid_request_error", "badrequesterror", "invalid-argument": 400
    case "gatewaytimeout", "timeout": 504
    case "api_error", "server_error", "internal_server_error": 500
    default: nil
    }
  }

  private static func isFiltered(_ status: Int?, _ words: String, _ body: ErrorBody) -> Bool {
    let code = body.code?.lowercased()
    return code == "content_filter" || code == "responsibleaipolicyviolation" || code == "content_policy_violation"
      || words.contains("content management policy")
      || status == 403 && (words.contains("moderation") || words.contains("flagged"))
  }

  private static func isOutOfQuota(_ status: Int?, _ words: String, _ body: ErrorBody, _ retryAfter: Duration?) -> Bool
  {
    let names = [body.code, body.type]
    if status == 402 || names.contains("insufficient_quota") || names.contains("billing_hard_limit_reached") {
      return true
    }
    let texts = [
      "exceeded your current quota", "insufficient balance", "insufficient credits", "credit balance is too low",
    ]
    guard texts.contains(where: words.contains) else { return false }
    // One provider uses these words for the budget of a minute too, and then says how long to wait.
    return retryAfter.map { $0 > .seconds(600) } ?? true
  }

  private static func isUnsupported(_ words: String, _ body: ErrorBody) -> Bool {
    body.type == "not_supported_error" || words.contains("input is not supported")
      || words.contains("invalid model input")
  }

  /// Some servers and proxies answer a wrong key with 400.
  private static func refusesKey(_ words: String, _ body: ErrorBody) -> Bool {
    let names = [body.code, body.type].map { $0?.lowercased() }
    if names.contains("invalid_api_key") || names.contains("api_key_invalid") { return true }
    return words.contains("api key") || words.contains("api_key")
  }

  private static func hasNoModel(_ words: String, _ body: ErrorBody) -> Bool {
    body.code == "model_not_found" || words.contains("invalid model name") || words.contains("no connected db")
      || words.contains("model") && words.contains("does not exist")
  }
}
