#!/usr/bin/env python3
"""Writes the sample archive's one very long conversation: an agent that audits the shelves of nine warehouses.

    samples/make_long_session.py            write long-session.jsonl beside this script
    samples/make_long_session.py --stdout   print it instead

The same text on every machine: the only source of chance is `random.Random(seed).random()`, which Python guarantees to
be reproducible. The words stand in long_session/. No two sentences are alike, even where only a number differs."""

import json
import pathlib
import random
import re
import sys

from long_session.dialogue import FAREWELL, REMARKS, SITES, SYSTEM
from long_session.goods import GOODS, MAKERS, PEOPLE, SHADES

ENTRIES = 2000
IDENTIFIER = "agent-en-inventory-2000"
HERE = pathlib.Path(__file__).resolve().parent

rng = random.Random(20250901)


def pick(values):
    return values[int(rng.random() * len(values))]


def between(low, high):
    return low + int(rng.random() * (high - low + 1))


def shuffled(values):
    return [value for _, value in sorted(((rng.random(), value) for value in values), key=lambda pair: pair[0])]


def goods():
    """Every item once, in an order of chance: (category, name, sku, price)."""
    items = []
    for category, names in GOODS.items():
        for index, name in enumerate(" ".join(names.split()).split(", ")):
            for shade in shuffled(SHADES)[:3]:
                label = f"{shade} {name}" if category not in ("food", "chemical") else f"{shade}-label {name}"
                sku = f"{category[:2].upper()}-{index + 10}{shade[:3].upper()}"
                items.append((category, label, sku, between(350, 9900) / 100))
    return shuffled(items)


class Kind:
    """One block of findings.txt."""

    def __init__(self, block):
        heading, *sentences = block.strip().split("\n")
        flag, sign, self.tool, self.verdict, *categories = heading.split()
        self.flag, self.sign = (None if flag == "-" else flag), int(sign)
        self.categories = list(GOODS) if categories == ["all"] else categories
        self.seen, self.why, self.then = (part.strip().split("\n") for part in "\n".join(sentences).split("\n--\n"))


KINDS = [Kind(block) for block in (HERE / "long_session/findings.txt").read_text(encoding="utf-8").split("\n== ")[1:]]


