"""The tables of runs with an overlay whose links change."""
