"""A small curve with its band, drawn into the page itself: the page's colours, some hundred bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from matplotlib.ticker import LogLocator, MaxNLocator

_WIDTH, _HEIGHT = 340, 170
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 10, 38
_MOST_POINTS = 60
_WIDE = 30.0


@dataclass(frozen=True)
class Axis:
    """Values and what they are; `logarithmic` where they span much and are positive."""

    label: str
    values: np.ndarray
    low: float
    high: float
    logarithmic: bool = False

    def place(self, start: float, end: float) -> Callable[[np.ndarray], np.ndarray]:
        scale = np.log10 if self.logarithmic else np.asarray
        low, high = float(scale(self.low)), float(scale(self.high))
        width = (high - low) or 1.0
        return lambda values: start + (scale(np.clip(values, self.low, self.high)) - low) / width * (end - start)

    @property
    def ticks(self) -> list[float]:
        locator = LogLocator(numticks=4) if self.logarithmic else MaxNLocator(4)
        return [float(tick) for tick in locator.tick_values(self.low, self.high) if self.low <= tick <= self.high]


def wide(values: np.ndarray) -> bool:
    """Whether a logarithmic axis shows them better."""
    positive = values[values > 0]
    return len(positive) == len(values) > 1 and bool(positive.max() > _WIDE * positive.min())


def chart(x: Axis, y: Axis, band: tuple[np.ndarray, np.ndarray], *, across: bool, text: str) -> Markup:
    """Return an SVG element. `band` is the interval of y, or of x where `across`; `text` describes it in words."""
    to_x, to_y = x.place(_LEFT, _WIDTH - _RIGHT), y.place(_HEIGHT - _BOTTOM, _TOP)
    some = np.unique(np.linspace(0, len(x.values) - 1, min(_MOST_POINTS, len(x.values))).round().astype(int))
    xs, ys, low, high = (values[some] for values in (x.values, y.values, *band))
    known = np.isfinite(low) & np.isfinite(high)
    xs_there, xs_back = (low, high) if across else (xs, xs)
    ys_there, ys_back = (ys, ys) if across else (low, high)
    shape = _path(
        np.append(to_x(xs_there[known]), to_x(xs_back[known])[::-1]),
        np.append(to_y(ys_there[known]), to_y(ys_back[known])[::-1]),
    )
    parts = [
        Markup('<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(_WIDTH, _HEIGHT, text),
        *(_tick_y(float(to_y(np.array(tick))), tick) for tick in y.ticks),
        *(_tick_x(float(to_x(np.array(tick))), tick) for tick in x.ticks),
        Markup('<path class="band" d="{}Z"/>').format(shape) if known.any() else Markup(""),
        Markup('<path class="curve" d="{}"/>').format(_path(to_x(xs), to_y(ys))),
        Markup('<text class="name" x="{}" y="{}" text-anchor="middle">{}</text></svg>').format(
            (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 4, x.label
        ),
    ]
    return Markup("").join(parts)


def _path(xs: np.ndarray, ys: np.ndarray) -> str:
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in zip(xs, ys, strict=True)) if len(xs) else "M0 0"


def _tick_x(at: float, value: float) -> Markup:
    return Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{:g}</text>').format(at, _HEIGHT - _BOTTOM + 15, value)


def _tick_y(at: float, value: float) -> Markup:
    return Markup('<path class="rule" d="M{} {:.1f}H{}"/><text x="{}" y="{:.1f}" text-anchor="end">{:g}</text>').format(
        _LEFT, at, _WIDTH - _RIGHT, _LEFT - 6, at + 4, value
    )
