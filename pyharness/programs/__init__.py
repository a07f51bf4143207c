"""Scenario programs: where they are, how each is described, and on which libraries it runs."""
