"""What the reproduction of a paper hands from the harness to the analysis."""
