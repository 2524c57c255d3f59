"""The figures, by subject."""

from . import eviction, memory, messages, steady, summaries, tokens

ALL = {}
for group in [eviction, summaries, memory, steady, messages, tokens]:
    ALL.update(group.FIGURES)
