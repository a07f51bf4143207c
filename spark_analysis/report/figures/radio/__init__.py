"""Figures of radio runs that read the runs themselves."""
