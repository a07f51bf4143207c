"""Figures of overlays whose links change."""
