"""The losses of a training, epoch by epoch."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from spark_analysis.prediction.network.levenberg_marquardt import Training, TrainingRules
from spark_analysis.report.theme.palette import GOT, MUTED, SENT
from spark_analysis.report.theme.picture import Page, Picture, panels

_HEIGHT = 2.9


def training_picture(name: str, label: str, training: Training, rules: TrainingRules | None = None) -> Picture:
    """The training and validation losses of one network, and the goal of `rules`."""
    goal = (rules or TrainingRules()).goal
    return Picture(
        name=name,
        title=f"Training, {label}",
        caption=f"Mean squared errors of scaled values. Training ended because {training.stop.value}.",
        alt=f"Training loss of {label} falls from {training.epochs[0].loss:.3g} to {training.loss:.3g}.",
        draw=partial(_draw, training, goal),
        table=partial(training_rows, training),
    )


def training_rows(training: Training) -> pd.DataFrame:
    """A row per epoch."""
    columns = ["loss", "validation_loss", "gradient", "mu"]
    rows = [(epoch.loss, epoch.validation_loss, epoch.gradient, epoch.mu) for epoch in training.epochs]
    return pd.DataFrame(rows, columns=columns).rename_axis("epoch").reset_index()


def _draw(training: Training, goal: float, page: Page) -> Figure:
    figure, (axis,) = panels(page, 1, _HEIGHT)
    table = training_rows(training)
    axis.plot(table["epoch"], table["loss"], color=GOT, linewidth=1.8, marker="o", markersize=3, label="training part")
    held_out = table["validation_loss"].astype(float)
    if held_out.notna().any():
        axis.plot(table["epoch"], held_out, color=SENT, linewidth=1.8, linestyle="--", label="validation part")
        best = int(np.nanargmin(held_out))
        axis.plot(best, held_out[best], color=SENT, marker="*", markersize=11, linestyle="none", label="network kept")
    axis.axhline(goal, color=MUTED, linewidth=0.9, linestyle=":", label="goal")
    axis.set_yscale("log")
    axis.set_xlabel("Epoch")
    axis.set_ylabel("Mean squared error, scaled")
    axis.set_title(f"Ended: {training.stop.value}")
    axis.legend(loc="upper right")
    return figure
