"""The metrics: one object each, in files that the catalogue finds by itself."""
