"""Prediction of the traffic of links: tests for chaos, models and their evaluation, on numpy arrays: docs/prediction.md."""
