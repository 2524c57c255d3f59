"""The time of one statement, by pgbench with one client and prepared statements."""

import glob
import os

from .child import median
from .report import note


def milliseconds(database, statement):
    """The median over all of the transactions: other programs on the machine stretch some of them.

    From the end of one to the end of the next, since the times that pgbench gives are 0 where the answer was there at once.
    """
    environment = database.environment
    folder = environment.scratch("pgbench")
    path = os.path.join(folder, "statement.sql")
    with open(path, "w") as file:
        file.write(" ".join(statement.split()) + ";\n")
    database.run([
        "pgbench", "--no-vacuum", "--client", "1", "--protocol", "prepared", "--time", str(environment.sizes.read_seconds),
        "--log", "--log-prefix", os.path.join(folder, "log"), "--file", path, database.url])
    times = []
    for log in glob.glob(os.path.join(folder, "log*")):
        with open(log) as lines:
            # Client, transaction, …, and the moment of its end: seconds and microseconds since 1970.
            ends = [int(words[4]) * 1000 + int(words[5]) / 1000 for words in map(str.split, lines)]
            times += [end - before for before, end in zip(ends, ends[1:])]
    latency = median(times)
    note(f"{database.name}: {latency:.3f} ms for {' '.join(statement.split())[:60]}")
    return latency
