"""Prediction of the traffic of links: tests for chaos, models, evaluation. docs/prediction.md describes it."""
