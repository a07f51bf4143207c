"""Metrics of overlays whose links change: what messages cost, what changing the links takes, and what gets lost."""
