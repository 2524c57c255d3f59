"""Trains the small vocabulary of the tests: make_small.py > small.tiktoken

The corpus is below, so that the result is the same everywhere. Not a good vocabulary: one with tokens of several lengths and scripts,
and with runs of blanks, letters and line ends.
"""

import base64
import collections
import re
import sys

SIZE = 800
CORPUS = (
    "A conversation grows with each turn, and the whole of it is sent again. What was said first is read most often. The "
    "user asks where the parcel is; the assistant looks it up, says when it arrives, and notes a ticket. Numbers, names and "
    "dates are what must not be lost: order 48213, ticket 774019, the third of May. Nothing is changed, everything can be "
    "undone. It's what they'd say, isn't it? We'll see; I'm sure they've done it. HTTPServer, getValue, parseJSON, snake_case. "
    "{\"name\": \"get_order\", \"arguments\": {\"order_id\": \"HG-48213\", \"count\": 12}}\n\n    if value == nil { return }\n"
    "        let total = items.reduce(0) { $0 + $1 }\n// a comment about nothing\n\nDer Überblick über die Änderungen. Größe, "
    "Wörter, Häuser. Привет, мир. Как дела? 日本語の文章です。日本語。中文的句子。 ") * 20 + " " * 200 + "\n\n" + "a" * 100 + "\n    " * 40


def main():
    words = collections.Counter(
        tuple(bytes([byte]) for byte in word.encode()) for word in re.findall(r" ?\w+|\s+| ?[^\w\s]+\n*", CORPUS))
    ranks = [bytes([byte]) for byte in range(256)]
    while len(ranks) < SIZE:
        pairs = collections.Counter()
        for word, count in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += count
        known = set(ranks)
        candidates = [pair for pair in pairs if pair[0] + pair[1] not in known]
        if not candidates:
            break
        best = max(candidates, key=lambda pair: (pairs[pair], pair))
        ranks.append(best[0] + best[1])
        words = collections.Counter({joined(word, best): count for word, count in words.items()})
    sys.stdout.buffer.write(b"".join(base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(ranks)))


def joined(word, pair):
    parts, index = [], 0
    while index < len(word):
        if word[index:index + 2] == pair:
            parts.append(pair[0] + pair[1])
            index += 2
        else:
            parts.append(word[index])
            index += 1
    return tuple(parts)


main()
