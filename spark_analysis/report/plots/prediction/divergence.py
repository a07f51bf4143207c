"""The divergence of nearest neighbours with its fit, beside that of surrogates and the saturation level."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from spark_analysis.prediction.chaos.chaos_test import ChaosSettings, ChaosTest, chaos_test
from spark_analysis.prediction.chaos.divergence import divergence_curve
from spark_analysis.prediction.chaos.surrogates import iaaft_surrogates
from spark_analysis.prediction.series.unusable import UnusableSeries
from spark_analysis.report.theme.palette import GOT, INK, MUTED, SENT
from spark_analysis.report.theme.picture import Page, Picture, panels

_HEIGHT = 3.2
_TITLE_WIDTH = 90
_SHOWN = 20
"""Surrogates whose curves are drawn."""


@dataclass(frozen=True, eq=False)
class DivergenceFigure:
    """What is drawn."""

    test: ChaosTest
    surrogate_curves: list[np.ndarray]


def divergence_picture(name: str, label: str, values: np.ndarray, settings: ChaosSettings) -> Picture:
    """The test of one series for chaos. Raises UnusableSeries where nothing can be computed."""
    found = DivergenceFigure(chaos_test(values, settings), _surrogate_curves(values, settings))
    embedding = settings.embedding
    about = f"dimension {embedding.dimension}, delay {embedding.delay}, Theiler window {settings.theiler_window}"
    return Picture(
        name=name,
        title=f"Divergence of neighbours, {label}",
        caption=f"{found.test.verdict.value.capitalize()}: {found.test.reason}. {about}.",
        alt=f"Mean logarithm of the distance of neighbours of {label} over time. {found.test.reason}.",
        draw=partial(_draw, found),
        table=partial(_rows, found),
    )


def _surrogate_curves(values: np.ndarray, settings: ChaosSettings) -> list[np.ndarray]:
    curves = []
    for one in iaaft_surrogates(values, min(_SHOWN, settings.surrogates), settings.seed):
        try:
            curve = divergence_curve(one, settings.embedding, settings.theiler_window, settings.steps, settings.norm)
        except UnusableSeries:
            continue
        curves.append(curve.mean_log_distance)
    return curves


def _draw(found: DivergenceFigure, page: Page) -> Figure:
    figure, (axis,) = panels(page, 1, _HEIGHT)
    curve, exponent = found.test.curve, found.test.exponent
    steps = np.arange(len(curve.mean_log_distance))
    for index, one in enumerate(found.surrogate_curves):
        axis.plot(steps, one, color=MUTED, linewidth=0.7, alpha=0.45, label="surrogates" if index == 0 else None)
    axis.axhline(curve.saturation_level, color=MUTED, linewidth=0.9, linestyle=":", label="saturation level")
    axis.plot(steps, curve.mean_log_distance, color=GOT, linewidth=1.8, marker="o", markersize=3.5, label="series")
    if exponent is not None:
        fitted = np.arange(exponent.fit.first, exponent.fit.last + 1)
        line = np.polyval(np.polyfit(fitted, curve.mean_log_distance[fitted], 1), fitted)
        axis.plot(fitted, line, color=SENT, linewidth=2.4, linestyle="--", label=f"fit, slope {exponent.exponent:.3g}")
    axis.set_xlabel("Steps that neighbours are followed")
    axis.set_ylabel("Mean ln(distance)")
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_title(fill(f"{found.test.verdict.value.capitalize()}: {found.test.reason}", _TITLE_WIDTH), color=INK)
    axis.legend(loc="lower right")
    return figure


def _rows(found: DivergenceFigure) -> pd.DataFrame:
    columns = {f"surrogate {index + 1}": one for index, one in enumerate(found.surrogate_curves)}
    curve = found.test.curve.mean_log_distance
    return pd.DataFrame({"step": np.arange(len(curve)), "series": curve, **columns})
