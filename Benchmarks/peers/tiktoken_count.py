"""Counts with tiktoken, one text after the other, in one thread.

    tiktoken_count.py VOCABULARIES ENCODING TEXTS

TEXTS has a JSON string a line. Prints the tokens and the seconds of the counting alone, as JSON. tiktoken finds the
vocabulary in its cache, where it is put under the name that tiktoken gives it; it checks its digest itself.
"""

import json
import os
import shutil
import sys
import tempfile
import time

CACHED_AS = {
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
}


def main(vocabularies, encoding, texts):
    with open(texts, encoding="utf8") as file:
        texts = [json.loads(line) for line in file]
    with tempfile.TemporaryDirectory() as cache:
        shutil.copy(os.path.join(vocabularies, f"{encoding}.tiktoken"), os.path.join(cache, CACHED_AS[encoding]))
        os.environ["TIKTOKEN_CACHE_DIR"] = cache
        import tiktoken
        encode = tiktoken.get_encoding(encoding).encode_ordinary
    began = time.perf_counter()
    tokens = sum(len(encode(text)) for text in texts)
    print(json.dumps({"tokens": tokens, "seconds": time.perf_counter() - began}))


main(*sys.argv[1:])
