"""The tables of runs with brokers, stores and requests."""
