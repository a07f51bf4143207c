"""Figures of networks of switches that forward events."""
