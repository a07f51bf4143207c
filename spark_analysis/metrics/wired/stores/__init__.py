"""Metrics of brokers with stores: requests for stored events, and how stores share them."""
