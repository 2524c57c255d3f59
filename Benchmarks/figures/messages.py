"""Reading a history: the function that applications call on every turn, against a plain SELECT of the same rows."""

from harness import pgbench
from harness.child import median
from harness.report import Figure, note

SIZES = [80, 5_000, 200_000]
KEPT = 101

FIGURES = {
    f"messages_{size}": f"the time of compactor.messages over that of a plain ordered SELECT, {min(size, KEPT)} kept of {size:,}"
    for size in SIZES
}

TEXTS = {"prompt": 200, "output": 1400, "response": 600}


def measure(environment, wanted):
    for size in SIZES:
        name = f"messages_{size}"
        if name not in wanted:
            continue
        with environment.database(name) as database:
            database.fill(conversations=1, entries=size, **TEXTS)
            before = keep(database, size)
            ours, plain = [], []
            for _ in range(environment.sizes.repeats):
                ours.append(pgbench.milliseconds(database, "SELECT compactor.messages('conversation-1')"))
                plain.append(pgbench.milliseconds(database, f"""
                    SELECT original FROM compactor.entries
                    WHERE conversation = 1 AND branch = 0 AND (position = 1 OR position > {before}) ORDER BY position"""))
            ours, plain = median(ours), median(plain)
            yield Figure(name, ours / plain, f"times ({ours:.3f} ms / {plain:.3f} ms)", at_most=1.5)


def keep(database, size):
    """Writes a revision that keeps the instructions and the newest entries; returns the last position before those."""
    before = max(1, size - KEPT + 1)
    if before > 1:
        database.script("kept", before=before, size=size)
        database.settle()
    kept = int(database.query("SELECT json_array_length(compactor.messages('conversation-1'))"))
    if kept != min(size, KEPT):
        raise SystemExit(f"bench: the history has {kept} messages, expected {min(size, KEPT)}")
    return before
