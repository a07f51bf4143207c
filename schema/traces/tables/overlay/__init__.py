"""Trace tables of overlays whose links change at run time."""
