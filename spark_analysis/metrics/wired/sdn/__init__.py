"""Metrics of networks of switches that forward events: load of links, overlays, flow tables, failures and control."""
