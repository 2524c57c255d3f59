"""What many would write first: read every conversation, trim it with langchain-core, copy back what stays.

    langchain_trim.py CONNECTION CONVERSATIONS

One process, a server-side cursor, one COPY. The window is that of Benchmarks/jobs/eviction.yaml.
"""

import sys
from itertools import groupby
from operator import itemgetter

import psycopg
from langchain_core.messages import convert_to_messages, trim_messages

WINDOW_TOKENS = 3000


def positions_kept(rows):
    messages = convert_to_messages([row[2] for row in rows])
    for row, message in zip(rows, messages):
        message.id = str(row[1])
    kept = trim_messages(
        messages, max_tokens=WINDOW_TOKENS, token_counter="approximate", strategy="last", start_on="human", include_system=True)
    return [int(message.id) for message in kept]


def main(connection, conversations):
    with psycopg.connect(connection) as reading, psycopg.connect(connection) as writing:
        with reading.cursor("entries") as cursor, writing.cursor() as writer:
            cursor.itersize = 5000
            cursor.execute(
                "SELECT conversation, position, original FROM compactor.entries WHERE conversation <= %s "
                "ORDER BY conversation, position",
                [conversations])
            with writer.copy("COPY bench.trimmed (conversation, kept) FROM STDIN") as copy:
                for conversation, rows in groupby(cursor, key=itemgetter(0)):
                    copy.write_row((conversation, positions_kept(list(rows))))
        writing.commit()


main(sys.argv[1], int(sys.argv[2]))
