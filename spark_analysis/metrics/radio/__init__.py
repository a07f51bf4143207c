"""Metrics of radio networks."""
