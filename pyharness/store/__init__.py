"""The folder of an experiment: its runs, their index, where they come from, and who may write."""
