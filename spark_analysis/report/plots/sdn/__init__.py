"""Drawings of networks of switches that forward events."""
