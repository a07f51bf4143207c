"""Where series come from: runs of an experiment, by their tables or captures, and files that a user supplies."""
