"""One long run: whether its last part is as fast as its first."""

import json

from harness.report import Figure, note

FIGURES = {"steady": "the rate of the last tenth of a long run over that of its first tenth"}

TEXTS = {"prompt": 120, "output": 240, "response": 160}


def measure(environment, wanted):
    sizes = environment.sizes
    with environment.database("steady") as database:
        database.fill(conversations=sizes.steady_conversations, entries=sizes.steady_entries, **TEXTS)
        note("steady: the run")
        run = database.compactor("run", environment.job("steady"), "--json")
        compacted = json.loads(run.output)["outcomes"].get("compacted", 0)
        if compacted != sizes.steady_conversations:
            raise SystemExit(f"bench: compacted {compacted}, expected {sizes.steady_conversations}: {run.output}")
        first, last = tenths(database)
    yield Figure("steady", last / first, f"times ({last:,.0f}/s of {first:,.0f}/s)", at_least=0.9)


def tenths(database):
    """Conversations a second of the first tenth that was committed and of the last."""
    rates = database.query("""
        WITH record AS (
          SELECT finished_at, row_number() OVER (ORDER BY number) AS place, count(*) OVER () AS total
          FROM compactor.audit_records
        ), tenth AS (
          SELECT max(total) / 10 AS size,
            (SELECT min(started_at) FROM compactor.audit_records) AS began,
            max(finished_at) FILTER (WHERE place <= total / 10) AS first,
            max(finished_at) FILTER (WHERE place <= total - total / 10) AS before_last,
            max(finished_at) AS last
          FROM record
        )
        SELECT size / extract(epoch FROM first - began), size / extract(epoch FROM last - before_last) FROM tenth""")
    first, last = rates.split("|")
    return float(first), float(last)
