"""Predictors of the next step's traffic behind one interface; each is one file."""
