#!/usr/bin/env python3
"""Says of each YAML text of a JSON array on standard input whether the schema accepts it: a JSON array of messages,
null where it does.

    check_schema.py jobs/job.schema.json < texts.json

Exits with 77 where jsonschema or PyYAML is not installed (Debian: python3-jsonschema, python3-yaml)."""

import json
import sys

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
verdicts = []
for text in json.load(sys.stdin):
    error = jsonschema.exceptions.best_match(validator.iter_errors(yaml.safe_load(text)))
    verdicts.append(error and f"{'.'.join(map(str, error.absolute_path))}: {error.message}")
json.dump(verdicts, sys.stdout)
