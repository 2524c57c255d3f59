"""Counting tokens exactly, against tiktoken over the same texts.

Either side is a process that reads the texts and the vocabulary, then counts them one by one in one thread, and says how
long the counting alone took: starting and loading are on nobody's account.
"""

import glob
import json
import os
import subprocess

from harness import child, peer
from harness.environment import PROJECT
from harness.report import Figure, note

FIGURES = {
    "tokens_tiktoken": "how many times faster than tiktoken on one core, with identical counts; the slower of two encodings",
}

ENCODINGS = ["o200k_base", "cl100k_base"]


def measure(environment, wanted):
    folder = environment.scratch("tokens")
    vocabularies = os.path.join(os.path.dirname(environment.folder), "vocabularies")
    # The script keeps what it has fetched; an own folder, so that the measurement does not hang on anybody's cache.
    fetching = dict(os.environ, COMPACTOR_VOCABULARIES=os.environ.get("COMPACTOR_VOCABULARIES", vocabularies))
    vocabularies = fetching["COMPACTOR_VOCABULARIES"]
    subprocess.run([os.path.join(PROJECT, "scripts", "fetch-vocabularies")], check=True, env=fetching, stdout=subprocess.DEVNULL)
    texts = os.path.join(folder, "texts.jsonl")
    size = write_texts(texts)
    ratios = []
    for encoding in ENCODINGS:
        ours, theirs = [], []
        for _ in range(environment.sizes.repeats):
            ended = child.run(
                [environment.program("compactor"), "count", "--as", "lines", "--json", "--tokenizer", encoding, texts], fetching,
                folder=folder)
            ours.append(json.loads(ended.output))
            theirs.append(peer.count_tokens(environment, vocabularies, encoding, texts, folder))
        counts = {result["tokens"] for result in ours + theirs}
        if len(counts) != 1:
            raise SystemExit(f"bench: {encoding}: found counts that differ: {sorted(counts)}")
        mine = child.median([result["seconds"] for result in ours])
        peers = child.median([result["seconds"] for result in theirs])
        tokens = counts.pop()
        note(
            f"tokens: {encoding}: {tokens:,} tokens of {size / 1e6:.1f} MB, {tokens / mine / 1e6:.1f} million/s, "
            f"tiktoken {tokens / peers / 1e6:.1f}")
        ratios.append((peers / mine, mine, peers))
    ratio, mine, peers = min(ratios)
    yield Figure("tokens_tiktoken", ratio, f"times ({peers:.2f} s / {mine:.3f} s)", at_least=3)


def write_texts(path):
    """Messages of the real transcripts beside the checkout, where they are there, and of the project's own samples, and
    its sources and documents: prose, code, JSON and several languages. Returns their size in bytes."""
    size = 0
    with open(path, "w", encoding="utf8") as file:
        for text in texts():
            size += len(text.encode())
            file.write(json.dumps(text, ensure_ascii=False) + "\n")
    return size


def texts():
    data = os.environ.get("COMPACTOR_TEST_DATA") or os.path.join(PROJECT, "..", "shared", "data")
    for name in sorted(glob.glob(os.path.join(data, "transcripts", "*.jsonl"))) + sorted(
            glob.glob(os.path.join(PROJECT, "samples", "*.jsonl"))):
        with open(name, encoding="utf8") as file:
            for line in file:
                yield from strings(json.loads(line).get("messages", []))
    for folder in ["Sources", "Tests", "docs", "migrations"]:
        for name in sorted(glob.glob(os.path.join(PROJECT, folder, "**", "*.*"), recursive=True)):
            if name.endswith((".swift", ".md", ".sql")):
                with open(name, encoding="utf8") as file:
                    yield file.read()


def strings(value):
    """The texts of messages: contents, and the arguments of calls."""
    for message in value:
        content = message.get("content")
        parts = [content] if isinstance(content, str) else [part.get("text") for part in content or [] if isinstance(part, dict)]
        calls = [call.get("function", {}).get("arguments") for call in message.get("tool_calls") or []]
        # No lone surrogate, which JSON can say and UTF-8 cannot.
        yield from (text.encode(errors="replace").decode() for text in parts + calls if isinstance(text, str) and text)
