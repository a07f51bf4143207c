"""From an experiment's TOML to a folder of finished runs: plan, run, resume, and the command line.

A run is one process and one folder (docs/run-contract.md). This package never opens a capture or counts a packet;
that is `spark_analysis`. The two share `schema` and the files in `results/`.
"""
