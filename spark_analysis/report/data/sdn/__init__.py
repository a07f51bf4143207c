"""What the report reads of runs with switches."""
