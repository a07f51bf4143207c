"""What the exact planners of stores and of overlays share: their command line, and the cache of their results."""
