"""Sections that only reports of radio runs have."""
