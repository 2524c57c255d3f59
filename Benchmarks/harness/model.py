"""The offline model, for as long as a measurement needs it."""

import json
import os
import re
import subprocess
import time
import urllib.request


class OfflineModel:
    """A context; the server listens on a free port."""

    def __init__(self, environment, delay_ms):
        self.environment = environment
        self.delay_ms = delay_ms

    def __enter__(self):
        path = os.path.join(self.environment.logs, "offline-model")
        self.log = open(path, "w")
        self.process = subprocess.Popen(
            [self.environment.program("offline-model"), "--port", "0", "--delay-ms", str(self.delay_ms)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        for _ in range(100):
            address = re.search(r"http://[^\s/]+", open(path).read())
            if address:
                self.address = address.group()
                self.url = self.address + "/v1"
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"bench: offline-model did not start: {open(path).read()}")

    def statistics(self):
        """How many requests came, and how many were under way at most."""
        with urllib.request.urlopen(self.address + "/stats") as answer:
            counts = json.load(answer)
        return counts["requests"], counts["most_in_flight"]

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()
