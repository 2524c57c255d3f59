import Foundation
import HTTPServing
import Telemetry
import Testing

@testable import Monitoring

@Suite struct EndpointTests {
  private let metrics = Metrics(version: "1.0", startTime: 0)
  private let now = Date(timeIntervalSince1970: 1_790_080_200)

  private func endpoint(
    readiness: @escaping @Sendable () async -> Readiness = { .ready },
    refresh: @escaping @Sendable () async -> Void = {},
    page: (@Sendable () async -> StatusPage)? = nil, impatient: Bool = false
  ) -> MonitoringEndpoint {
    let now = now
    return MonitoringEndpoint(
      metrics: metrics, refresh: refresh, readiness: readiness,
      page: page ?? { StatusPage(version: "1.0", worker: "w", startedAt: now) },
      clock: Stopped().clock(impatient: impatient), now: { now })
  }

  private func get(_ endpoint: MonitoringEndpoint, _ path: String, accept: String? = nil) async -> (
    status: Int, type: String?, text: String
  ) {
    var headers = HTTPServerHeaders()
    headers["Accept"] = accept
    let response = await endpoint.respond(to: HTTPServerRequest(method: "GET", path: path, headers: headers))
    guard case .bytes(let bytes) = response.body else { return (response.status, nil, "") }
    return (response.status, response.headers["Content-Type"], String(decoding: bytes, as: UTF8.self))
  }

  @Test func `the page of metrics comes in the format that the client asks for`() async {
    let endpoint = endpoint()
    let plain = await get(endpoint, "/metrics")
    #expect(plain.type == "text/plain; version=0.0.4; charset=utf-8")
    #expect(plain.text.contains("transcript_compactor_claims_total 0.0\n"))
    let open = await get(endpoint, "/metrics", accept: "application/openmetrics-text;version=1.0.0,*/*;q=0.1")
    #expect(open.type == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    #expect(open.text.hasSuffix("# EOF\n"))
  }

  @Test func `gauges are brought up to date before the page of metrics is written`() async {
    let job = metrics.job("a")
    let answer = await get(endpoint(refresh: { job.backlog.set(7) }), "/metrics")
    #expect(answer.text.contains("transcript_compactor_due_conversations{job_name=\"a\"} 7.0\n"))
  }

  @Test func `readiness answers 200, or 503 with the reason`() async {
    #expect(await get(endpoint(), "/readyz") == (200, "text/plain; charset=utf-8", "ready\n"))
    let broken = endpoint(readiness: { .notReady("no connection to the database") })
    #expect(
      await get(broken, "/readyz") == (503, "text/plain; charset=utf-8", "not ready: no connection to the database\n"))
  }

  @Test func `a database that hangs makes it not ready, leaves metrics readable and the process alive`() async {
    let hanging = Question(isOpen: false)
    let endpoint = endpoint(
      readiness: {
        _ = await hanging.ask(); return .ready
      }, refresh: { _ = await hanging.ask() },
      page: {
        _ = await hanging.ask(); return StatusPage(version: "1.0", worker: "w", startedAt: .now)
      },
      impatient: true)
    let ready = await get(endpoint, "/readyz")
    #expect(ready.status == 503)
    #expect(ready.text == "not ready: the check did not end within 2 seconds\n")
    #expect(await get(endpoint, "/metrics").text.contains("transcript_compactor_claims_total 0.0\n"))
    let page = await get(endpoint, "/")
    #expect(page.status == 200)
    #expect(page.text.contains("The database has not answered yet"))
    #expect(await get(endpoint, "/livez").text == "alive\n")
    hanging.open()
  }

  @Test func `liveness asks nothing`() async {
    let asked = Question(isOpen: true)
    let endpoint = endpoint(
      readiness: {
        _ = await asked.ask(); return .ready
      }, refresh: { _ = await asked.ask() },
      page: {
        _ = await asked.ask(); return StatusPage(version: "1.0", worker: "w", startedAt: .now)
      })
    #expect(await get(endpoint, "/livez").status == 200)
    #expect(asked.asked == 0)
  }

  @Test func `nothing of it is to be stored, and other paths are not there`() async {
    for (path, status) in [("/metrics", 200), ("/livez", 200), ("/readyz", 200), ("/", 200), ("/secrets", 404)] {
      let response = await endpoint().respond(to: HTTPServerRequest(method: "GET", path: path))
      #expect(response.status == status)
      #expect(response.headers["Cache-Control"] == "no-store")
    }
  }
}
