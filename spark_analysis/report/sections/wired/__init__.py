"""Sections of reports on wired networks."""
