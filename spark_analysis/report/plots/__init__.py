"""How the figures are drawn: one file per shape."""
