#!/usr/bin/env python3
"""Writes cron_table.json: the slots that croniter (PyPI, 7.0.0) gives for many expressions, zones and starts.

    python3 -m venv venv && venv/bin/pip install croniter==7.0.0 && venv/bin/python make_cron_table.py

Where a local time comes twice, croniter fires expressions with fixed hours both times and this project once; such
second times are left out here. Times are seconds since 1970."""

import datetime
import json
import pathlib
import random
import zoneinfo

from croniter import croniter

EXPRESSIONS = [
    "* * * * *", "*/15 * * * *", "0 * * * *", "5 * * * *", "*/7 */5 * * *", "15 2 * * *", "30 2 * * *", "0 0 * * *",
    "30 1 * * *", "0 3 * * *", "59 23 * * *", "0 9-17 * * mon-fri", "0 9-17/2 * * 1-5", "0,30 8,20 * * *",
    "10-50/20 6 * * *", "0 4 1,15 * *", "0 4 * * sun", "0 4 * * 7", "0 4 * * 0", "0 4 * * 5-7", "0 0 31 * *",
    "0 0 29 2 *", "0 12 1 */3 *", "0 0 13 * fri", "0 0 1-7 * mon", "0 22 * jan,jul wed", "1 1 1 1 *", "45 23 31 12 *",
    "0 6 */2 * *", "0 4 */2 * sun", "0 4 * * */2", "20 2 25 10 *", "20 2 29 3 *", "@hourly", "@daily", "@weekly",
    "@monthly", "@yearly",
]
ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Australia/Lord_Howe",
    "Pacific/Auckland", "America/Santiago",
]
# Around the changes of the clocks in 2026, and anywhere.
STARTS = ["2026-03-08T00:30", "2026-03-28T22:10", "2026-04-04T09:00", "2026-09-05T20:00", "2026-10-03T13:00",
          "2026-10-24T21:50", "2026-11-01T00:10", "2027-02-27T12:00"]
SLOTS = 4


def first_of_twins(slot, zone):
    """Whether the slot's local time has not been before."""
    return slot.fold == 0 or slot.replace(fold=0).utcoffset() == slot.utcoffset()


rng = random.Random(7)
cases = []
for expression in EXPRESSIONS:
    for zone_name in ZONES:
        zone = zoneinfo.ZoneInfo(zone_name)
        for start in rng.sample(STARTS, 3):
            after = datetime.datetime.fromisoformat(start + "+00:00").astimezone(zone)
            iterator = croniter(expression, after)
            fixed_hours = len(iterator.expanded[1]) != 24 and iterator.expanded[1] != ["*"]
            slots = []
            while len(slots) < SLOTS:
                slot = iterator.get_next(datetime.datetime)
                if not fixed_hours or first_of_twins(slot, zone):
                    slots.append(int(slot.timestamp()))
            cases.append({"cron": expression, "zone": zone_name, "after": int(after.timestamp()), "slots": slots})

table = pathlib.Path(__file__).with_name("cron_table.json")
lines = ",\n".join("  " + json.dumps(case) for case in cases)
table.write_text("[\n" + lines + "\n]\n")
print(f"{table.name}: {len(cases)} cases")
