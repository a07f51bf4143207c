"""Figures of brokers with stores."""
