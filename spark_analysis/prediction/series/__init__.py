"""Traffic series of links: their checks, their table, their scaling and the inputs of the paper's model."""
