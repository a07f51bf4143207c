#! /usr/bin/env python3

# What ns-3's test.py runs of the examples: (name and arguments, whether to run it, whether under valgrind).
cpp_examples = [
    ("pubsub-example", "True", "True"),
    ("pubsub-example --protocol=flooding", "True", "False"),
]

python_examples: list[tuple[str, str]] = []
