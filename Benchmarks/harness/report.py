"""What a measurement came to, and how it is printed."""

import sys
import time
from typing import NamedTuple, Optional

_began = time.monotonic()


class Figure(NamedTuple):
    name: str
    value: float
    unit: str
    at_most: Optional[float] = None
    at_least: Optional[float] = None

    @property
    def is_short(self):
        return (self.at_most is not None and self.value > self.at_most) or (
            self.at_least is not None and self.value < self.at_least
        )

    @property
    def bound(self):
        if self.at_most is not None:
            return f"at most {number(self.at_most)}"
        if self.at_least is not None:
            return f"at least {number(self.at_least)}"
        return "-"

    @property
    def verdict(self):
        if self.at_most is None and self.at_least is None:
            return "-"
        return "short" if self.is_short else "ok"


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"


def print_figure(figure):
    value = f"{number(figure.value)} {figure.unit}"
    print(f"{figure.name:18}  {value:34}  {figure.bound:15}  {figure.verdict}", flush=True)


def note(text):
    """Says on standard error what is being done, so that standard output has figures alone."""
    print(f"  [{time.monotonic() - _began:6.1f} s] {text}", file=sys.stderr, flush=True)
