"""Systems whose largest Lyapunov exponents are known, and noise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

State = np.ndarray


def logistic(count: int, start: float = 0.3) -> np.ndarray:
    """x -> 4 x (1 - x): exponent ln 2."""
    x = np.empty(count)
    x[0] = start
    for n in range(count - 1):
        x[n + 1] = 4 * x[n] * (1 - x[n])
    return x


def henon(count: int) -> np.ndarray:
    """a = 1.4, b = 0.3: exponent 0.4192 per step."""
    x = np.zeros(count + 100)
    for n in range(1, len(x) - 1):
        x[n + 1] = 1 - 1.4 * x[n] ** 2 + 0.3 * x[n - 1]
    return x[100:]


def lorenz(count: int, sigma: float = 16.0, r: float = 45.92, b: float = 4.0, step: float = 0.01) -> np.ndarray:
    """The x of Lorenz's flow: exponent 1.50 per unit of time with these parameters."""

    def flow(s: State) -> State:
        return np.array([sigma * (s[1] - s[0]), s[0] * (r - s[2]) - s[1], s[0] * s[1] - b * s[2]])

    return integrated(flow, np.array([1.0, 1.0, 1.0]), count, step, skipped=2000)


def roessler(count: int, a: float = 0.15, b: float = 0.2, c: float = 10.0, step: float = 0.1) -> np.ndarray:
    """The x of Rössler's flow: exponent 0.090 per unit of time with these parameters."""

    def flow(s: State) -> State:
        return np.array([-s[1] - s[2], s[0] + a * s[1], b + s[2] * (s[0] - c)])

    return integrated(flow, np.array([1.0, 1.0, 1.0]), count, step, skipped=2000)


def integrated(flow: Callable[[State], State], state: State, count: int, step: float, skipped: int) -> np.ndarray:
    """The first coordinate by Runge and Kutta's method of fourth order, after `skipped` steps."""
    first = np.empty(count)
    for n in range(-skipped, count):
        if n >= 0:
            first[n] = state[0]
        k1 = flow(state)
        k2 = flow(state + step / 2 * k1)
        k3 = flow(state + step / 2 * k2)
        k4 = flow(state + step * k3)
        state = state + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return first


def autoregressive(count: int, coefficient: float, draw: np.random.Generator) -> np.ndarray:
    """A stationary Gaussian AR(1) process."""
    noise = draw.normal(size=count)
    x = np.empty(count)
    x[0] = noise[0] / np.sqrt(1 - coefficient**2)
    for n in range(1, count):
        x[n] = coefficient * x[n - 1] + noise[n]
    return x
