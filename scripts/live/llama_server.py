"""A llama.cpp server on a free port of the loopback. Its first line of output is "ready at URL"; SIGTERM ends it.

    llama_server.py WEIGHTS TEMPLATE KEY
"""

import signal
import sys

import xllamacpp

weights, template, key = sys.argv[1:]

parameters = xllamacpp.CommonParams()
parameters.model.path = weights
parameters.model_alias = {"smollm2"}
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.api_keys = [key]
# Two requests at a time, each of 2,048 tokens at most: small, so that tests can go beyond it.
parameters.n_parallel = 2
parameters.n_ctx = 4096
parameters.use_jinja = True
with open(template, encoding="utf-8") as file:
    parameters.chat_template = file.read()
parameters.ui = False
parameters.verbosity = 1

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
server = xllamacpp.Server(parameters)
print(f"ready at {server.listening_address}", flush=True)
signal.sigwait({signal.SIGTERM, signal.SIGINT})
