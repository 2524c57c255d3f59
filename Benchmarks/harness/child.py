"""Running a program to its end, with its time and its peak memory."""

import os
import subprocess
import sys
import time
from typing import NamedTuple


class Ended(NamedTuple):
    seconds: float
    peak_megabytes: float
    output: str


def run(command, environment, input=None, folder=None):
    """Runs the program to its end; a failure ends the whole measurement with what the program said."""
    with open(os.path.join(folder, "output"), "w+b") as output, open(os.path.join(folder, "errors"), "w+b") as errors:
        began = time.monotonic()
        process = subprocess.Popen(command, stdin=input or subprocess.DEVNULL, stdout=output, stderr=errors, env=environment)
        # wait4 gives the usage of this child alone, where getrusage would give the largest of all.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
        if process.returncode != 0:
            errors.seek(0)
            print(f"bench: {command[0]} ended with {process.returncode}:", file=sys.stderr)
            print(text[-2000:] + errors.read().decode(errors="replace")[-4000:], file=sys.stderr)
            sys.exit(1)
    return Ended(seconds, usage.ru_maxrss / 1000, text)  # kilobytes on Linux


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
