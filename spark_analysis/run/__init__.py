"""Runs of an experiment: which of them count, their packets, their tables, and what is measured of each."""
