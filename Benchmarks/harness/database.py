"""One database of the cluster: the schema, what is filled in, and the programs that run on it."""

import os
import subprocess
import sys

from . import child
from .report import note

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SQL = os.path.join(PROJECT, "Benchmarks", "sql")


class Database:
    """A context: the database is dropped at its end."""

    def __init__(self, environment, name):
        self.environment = environment
        self.name = f"bench_{name}"
        self.url = environment.url.replace("dbname=postgres", f"dbname={self.name}")

    def __enter__(self):
        self._maintain(f"DROP DATABASE IF EXISTS {self.name}")
        self._maintain(f"CREATE DATABASE {self.name}")
        self.compactor("migrate", "--migrations", os.path.join(PROJECT, "migrations"))
        return self

    def __exit__(self, *_):
        self._maintain(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")

    def _maintain(self, sql):
        self._psql(self.environment.url, ["-c", sql])

    def _psql(self, url, arguments):
        command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"bench: psql failed: {done.stderr}", file=sys.stderr)
            sys.exit(1)
        return done.stdout.strip()

    def query(self, sql):
        return self._psql(self.url, ["-c", sql])

    def script(self, name, **variables):
        settings = [word for key, value in variables.items() for word in ("-v", f"{key}={value}")]
        return self._psql(self.url, [*settings, "-f", os.path.join(SQL, f"{name}.sql")])

    def write_to(self, file, sql):
        """Writes the rows of one column to the file, in one line."""
        options = ["-X", "-q", "-A", "-t", "-R", " ", "-v", "FETCH_COUNT=1000"]
        subprocess.run(["psql", *options, "-d", self.url, "-c", sql], stdout=file, check=True)
        file.seek(file.seek(0, os.SEEK_END) - 1)
        file.truncate()  # the end of that line

    def fill(self, **sizes):
        note(f"{self.name}: filling {sizes['conversations']:,} conversations of {sizes['entries']:,} entries")
        self.script("fill", **sizes)
        self.settle()

    def settle(self):
        """Leaves nothing to do from what came before: no dead rows, no dirty pages."""
        self.query("VACUUM ANALYZE")
        self.query("CHECKPOINT")

    def reset(self):
        """Forgets every compaction; headers stay."""
        self.script("reset")
        self.settle()

    def compactor(self, *arguments):
        return self.run([self.environment.program("compactor"), *arguments])

    def run(self, command, **more):
        environment = {**os.environ, "COMPACTOR_DATABASE": self.url, "PGOPTIONS": "", **more}
        return child.run(command, environment, folder=self.environment.logs)
