"""The sizes of the measurements, each a variable of the environment."""

import os
import sys
from dataclasses import dataclass, fields, field


def _size(default, what):
    return field(default=default, metadata={"what": what})


@dataclass
class Sizes:
    conversations: int = _size(20_000, "conversations of the eviction figures")
    entries: int = _size(80, "entries in each of them")
    repeats: int = _size(3, "times that each side of a ratio is measured, in turns")
    peer_conversations: int = _size(20_000, "conversations that the peer is measured on, at most those of BENCH_CONVERSATIONS")
    summaries: int = _size(1_000, "summaries asked of the offline model")
    in_flight: int = _size(64, "of them at a time")
    delay_ms: int = _size(200, "milliseconds that the model takes for each")
    large_entries: int = _size(200_000, "entries of the large conversation")
    large_bytes: int = _size(500_000_000, "bytes of its text")
    steady_conversations: int = _size(200_000, "conversations of the long run")
    steady_entries: int = _size(8, "entries in each of them")
    read_seconds: int = _size(4, "seconds that each side of a reading figure runs, in each of the repeats")

    @classmethod
    def described(cls):
        return [(_variable(f.name), f.default, f.metadata["what"]) for f in fields(cls)]

    @classmethod
    def from_environment(cls):
        sizes = cls()
        for f in fields(cls):
            text = os.environ.get(_variable(f.name))
            if text is None:
                continue
            try:
                value = int(text.replace("_", "").replace(",", ""))
            except ValueError:
                value = 0
            if value < 1:
                print(f"bench: {_variable(f.name)}: found {text!r}, expected a whole number from 1", file=sys.stderr)
                sys.exit(2)
            setattr(sizes, f.name, value)
        sizes.peer_conversations = min(sizes.peer_conversations, sizes.conversations)
        return sizes


def _variable(name):
    return f"BENCH_{name.upper()}"
