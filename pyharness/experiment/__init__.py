"""An experiment: its file, its parameters, the grid of their values, and the plan of its runs."""
