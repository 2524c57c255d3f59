"""What every figure needs: the programs, built for release, and one PostgreSQL cluster for both sides of every ratio."""

import os
import shutil
import subprocess
import sys

from .database import Database
from .report import note

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(PROJECT, "Benchmarks")


class Environment:
    """A context: the cluster goes with it, however it ends."""

    def __init__(self, sizes):
        self.sizes = sizes
        self.folder = os.path.join(PROJECT, ".build", "bench")
        self.cluster = os.path.join(self.folder, "postgres")
        self.logs = os.path.join(self.folder, "logs")

    def __enter__(self):
        os.makedirs(self.logs, exist_ok=True)
        self._build()
        self._script("remove", self.cluster)
        # Durable, as an archive is: no --fast. A checkpoint comes between measurements and not during one.
        self.url = self._script(
            "start", self.cluster, "--while", str(os.getpid()), "--set", "max_wal_size=16GB", "--set", "checkpoint_timeout=1h",
            "--set", "autovacuum=off", "--set", "shared_buffers=512MB")
        return self

    def __exit__(self, *_):
        self._script("remove", self.cluster)

    def _build(self):
        if os.environ.get("BENCH_NO_BUILD"):
            note("building nothing, as BENCH_NO_BUILD says")
        else:
            note("building compactor and offline-model for release")
            for product in ["compactor", "offline-model"]:
                subprocess.run(
                    ["swift", "build", "-c", "release", "--product", product], cwd=PROJECT, check=True, stdout=sys.stderr)
        programs = subprocess.run(
            ["swift", "build", "-c", "release", "--show-bin-path"], cwd=PROJECT, check=True, capture_output=True, text=True)
        self.programs = programs.stdout.strip()

    def _script(self, *arguments):
        script = os.path.join(PROJECT, "scripts", "postgres")
        done = subprocess.run([script, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
            sys.exit(1)
        return done.stdout.strip()

    def program(self, name):
        return os.path.join(self.programs, name)

    def job(self, name):
        return os.path.join(HERE, "jobs", f"{name}.yaml")

    def scratch(self, name):
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def database(self, name):
        """A database of its own with the schema in it, as a context."""
        return Database(self, name)
