#! /usr/bin/env python3

# What ns-3's test.py runs of the examples: (name and arguments, whether to run it, whether under valgrind).
cpp_examples = [
    ("sdn-forwarding --switches=10 --datagrams=20 --rounds=1", "True", "True"),
    ("sdn-switches", "True", "True"),
]

python_examples: list[tuple[str, str]] = []
