"""The planning problem: instances, where they come from, and plans; no policy."""
