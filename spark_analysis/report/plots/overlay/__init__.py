"""How the figures of overlays are drawn."""
