#! /usr/bin/env python3

# What ns-3's test.py runs of the examples: (name and arguments, whether to run it, whether under valgrind).
cpp_examples = [
    ("broker-forwarding --brokers=20 --clients=100 --topics=10", "True", "True"),
    ("overlay-forwarding --underlay=recursive --routers=50 --brokers=20 --datagrams=100", "True", "True"),
]

python_examples: list[tuple[str, str]] = []
