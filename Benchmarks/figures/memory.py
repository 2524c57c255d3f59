"""Peak memory over one very large conversation."""

import json
import os

from harness.report import Figure, note

FIGURES = {
    "memory_large": "peak memory of a run that makes the headers of one large conversation and compacts it",
    "memory_import": "peak memory of importing that conversation from a file",
}


def measure(environment, wanted):
    sizes = environment.sizes
    # A turn is four entries, and half of its text is the tool's output.
    turn = 4 * sizes.large_bytes // sizes.large_entries
    texts = {"prompt": turn // 5, "output": turn // 2, "response": turn - turn // 2 - turn // 5}
    with environment.database("large") as database:
        database.fill(conversations=1, entries=sizes.large_entries, **texts)
        if "memory_large" in wanted:
            note("memory: compacting the large conversation")
            run = database.compactor("run", environment.job("eviction"), "--json")
            if json.loads(run.output)["outcomes"] != {"compacted": 1}:
                raise SystemExit(f"bench: expected one conversation compacted: {run.output}")
            yield Figure("memory_large", run.peak_megabytes, f"MB ({run.seconds:.1f} s)", at_most=300)
        if "memory_import" in wanted:
            yield Figure("memory_import", imported(environment, database), "MB")


def imported(environment, database):
    path = os.path.join(environment.scratch("large"), "large.jsonl")
    with open(path, "w") as file:
        file.write('{"messages":[')
        file.flush()
        database.write_to(file, """
            SELECT CASE WHEN position > 1 THEN ',' ELSE '' END || original::text FROM compactor.entries
            WHERE conversation = 1 ORDER BY position""")
        file.write("]}\n")
    note(f"memory: importing {os.path.getsize(path):,} bytes")
    run = database.compactor("import", "--format", "openai", path)
    os.remove(path)
    return run.peak_megabytes
