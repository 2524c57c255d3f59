/// The page's style: one column, no network, light and dark, narrow and wide.
enum PageStyle {
  static let text: Markup = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf8; --card: #ffffff; --ink: #1c1b19; --soft: #66625b; --line: #e4e0d8; --track: #edeae3;
      --tick: #1c1b19;
      --c0: #0b67a8; --c1: #c4500c; --c2: #0a8262; --c3: #a1437d; --c4: #6f6a00; --c5: #5b5bb5;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #16171a; --card: #1e2024; --ink: #ecebe8; --soft: #a5a29b; --line: #33363c; --track: #2b2e34;
        --tick: #ecebe8;
        --c0: #62b4f0; --c1: #f19a5d; --c2: #4ecba7; --c3: #e58fc3; --c4: #d5cb54; --c5: #a9a8f5;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 68rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    h1 { margin: 0 0 .4rem; font-size: clamp(1.6rem, 4.5vw, 2.3rem); line-height: 1.15; letter-spacing: -.02em; }
    h2 { margin: 3rem 0 .3rem; font-size: 1.25rem; letter-spacing: -.01em; }
    p { margin: .3rem 0 1rem; max-width: 44rem; }
    .soft, .lede, figcaption { color: var(--soft); }
    .number { font-variant-numeric: tabular-nums; }
    .cards { display: grid; gap: 1rem; margin: 1.75rem 0 0; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); }
    .card {
      padding: 1.1rem 1.2rem; background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--c);
      border-radius: .5rem; min-width: 0;
    }
    .card h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
    .card .stages { margin: .15rem 0 .9rem; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
    .card dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .7rem; margin: 0; align-items: baseline; }
    .card dt { font-size: 1.5rem; font-weight: 650; text-align: right; font-variant-numeric: tabular-nums; }
    .card dd { margin: 0; font-size: .92rem; }
    .card small { display: block; color: var(--soft); }
    .badge {
      display: inline-block; min-width: 1.45em; padding: 0 .35em; border-radius: 1em; background: var(--c); color: var(--card);
      font-size: .8em; font-weight: 700; text-align: center; line-height: 1.45;
    }
    figure { margin: 1rem 0 0; padding: 1.2rem 1.2rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: 0 0 .9rem; padding: 0; list-style: none; font-size: .9rem; }
    .legend li { display: flex; align-items: center; gap: .4rem; min-width: 0; overflow-wrap: anywhere; }
    .plot { position: relative; height: clamp(16rem, 42vw, 24rem); margin: 1.9rem .9rem 2.7rem 3.4rem; border: solid var(--line); border-width: 0 0 1px 1px; }
    .plot svg.lines { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
    .plot .grid { position: absolute; left: 0; right: 0; border-top: 1px solid var(--line); }
    .plot .y, .plot .x { position: absolute; color: var(--soft); font-size: .78rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .plot .y { right: calc(100% + .45rem); transform: translateY(50%); }
    .plot .x { top: calc(100% + .35rem); transform: translateX(-50%); }
    .plot .mark { position: absolute; transform: translate(-50%, 50%); line-height: 0; }
    .plot .mark .badge { line-height: 1.45; box-shadow: 0 0 0 2px var(--card); }
    .plot .axis { position: absolute; top: calc(100% + 1.4rem); right: 0; font-size: .82rem; color: var(--soft); }
    .plot .title { position: absolute; bottom: calc(100% + .2rem); left: -3.2rem; font-size: .82rem; color: var(--soft); }
    .shape { width: 14px; height: 14px; fill: var(--card); stroke: var(--c, var(--soft)); stroke-width: 2.2; flex: none; }
    .kinds { display: grid; gap: .95rem; }
    .kind { display: grid; grid-template-columns: minmax(6.5rem, 9rem) 1fr; gap: .2rem 1rem; align-items: center; }
    .kind > b { font-weight: 600; }
    .kind > b span { display: block; font-weight: 400; font-size: .8rem; color: var(--soft); }
    .bar { display: grid; grid-template-columns: 1fr 4.2rem; gap: .7rem; align-items: center; font-size: .88rem; }
    .bar + .bar { margin-top: .22rem; }
    .track { position: relative; height: .8rem; border-radius: .2rem; background: var(--track); }
    .track i { position: absolute; inset: 0 auto 0 0; border-radius: .2rem; background: var(--c); }
    .track u { position: absolute; top: -.16rem; bottom: -.16rem; width: 0; border-left: 2px solid var(--tick); }
    .track u.random { border-left-style: dotted; }
    .bar span { text-align: right; font-variant-numeric: tabular-nums; }
    .tick { width: 0; height: 1em; border-left: 2px solid var(--tick); }
    .tick.random { border-left-style: dotted; }
    .scroll { overflow-x: auto; margin-top: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    th, td { padding: .45rem .8rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    thead th { font-weight: 600; border-bottom: 1px solid var(--line); }
    tbody th { text-align: left; font-weight: 400; position: sticky; left: 0; background: var(--card); white-space: normal; min-width: 8.5rem; }
    thead th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
    tbody tr.policy > * { border-top: 1px solid var(--line); font-weight: 650; }
    tbody tr.baseline > * { color: var(--soft); }
    tbody tr.baseline th { padding-left: 2.6rem; }
    .best { text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; text-decoration-color: var(--c2); }
    dl.terms { display: grid; gap: .7rem; margin: 1rem 0 0; }
    dl.terms dt { font-weight: 600; }
    dl.terms dd { margin: 0; max-width: 46rem; color: var(--soft); }
    @media (min-width: 48rem) { dl.terms { grid-template-columns: 13rem 1fr; } }
    @media (max-width: 34rem) {
      body { padding: 1.5rem .9rem 3rem; }
      figure { padding: 1rem .8rem .8rem; }
      .kind { grid-template-columns: 1fr; }
      .plot { margin-left: 2.9rem; margin-right: .5rem; }
      .plot .title { left: -2.7rem; }
    }
    @media print { body { max-width: none; } figure, .card { break-inside: avoid; } }
    """

  /// The variable that holds a policy's colour.
  static func color(_ policy: Int) -> Markup { "--c: var(--c\(policy % 6))" }
}
