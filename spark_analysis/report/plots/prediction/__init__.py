"""Figures of an evaluation of traffic predictions: one file each."""
