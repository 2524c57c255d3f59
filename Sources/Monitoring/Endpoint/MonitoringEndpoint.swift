import FoundationEssentials
public import HTTPServing
public import Telemetry

/// What operations ask a process: `/metrics`, `/livez`, `/readyz`, and `/` for people.
///
/// Only `/livez` tells nothing but that the process answers. The others ask the closures given here, once at a time and for
/// no longer than two seconds: a database that hangs makes `/readyz` answer 503, and the rest show what was known before.
public struct MonitoringEndpoint: Sendable {
  private let router: Router

  /// - Parameters:
  ///   - refresh: brings gauges up to date that are read from the database; at most every five seconds.
  ///   - readiness: at most once a second.
  ///   - page: at most every two seconds.
  public init(
    metrics: Metrics, refresh: @escaping @Sendable () async -> Void = {},
    readiness: @escaping @Sendable () async -> Readiness, page: @escaping @Sendable () async -> StatusPage
  ) {
    self.init(
      metrics: metrics, refresh: refresh, readiness: readiness, page: page, clock: .init(), now: { Date.now })
  }

  init(
    metrics: Metrics, refresh: @escaping @Sendable () async -> Void,
    readiness: @escaping @Sendable () async -> Readiness, page: @escaping @Sendable () async -> StatusPage,
    clock: Refreshed<Readiness>.Clock, now: @escaping @Sendable () -> Date
  ) {
    let patience = Duration.seconds(2)
    let gauges = Refreshed(
      maximumAge: .seconds(5), patience: patience, clock: .init(now: clock.now, sleep: clock.sleep), ask: refresh)
    let ready = Refreshed(maximumAge: .seconds(1), patience: patience, clock: clock, ask: readiness)
    let pages = Refreshed(
      maximumAge: .seconds(2), patience: patience, clock: .init(now: clock.now, sleep: clock.sleep), ask: page)

    @Sendable func state() async -> Readiness {
      switch await ready.value() {
      case .fresh(let readiness): readiness
      case .late: .notReady("the check did not end within \(patience.components.seconds) seconds")
      }
    }

    var router = Router()
    router.on("GET", "/livez") { _ in .text("alive\n") }
    router.on("GET", "/readyz") { _ in
      switch await state() {
      case .ready: .text("ready\n")
      case .notReady(let reason): .text("not ready: \(reason)\n", status: 503)
      }
    }
    router.on("GET", "/metrics") { request in
      _ = await gauges.value()
      let format = Exposition(accept: request.headers.all("Accept").joined(separator: ","))
      return .text(format.render(metrics.snapshot()), type: format.contentType)
    }
    router.on("GET", "/") { _ in
      let readiness = await state()
      let (page, isOld) =
        switch await pages.value() {
        case .fresh(let page): (Optional(page), false)
        case .late(let last): (last, true)
        }
      let html = StatusPageDocument(page: page, isOld: isOld, readiness: readiness, now: now()).html
      var response = HTTPServerResponse.text(html.text, type: "text/html; charset=utf-8")
      response.headers["Content-Security-Policy"] =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
      response.headers["X-Content-Type-Options"] = "nosniff"
      response.headers["Referrer-Policy"] = "no-referrer"
      return response
    }
    self.router = router
  }

  /// For ``HTTPServer``.
  public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
    var response = await router.respond(to: request)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
