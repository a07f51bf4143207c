"""Papers that can be reproduced with one command: their experiments, how large each tier is, and their optima.

The analysis has the other half: what the papers claim and the page about it (spark_analysis.papers).
"""
