"""From an experiment's TOML to a folder of finished runs: plan, run, resume, and the command line.

A run is one process and one folder (docs/run-contract.md). This package opens no capture and counts no packet; it
starts the analysis as a process. The two share `schema` and the files in `results/`.
"""
