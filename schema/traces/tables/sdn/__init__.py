"""Trace tables of publish/subscribe on switches."""
