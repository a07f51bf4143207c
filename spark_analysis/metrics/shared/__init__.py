"""Metrics of every kind of network."""