class Session:
    def __init__(self):
        self.messages, self.entries = [{"role": "system", "content": SYSTEM}], 1
        self.said, self.items, self.totals = set(), goods(), []
        self.remarks = shuffled(REMARKS)
        self.calls, self.kinds = 0, []

    def add(self, message):
        self.messages.append(message)
        self.entries += max(1, sum(bool(message.get(key)) for key in ("reasoning_content", "content", "tool_calls")))

    def talk(self, prompt, answer):
        self.add({"role": "user", "content": prompt})
        self.add({"role": "assistant", "content": answer.format(**self.figures())})

    def call(self, requests):
        """One assistant message with calls, and their results in an order of chance."""
        calls, results = [], []
        for tool, arguments, result in requests:
            self.calls += 1
            identifier = f"{self.site.lower()}-{self.calls}"
            calls.append({"id": identifier, "type": "function",
                          "function": {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}})
            results.append({"role": "tool", "tool_call_id": identifier,
                            "content": json.dumps(result, ensure_ascii=False, separators=(",", ":"))})
        self.add({"role": "assistant", "content": None, "tool_calls": calls})
        for result in shuffled(results):
            self.add(result)

    # Bays and counts

    def open_site(self, code, town, aisles):
        self.site, self.town, self.calls = code, town, 0
        self.bays = shuffled([f"{code}-{aisle}-{bay:02}-{level}" for aisle in aisles for bay in range(1, 41)
                              for level in (1, 2, 3)])
        self.found = {"shelves": 0, "findings": 0, "short": 0, "over": 0, "value": 0.0, "worst": (0.0, "", "")}

    def figures(self):
        found = self.found
        return {**found, "value": f"{found['value']:,.2f}", "worst": found["worst"][1] or "bread tins",
                "worst_shelf": found["worst"][2] or self.bays[0]}

    def count(self, item=None, kind=None):
        """The request and result of one count, and what it says of the first article."""
        bay = self.bays.pop()
        first = item or pick(self.items)
        lines, facts = [], None
        for category, name, sku, price in [first] + [pick(self.items) for _ in range(between(0, 2))]:
            ledger = between(12, 240)
            gap = between(2, 24) if kind and kind.sign and not lines else 0
            counted = max(0, ledger + gap * (kind.sign if kind else 0))
            gap = abs(counted - ledger)
            line = {"sku": sku, "name": name, "ledger": ledger, "counted": counted,
                    "method": pick(["drone", "weight", "hand"])}
            if kind and kind.flag and not lines:
                line["flag"] = kind.flag
            facts = facts or {"shelf": bay, "category": category, "item": name, "sku": sku, "price": price,
                              "counted": counted, "ledger": ledger, "gap": gap}
            lines.append(line)
        self.found["shelves"] += 1
        temperature = between(24, 29) if kind and kind.flag == "temperature_high" else between(6, 19)
        facts["temp"] = temperature
        result = {"shelf": bay, "lines": lines, "temp_c": temperature, "confidence": between(930, 999) / 1000}
        return ("count_shelf", {"shelf": bay}, result), facts

    def sweep(self, size, item=None, kind=None):
        """Counts bays side by side; where a kind is given, the last of them has the finding."""
        requests = [self.count()[0] for _ in range(size - (1 if kind else 0))]
        facts = None
        if kind:
            request, facts = self.count(item, kind)
            requests.insert(int(rng.random() * (len(requests) + 1)), request)
        self.call(requests)
        return facts

    # Findings

    def sentence(self, templates, facts):
        """One that has not been said, digits aside; None where there is none."""
        for template in shuffled(templates):
            text = template.format(**facts)
            key = re.sub(r"\d+", "0", text.casefold())
            if key not in self.said:
                self.said.add(key)
                return text[0].upper() + text[1:]
        return None

    def words(self, kind, facts):
        """What is seen, why, and what follows, with people and makers who fit."""
        for _ in range(40):
            who, helper = shuffled(PEOPLE)[:2]
            facts.update(who=who, helper=helper, maker=pick(MAKERS[facts["category"]].split(", ")),
                         date=f"{pick(['September', 'October', 'November', 'December'])} {between(1, 28)}")
            words = [self.sentence(part, facts) for part in (kind.seen, kind.why, kind.then)]
            if all(words):
                return words
        raise SystemExit(f"no new words for {kind.flag or kind.tool} in {self.town}")

    def finding(self):
        """Between eight and eleven entries: counts, sometimes a question, then what is done, and the finding in words."""
        self.kinds = self.kinds or shuffled(KINDS)
        kind = self.kinds.pop()
        item = next(item for item in self.items if item[0] in kind.categories)
        self.items.remove(item)
        self.items.append(item)
        facts = self.sweep(between(2, 4), item, kind)
        words = self.words(kind, facts)
        if self.site == "BNG":
            words.append(f"Verdict on the {facts['item']}: {kind.verdict}.")
        self.call(self.inquiries(kind, facts))
        self.book(kind, facts)
        self.call([self.remedy(kind, facts)])
        self.add({"role": "assistant", "content": " ".join(words)})

    def inquiries(self, kind, facts):
        sku, who = facts["sku"], facts["who"]
        requests = [("movement_history", {"sku": sku, "days": between(14, 60)}, self.history(facts, who))]
        if kind.tool == "quarantine_lot":
            lots = [{"lot": f"L{between(2301, 2512)}", "qty": between(4, 60),
                     "best_before": f"{between(2025, 2027)}-{between(1, 12):02}-{between(1, 28):02}"} for _ in range(2)]
            requests.append(("lot_info", {"sku": sku}, {"sku": sku, "lots": lots}))
        elif rng.random() < .16 and self.remarks:
            answer = {"person": who, "said": self.remarks.pop()}
            requests.append(("ask_staff", {"person": who, "about": facts["shelf"]}, answer))
        return requests

    def book(self, kind, facts):
        """Adds a finding to the figures of the site."""
        self.found["findings"] += 1
        if kind.sign:
            amount = facts["gap"] * facts["price"]
            self.found["short" if kind.sign < 0 else "over"] += 1
            self.found["value"] = round(self.found["value"] + amount, 2)
            self.found["worst"] = max(self.found["worst"], (amount, facts["item"], facts["shelf"]))

    def remedy(self, kind, facts):
        arguments = {"shelf": facts["shelf"], "sku": facts["sku"]}
        if kind.tool == "adjust_stock":
            arguments["by"] = facts["gap"] * kind.sign
        if kind.tool == "open_ticket" and self.site == "ELP":
            arguments["languages"] = ["es", "en"]
        reference = f"{kind.tool[:2].upper()}{between(10000, 99999)}"
        return kind.tool, arguments, {"ok": True, "ref": reference, "site": self.site}

    def history(self, facts, who):
        moves = [{"at": f"2025-{between(9, 12):02}-{between(1, 28):02}T{between(5, 21):02}:{between(0, 59):02}",
                  "type": pick(["pick", "receipt", "return", "transfer", "count"]), "qty": between(1, 48),
                  "by": pick(PEOPLE)} for _ in range(between(1, 3))]
        moves[-1]["by"] = who
        return {"sku": facts["sku"], "moves": sorted(moves, key=lambda move: move["at"])}

    def approval(self):
        """The one call of the session that nobody ever answers."""
        _, facts = self.count()
        arguments = {"action": "adjust_stock", "shelf": facts["shelf"], "sku": facts["sku"], "by": -118,
                     "approver": "audit lead"}
        self.add({
            "role": "assistant",
            "content": f"A whole pallet of {facts['item']} is absent from {facts['shelf']}, 118 pieces. That is beyond "
                       "what I may correct, hence the question to you.",
            "tool_calls": [{"id": "approval-1", "type": "function",
                            "function": {"name": "request_approval", "arguments": json.dumps(arguments)}}]})


