"""What many would write first: read every conversation, trim it with langchain-core, copy back the history that is left.

    langchain_trim.py CONNECTION CONVERSATIONS

One process, a server-side cursor, one COPY. The window is that of Benchmarks/jobs/window.yaml.
"""

import json
import sys
from itertools import groupby
from operator import itemgetter

import psycopg
from langchain_core.messages import convert_to_messages, convert_to_openai_messages, trim_messages

WINDOW_TOKENS = 3000


def trimmed(rows):
    messages = trim_messages(
        convert_to_messages([original for _, original in rows]), max_tokens=WINDOW_TOKENS, token_counter="approximate",
        strategy="last", start_on="human", include_system=True)
    return json.dumps(convert_to_openai_messages(messages), ensure_ascii=False)


def main(connection, conversations):
    with psycopg.connect(connection) as reading, psycopg.connect(connection) as writing:
        with reading.cursor("entries") as cursor, writing.cursor() as writer:
            cursor.itersize = 5000
            cursor.execute(
                "SELECT conversation, original FROM compactor.entries WHERE conversation <= %s "
                "ORDER BY conversation, position",
                [conversations])
            with writer.copy("COPY bench.trimmed (conversation, messages) FROM STDIN") as copy:
                for conversation, rows in groupby(cursor, key=itemgetter(0)):
                    copy.write_row((conversation, trimmed(list(rows))))
        writing.commit()


main(sys.argv[1], int(sys.argv[2]))
