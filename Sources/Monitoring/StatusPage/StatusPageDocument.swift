import FoundationEssentials

/// Writes the page: one document without scripts or anything from elsewhere.
struct StatusPageDocument {
  /// Nil when nothing is known yet.
  let page: StatusPage?
  /// The values come from an earlier request.
  let isOld: Bool
  let readiness: Readiness
  let now: Date

  var html: HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="refresh" content="15">
    <title>\(isReady ? "" : "Not ready – ")Transcript compactor</title>
    <link rel="icon" href="data:,">
    <style>
    \(StatusPageStyle.css)
    </style>
    </head>
    <body>
    <header>
    <div><h1>Transcript compactor</h1>\(identity)</div>
    \(state)
    </header>
    <main>
    \(notice)
    \(page.map(content) ?? "")
    </main>
    <footer><nav><a href="/metrics">/metrics</a> <a href="/readyz">/readyz</a> <a href="/livez">/livez</a></nav>
    <p>\(Written.time(now)) · renewed every 15 seconds</p></footer>
    </body>
    </html>

    """
  }

  private var isReady: Bool { readiness == .ready }

  private var identity: HTML {
    guard let page else { return "" }
    let build = page.revision.isEmpty ? page.version : "\(page.version) (\(page.revision.prefix(12)))"
    return
      "<p class=\"quiet\">\(build) · worker <code>\(page.worker)</code> · up \(Written.span(now.timeIntervalSince(page.startedAt)))</p>"
  }

  private var state: HTML {
    switch readiness {
    case .ready: "<p class=\"state good\">Ready</p>"
    case .notReady: "<p class=\"state bad\">Not ready</p>"
    }
  }

  private var notice: HTML {
    var notices: [HTML] = []
    if case .notReady(let reason) = readiness { notices.append("<p class=\"notice bad\">\(reason)</p>") }
    if isOld {
      notices.append(
        page == nil
          ? "<p class=\"notice warning\">The database has not answered yet, so there is nothing to show.</p>"
          : "<p class=\"notice warning\">The database does not answer. What follows was true a while ago.</p>")
    }
    return HTML(notices)
  }

  private func content(_ page: StatusPage) -> HTML {
    """
    <section class="tiles" aria-label="Summary">\(tiles(page))</section>
    <section><h2>Jobs</h2>\(jobs(page.jobs))</section>
    <section><h2>Runs</h2>\(runs(page.runs))</section>
    <section><h2>Outcomes <span class="quiet">of the last 24 hours</span></h2>\(outcomes(page.outcomes))</section>
    """
  }

  // MARK: Tiles

  private func tiles(_ page: StatusPage) -> [HTML] {
    let due = page.jobs.reduce(0) { $0 + $1.due }
    let oldest = page.jobs.compactMap(\.oldestDue).min()
    let saved = page.tokensBefore - page.tokensAfter
    let by = page.tokenizers.isEmpty ? "" : ", by \(page.tokenizers.joined(separator: ", "))"
    let share =
      page.tokensBefore > 0 ? "\(Int(100 * Double(saved) / Double(page.tokensBefore)))% of those compacted\(by)" : ""
    let setAside = page.jobs.reduce(0) { $0 + $1.setAside }
    let compacted = page.outcomes.first { $0.outcome == "compacted" }?.count ?? 0
    return [
      tile("Due now", Written.count(due), oldest.map { "oldest \(Written.ago($0, now))" } ?? ""),
      tile("Compacted, 24 h", Written.count(compacted), ""),
      tile("Tokens saved, 24 h", Written.short(saved), share),
      tile(
        "Spent today", Written.dollars(page.jobs.reduce(0) { $0 + $1.spentToday }),
        setAside > 0 ? "and \(Written.dollars(setAside)) set aside" : ""),
    ]
  }

  private func tile(_ name: String, _ value: String, _ note: String) -> HTML {
    "<div class=\"tile\"><p class=\"name\">\(name)</p><p class=\"value\">\(value)</p><p class=\"quiet\">\(note)</p></div>"
  }

  // MARK: Tables

  private func jobs(_ jobs: [StatusPage.Job]) -> HTML {
    guard !jobs.isEmpty else {
      return "<p class=\"empty\">No job is registered. <code>compactor apply JOB</code> registers one.</p>"
    }
    let rows = jobs.map { job -> HTML in
      """
      <tr><th scope="row">\(job.name) <span class="quiet">v\(job.version)</span></th>
      <td class="number">\(job.isPaused ? "<span class=\"quiet\">paused</span>" : "\(Written.count(job.due))" as HTML)</td>
      <td>\(time(job.oldestDue))</td><td>\(time(job.lastSuccess, missing: "never"))</td><td>\(time(job.nextRun))</td>
      <td class="number">\(spend(job))</td></tr>
      """
    }
    return table(["Job", "#Due", "Oldest due", "Last success", "Next run", "#Spent today"], rows)
  }

  private func spend(_ job: StatusPage.Job) -> HTML {
    let amount: HTML = "\(Written.dollars(job.spentToday))\(setAside(job.setAside))"
    guard let limit = job.dailyLimit, limit > 0 else { return amount }
    let used = job.spentToday + job.setAside
    return """
      \(amount) <span class="quiet">of \(Written.dollars(limit))</span>\
      \(bar(used / limit, tone: used >= 0.8 * limit ? .warning : .neutral))
      """
  }

  private func setAside(_ amount: Double) -> HTML {
    amount > 0 ? " <span class=\"quiet\">and \(Written.dollars(amount)) set aside</span>" : ""
  }

  private func runs(_ runs: [StatusPage.Run]) -> HTML {
    guard !runs.isEmpty else { return "<p class=\"empty\">Nothing has run yet.</p>" }
    let rows = runs.map { run -> HTML in
      let end = run.finishedAt ?? now
      return """
        <tr><th scope="row">\(run.number)</th><td>\(run.job)</td><td>\(run.kind)</td>
        <td><span class="dot \(run.tone.rawValue)"></span>\(run.state)</td><td class="number">\(progress(run))</td>
        <td>\(time(run.startedAt))</td><td>\(Written.span(end.timeIntervalSince(run.startedAt)))</td>
        <td class="number">\(Written.dollars(run.spent))\(setAside(run.setAside))</td></tr>
        """
    }
    return table(["Run", "Job", "Kind", "State", "#Conversations", "Started", "Took", "#Spent"], rows)
  }

  private func progress(_ run: StatusPage.Run) -> HTML {
    guard let total = run.total, total > 0 else { return "\(Written.count(run.done))" }
    return """
      \(Written.count(run.done)) <span class="quiet">of \(Written.count(total))</span>\
      \(bar(Double(run.done) / Double(total), tone: run.tone))
      """
  }

  private func outcomes(_ outcomes: [StatusPage.OutcomeCount]) -> HTML {
    let sum = outcomes.reduce(0) { $0 + $1.count }
    guard sum > 0 else { return "<p class=\"empty\">No conversation was attempted.</p>" }
    let rows = outcomes.filter { $0.count > 0 }.sorted { ($0.count, $1.outcome) > ($1.count, $0.outcome) }
      .map { outcome -> HTML in
        let share = Double(outcome.count) / Double(sum)
        return """
          <tr><th scope="row"><span class="dot \(outcome.tone.rawValue)"></span>\(outcome.outcome)</th>
          <td class="number">\(Written.count(outcome.count))</td>
          <td class="wide">\(bar(share, tone: outcome.tone))</td><td class="number">\(Written.percent(share))</td></tr>
          """
      }
    return table(["Outcome", "#Attempts", "", "#Share"], rows)
  }

  /// - Parameter columns: those of numbers begin with `#`.
  private func table(_ columns: [String], _ rows: [HTML]) -> HTML {
    let heads = columns.map { column -> HTML in
      column.hasPrefix("#")
        ? "<th scope=\"col\" class=\"number\">\(column.dropFirst())</th>" : "<th scope=\"col\">\(column)</th>"
    }
    return "<div class=\"scroll\"><table><thead><tr>\(heads)</tr></thead><tbody>\(rows)</tbody></table></div>"
  }

  private func bar(_ share: Double, tone: StatusPage.Tone) -> HTML {
    let percent = Int((100 * min(1, max(0, share))).rounded())
    let filled: HTML = share > 0 ? "<span class=\"\(tone.rawValue)\" style=\"width:\(percent)%\"></span>" : ""
    return "<span class=\"bar\">\(filled)</span>"
  }

  private func time(_ time: Date?, missing: String = "–") -> HTML {
    guard let time else { return "<span class=\"quiet\">\(missing)</span>" }
    return "<time datetime=\"\(Written.time(time))\" title=\"\(Written.time(time))\">\(Written.ago(time, now))</time>"
  }
}
