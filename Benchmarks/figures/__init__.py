"""The figures, by subject."""

from . import eviction, memory, messages, steady, summaries

ALL = {}
for group in [eviction, summaries, memory, steady, messages]:
    ALL.update(group.FIGURES)
