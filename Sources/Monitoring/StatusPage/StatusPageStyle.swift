enum StatusPageStyle {
  static let css: HTML = """
    :root {
      --page: #f6f7f9; --card: #fff; --line: #e3e6ea; --text: #1b2027; --quiet: #646d79;
      --good: #1a7f4b; --neutral: #6b7684; --warning: #a86200; --bad: #c02b2b; --link: #1f5fbf;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #13161a; --card: #1b1f25; --line: #2d333b; --text: #e6e9ed; --quiet: #98a2ae;
        --good: #4cc38a; --neutral: #8b96a3; --warning: #e0a04a; --bad: #f0716f; --link: #82b1ff;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
    header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; flex-wrap: wrap; }
    h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
    h2 { font-size: 1.05rem; margin: 2.25rem 0 0.6rem; }
    h2 .quiet { font-weight: 400; font-size: 0.9em; }
    p { margin: 0.2rem 0; }
    a { color: var(--link); }
    code { font: 0.92em ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; }
    .quiet, .empty { color: var(--quiet); }
    .state { padding: 0.3rem 0.9rem; border-radius: 999px; border: 1px solid currentColor; font-weight: 600; }
    .state.good { color: var(--good); } .state.bad { color: var(--bad); }
    .notice { margin: 1.25rem 0 0; padding: 0.7rem 1rem; background: var(--card); border: 1px solid var(--line);
      border-left: 4px solid var(--warning); border-radius: 6px; overflow-wrap: anywhere; }
    .notice.bad { border-left-color: var(--bad); }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.9rem; margin-top: 1.5rem; }
    .tile, .scroll { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
    .tile { padding: 0.8rem 1rem; min-height: 6.3rem; }
    .tile .name { color: var(--quiet); font-size: 0.88rem; }
    .tile .value { font-size: 1.7rem; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; }
    .tile .quiet { font-size: 0.88rem; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th, td { padding: 0.5rem 1rem; text-align: left; white-space: nowrap; vertical-align: top; }
    thead th { color: var(--quiet); font-weight: 500; font-size: 0.85rem; border-bottom: 1px solid var(--line); }
    tbody th { font-weight: 500; }
    tbody tr + tr > * { border-top: 1px solid var(--line); }
    .number { text-align: right; }
    .wide { width: 40%; min-width: 8rem; vertical-align: middle; }
    .bar { display: block; height: 5px; margin-top: 0.35rem; border-radius: 3px; background: var(--line); overflow: hidden; }
    .wide .bar { margin: 0; height: 8px; border-radius: 4px; }
    .bar span { display: block; height: 100%; border-radius: inherit; min-width: 2px; }
    .dot { display: inline-block; width: 0.6em; height: 0.6em; border-radius: 50%; margin-right: 0.55em; }
    .bar .good, .dot.good { background: var(--good); } .bar .neutral, .dot.neutral { background: var(--neutral); }
    .bar .warning, .dot.warning { background: var(--warning); } .bar .bad, .dot.bad { background: var(--bad); }
    footer { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0.5rem; margin-top: 2.5rem;
      color: var(--quiet); font-size: 0.88rem; }
    footer a { margin-right: 0.8rem; }
    """
}
