"""A series against itself some steps before: the first two coordinates of its embedding."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from spark_analysis.prediction.chaos.embedding import Embedding, embedded
from spark_analysis.report.theme.palette import GOT
from spark_analysis.report.theme.picture import Page, Picture, panels

_INCHES = 3.6


def embedding_picture(name: str, label: str, values: np.ndarray, delay: int) -> Picture:
    """Each value over the value `delay` steps before. Raises UnusableSeries for a series that is too short."""
    points = embedded(values, Embedding(2, delay))
    steps = "step" if delay == 1 else "steps"
    return Picture(
        name=name,
        title=f"Embedding, {label}",
        caption=f"Each value over that {delay} {steps} before.",
        alt=f"Values of {label} over the values {delay} {steps} before.",
        draw=partial(_draw, points, delay),
        table=lambda: pd.DataFrame(points, columns=["before", "value"]),
    )


def _draw(points: np.ndarray, delay: int, page: Page) -> Figure:
    figure, (axis,) = panels(Page(min(page.width, 1.1 * _INCHES), 1), 1, _INCHES)
    axis.scatter(points[:, 0], points[:, 1], s=9, color=GOT, linewidths=0, alpha=0.6)
    axis.set_aspect("equal", adjustable="box")
    axis.set_xlabel(f"T(n − {delay})")
    axis.set_ylabel("T(n)")
    axis.locator_params(nbins=6)
    return figure
