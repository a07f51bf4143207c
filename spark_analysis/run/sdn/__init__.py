"""The tables of runs with switches that forward events by flow tables."""
