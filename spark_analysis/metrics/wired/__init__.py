"""Metrics of wired networks."""
