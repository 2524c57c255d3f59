"""Summaries from a model of fixed speed: how much of its time the worker leaves unused."""

import json
import math

from harness.model import OfflineModel
from harness.report import Figure, note
from harness.child import median

FIGURES = {
    "summaries_rate": "summaries a second, as a share of what a model of fixed speed can give",
    "memory_summaries": "peak memory of that run",
}

TEXTS = {"prompt": 200, "output": 400, "response": 300}
ENTRIES = 24


def measure(environment, wanted):
    sizes = environment.sizes
    runs, rates = [], []
    # The calls come in rounds, and the last round may not be a full one: nothing can be sooner than this.
    ideal = sizes.summaries / (math.ceil(sizes.summaries / sizes.in_flight) * sizes.delay_ms / 1000)
    with environment.database("summaries") as database:
        database.fill(conversations=sizes.summaries, entries=ENTRIES, **TEXTS)
        for turn in range(sizes.repeats):
            # Headers are there, and no result of an earlier call is.
            if turn > 0:
                database.reset()
            with OfflineModel(environment, delay_ms=sizes.delay_ms) as model:
                run = database.run(
                    [environment.program("compactor"), "run", environment.job("summaries"), "--json"],
                    COMPACTOR_MODEL_URL=model.url)
                asked, most = model.statistics()
            check(json.loads(run.output), sizes.summaries, asked)
            runs.append(run)
            rates.append(sizes.summaries / calling_seconds(database))
            note(f"summaries: {rates[-1]:.1f} a second, {run.seconds:.2f} s in all, at most {most} in flight")
    rate = median(rates)
    yield Figure("summaries_rate", 100 * rate / ideal, f"% ({rate:.0f}/s of {ideal:.0f}/s)", at_least=95)
    yield Figure("memory_summaries", max(run.peak_megabytes for run in runs), "MB", at_most=150)


def calling_seconds(database):
    """From the run's first claim to its last commit, by the database's clock."""
    return float(database.query(
        "SELECT extract(epoch FROM max(finished_at) - min(started_at)) FROM compactor.audit_records"))


def check(report, expected, asked):
    compacted = report["outcomes"].get("compacted", 0)
    if compacted != expected or report["model_calls"] != expected or asked != expected:
        raise SystemExit(
            f"bench: {compacted} summaries by {report['model_calls']} calls of {asked}, expected {expected}: {report}")
