"""An eviction-only run, against what no program can be faster than and against a program that many would write."""

import json
import os

from harness import peer
from harness.child import median
from harness.report import Figure, note

FIGURES = {
    "eviction_first": "conversations a second of an eviction-only run that makes the headers as well",
    "eviction_floor": "the time of an eviction-only run over that of psql copying the headers out and one row each in",
    "memory_eviction": "peak memory of that run, the headers made and the headers there, whichever is more",
    "eviction_peer": "how many times faster than a Python program with langchain-core's trim_messages",
}

TEXTS = {"prompt": 200, "output": 1400, "response": 600}


def measure(environment, wanted):
    sizes = environment.sizes
    with environment.database("eviction") as database:
        database.fill(conversations=sizes.conversations, entries=sizes.entries, **TEXTS)
        note("eviction: the run that makes the headers")
        first = evict(database)
        yield Figure("eviction_first", sizes.conversations / first.seconds, f"conversations/s ({first.seconds:.2f} s)")
        if "eviction_floor" in wanted or "memory_eviction" in wanted:
            yield from against_floor(environment, database, first)
        if "eviction_peer" in wanted:
            yield against_peer(environment, database)


def against_floor(environment, database, first):
    sizes = environment.sizes
    floor = Floor(database)
    runs, floors = [], []
    for turn in range(sizes.repeats):
        database.reset()
        runs.append(evict(database))
        database.settle()
        floors.append(floor.measure())
        note(f"eviction: {runs[-1].seconds:.2f} s, floor {floors[-1].seconds:.2f} s")
    seconds = median([run.seconds for run in runs])
    bottom = median([run.seconds for run in floors])
    yield Figure("eviction_floor", seconds / bottom, f"times ({seconds:.2f} s / {bottom:.2f} s)", at_most=2.0)
    peak = max(run.peak_megabytes for run in [first, *runs])
    yield Figure("memory_eviction", peak, "MB", at_most=150)


def against_peer(environment, database):
    sizes = environment.sizes
    # The peer may be measured on fewer conversations: its time grows with them and with nothing else.
    share = sizes.peer_conversations / sizes.conversations
    runs, peers = [], []
    for turn in range(sizes.repeats):
        database.reset()
        runs.append(evict(database, "window").seconds)
        peers.append(peer.trim(database, sizes.peer_conversations).seconds / share)
        note(f"eviction: {runs[-1]:.2f} s, the peer {peers[-1]:.1f} s")
    ours, theirs = median(runs), median(peers)
    return Figure("eviction_peer", theirs / ours, f"times ({theirs:.1f} s / {ours:.2f} s)", at_least=50)


def evict(database, job="eviction"):
    run = database.compactor("run", database.environment.job(job), "--json")
    compacted = json.loads(run.output)["outcomes"].get("compacted", 0)
    expected = database.environment.sizes.conversations
    if compacted != expected:
        raise SystemExit(f"bench: the run compacted {compacted} conversations, expected {expected}: {run.output}")
    return run


class Floor:
    """One psql that copies the header columns out, and then a row for each conversation in."""

    def __init__(self, database):
        self.database = database
        self.folder = database.environment.scratch("floor")
        database.script("floor")
        self.rows = os.path.join(self.folder, "rows")
        database.query(f"\\copy bench.results TO '{self.rows}'")

    def measure(self):
        self.database.query("TRUNCATE bench.results")
        return self.database.run([
            "psql", "-X", "-q", "-d", self.database.url,
            "-c", "\\copy bench.headers TO '/dev/null'",
            "-c", f"\\copy bench.results FROM '{self.rows}'"])
