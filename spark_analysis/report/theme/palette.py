"""One look for every figure: quiet axes, a palette safe for colour-blind readers, and its twin for dark screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import matplotlib as mpl
import seaborn as sns
from matplotlib.colors import to_hex

INK, MUTED, GRID, PAPER = "#1d2228", "#626b75", "#e4e7eb", "#fefefd"
_DARK = {INK: "#e7e9ec", MUTED: "#9ba5b0", GRID: "#2f363e", PAPER: "#15181c"}

_ORDER = (0, 1, 2, 4, 3, 9, 5, 7)
"""Of seaborn's "colorblind" palette: its two palest colours cannot be read in print."""
_COLOURS = tuple(to_hex(sns.color_palette("colorblind")[index]) for index in _ORDER)
_ON_DARK = ("#4fa9e6", "#f0a63a", "#2fc79a", "#dd9bd2", "#f08442", "#8fd0f5", "#d9ac85", "#b4b4b4")
GOT, SENT = _COLOURS[0], _COLOURS[1]
"""In pictures of the network: nodes that have what they wanted; frames on their way."""
LOAD_SCALE = ("#d5e5f0", "#a3c8e0", "#649fc7", "#2b739f", "#0b4262")
"""From little to much, in pictures of the network."""
_LOADS_ON_DARK = ("#1f3644", "#2d5a73", "#3d87ae", "#7cbde0", "#d8effc")
ALIKE_SCALE = ("#edb081", "#e98d6b", "#e3685c", "#d14a61", "#b13c6c", "#8f3371", "#6c2b6d", "#4b2362")
"""From nothing in common to the same: seaborn's "flare", each step darker than the one before."""
_ALIKE_ON_DARK = ("#942c80", "#b3367a", "#d3436e", "#ec5860", "#f97b5d", "#fe9f6d", "#fec287", "#fde7a9")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h", "<", ">", "p", "*", "d")
Dash = Literal["-", "--", ":", "-."]
_DASHES: tuple[Dash, ...] = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Ink:
    """How one series is drawn: series differ by more than their colour."""

    colour: str
    marker: str
    dash: Dash


def inks(series: Iterable[str]) -> dict[str, Ink]:
    """One ink per series, in order; thirteen markers and eight colours do not repeat together before the 104th."""
    names = list(dict.fromkeys(series))
    return {
        name: Ink(
            _COLOURS[i % len(_COLOURS)],
            _MARKERS[i % len(_MARKERS)],
            _DASHES[(i // 2 + i // len(_COLOURS)) % len(_DASHES)],
        )
        for i, name in enumerate(names)
    }


def dark_twin(colour: str) -> str:
    """Return the colour that has the same meaning on a dark page."""
    light = (*_COLOURS, *LOAD_SCALE, *ALIKE_SCALE)
    twins = _DARK | dict(zip(light, (*_ON_DARK, *_LOADS_ON_DARK, *_ALIKE_ON_DARK), strict=True))
    return twins.get(colour, colour)


@contextmanager
def applied(salt: str) -> Iterator[None]:
    """Draw inside this; `salt` makes the ids within an SVG file a function of the figure's name."""
    style = sns.axes_style("ticks") | {
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "savefig.facecolor": "none",
        "axes.edgecolor": GRID,
        "axes.labelcolor": MUTED,
        "axes.titlecolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": GRID,
        "grid.linewidth": 0.7,
        "text.color": INK,
        "xtick.color": GRID,
        "ytick.color": GRID,
        "xtick.labelcolor": MUTED,
        "ytick.labelcolor": MUTED,
        "font.family": ["DejaVu Sans"],
        "font.size": 8.5,
        "axes.titlesize": 9,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": 8,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8.5,
        "legend.fontsize": 8.5,
        "legend.frameon": False,
        "svg.fonttype": "none",
        "svg.hashsalt": salt,
        "path.simplify": False,
    }
    with mpl.rc_context(style):
        yield
