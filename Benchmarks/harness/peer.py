"""The peer: a Python program in an environment of its own, with pinned versions."""

import json
import os
import subprocess
import sys

from . import child
from .environment import HERE
from .report import note

PEERS = os.path.join(HERE, "peers")


def trim(database, conversations):
    python = _python(database.environment)
    database.query("DROP TABLE IF EXISTS bench.trimmed")
    database.query("CREATE TABLE bench.trimmed (conversation bigint, messages json)")
    database.settle()
    ended = database.run([python, os.path.join(PEERS, "langchain_trim.py"), database.url, str(conversations)])
    written = int(database.query("SELECT count(*) FROM bench.trimmed"))
    if written != conversations:
        raise SystemExit(f"bench: the peer wrote {written} rows, expected {conversations}")
    return ended


def _python(environment):
    """The interpreter of a virtual environment with what requirements.txt names; made where it is not there."""
    folder = os.path.join(os.path.dirname(environment.folder), "bench-venv")
    python = os.path.join(folder, "bin", "python")
    stamp = os.path.join(folder, "requirements")
    requirements = open(os.path.join(PEERS, "requirements.txt")).read()
    if os.path.exists(stamp) and open(stamp).read() == requirements:
        return python
    note("installing what the peer needs")
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r",
         os.path.join(PEERS, "requirements.txt")], check=True, stdout=sys.stderr)
    with open(stamp, "w") as file:
        file.write(requirements)
    return python


def count_tokens(environment, vocabularies, encoding, texts, folder):
    """What tiktoken says of the texts: their tokens, and the seconds of counting them."""
    command = [_python(environment), os.path.join(PEERS, "tiktoken_count.py"), vocabularies, encoding, texts]
    return json.loads(child.run(command, os.environ, folder=folder).output)
