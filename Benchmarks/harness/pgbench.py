"""The time of one statement, by pgbench with one client and prepared statements."""

import os
import re

from .report import note


def milliseconds(database, statement):
    environment = database.environment
    path = os.path.join(environment.logs, "statement.sql")
    with open(path, "w") as file:
        file.write(" ".join(statement.split()) + ";\n")
    ended = database.run([
        "pgbench", "--no-vacuum", "--client", "1", "--protocol", "prepared", "--time", str(environment.sizes.read_seconds),
        "--file", path, database.url])
    latency = float(re.search(r"latency average = ([0-9.]+) ms", ended.output).group(1))
    note(f"{database.name}: {latency:.3f} ms for {statement.split('FROM')[0].strip()}")
    return latency
