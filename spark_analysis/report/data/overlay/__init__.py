"""What the report shows of overlays whose links change."""
