"""Tests for chaos: embedding, delay, mean period, C-C method, largest Lyapunov exponent, surrogates."""