def session():
    run = Session()
    closing = 4  # the last site's closing words and the farewell
    for index, (code, town, aisles, opening, questions, end) in enumerate(SITES):
        run.open_site(code, town, aisles)
        run.talk(*opening)
        goal = (ENTRIES - closing) * (index + 1) // len(SITES)
        stages = [run.entries + (goal - run.entries) * part // 4 for part in (1, 2, 3)]
        questions = list(questions)
        last = index == len(SITES) - 1
        while run.entries < goal - 14:
            if stages and run.entries >= stages[0]:
                stages.pop(0)
                run.talk(*questions.pop(0))
                if code == "SAV" and len(questions) == 1:
                    run.approval()
            run.finding()
        # Whole sweeps fill what is left, so that the last site ends exactly where it must.
        left = goal - run.entries - (0 if last else 2)
        while left >= 2:
            size = min(4, left - 1)
            size -= left - size - 1 == 1  # a sweep takes two entries at least
            run.sweep(size)
            left -= size + 1
        run.talk(*end)
        run.totals.append((run.found["value"], town))
    ranking = "; ".join(f"{town} with {value:,.2f}" for value, town in sorted(run.totals, reverse=True))
    run.add({"role": "user", "content": FAREWELL[0]})
    run.add({"role": "assistant", "content": FAREWELL[1].format(ranking=ranking)})
    if run.entries != ENTRIES:
        raise SystemExit(f"made {run.entries} entries, expected {ENTRIES}")
    return {"id": IDENTIFIER, "tenant": "harbor-goods",
            "metadata": {"kind": "agent", "channel": "operations", "language": "en"}, "messages": run.messages}


def main():
    line = json.dumps(session(), ensure_ascii=False, separators=(",", ":")) + "\n"
    if "--stdout" in sys.argv:
        sys.stdout.buffer.write(line.encode())
    else:
        (HERE / "long-session.jsonl").write_text(line, encoding="utf-8")


main()
