"""Figures 3 to 6 over ticks, with the stages marked. Fig. 6 is drawn from the runs of Fig. 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

from spark_analysis.papers.comparison.panel import PaperCurve, PaperPanel, PaperPicture, curve_over
from spark_analysis.papers.comparison.paper_results import FigureResults
from spark_analysis.papers.psoo_fcat.overlay_series import STATIC, TICK, OverlaySeries

Table = Callable[[OverlaySeries], pd.DataFrame]
_X = "tick"


def _sampled(every: int, table: Table, leave_out: Sequence[str] = ()) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return the curves of `table`, one step for each `every` ticks of the paper."""

    def curves(results: FigureResults) -> list[PaperCurve]:
        found = OverlaySeries(results)
        values = table(found)
        ticks = sample_ticks(found, every)
        rows = values[values.index.get_level_values(TICK).isin(ticks)]
        return [curve_over(name, TICK, rows[name].dropna()) for name in found.names if name not in leave_out]

    return curves


def sample_ticks(found: OverlaySeries, every: int) -> list[int]:
    """Return the starts of the steps that have a multiple of `every` ticks of the paper, and of the last step."""
    count = int(found.last / (every * found.time_scale)) + 1
    return sorted({*(found.ours(every * number) for number in range(count)), found.last})


def _changes(results: FigureResults) -> Sequence[float]:
    return OverlaySeries(results).stage_changes


def _cost(every: int) -> tuple[PaperPanel, ...]:
    """Return the panels of cost: as it is, and against the overlay that does not change."""
    return (
        PaperPanel("Cost per tick", _X, "cost per tick", _sampled(every, lambda found: found.cost), _changes, True),
        PaperPanel(
            "Cost in per cent of the static overlay's",
            _X,
            "% of static",
            _sampled(every, lambda found: found.relative, (STATIC,)),
            _changes,
            True,
        ),
    )


PICTURES = (
    PaperPicture("fig-3", "the cost of the overlay while the traffic stays the same", _cost(500)),
    PaperPicture("fig-4", "the cost of the overlay while the traffic changes at the dotted lines", _cost(1000)),
    PaperPicture("fig-5", "the same where few subscriptions are derived from others", _cost(1000)),
    PaperPicture(
        "fig-6",
        "the reconfigurations of the runs of Fig. 4",
        (
            PaperPanel(
                "Executed reconfigurations",
                _X,
                "reconfigurations",
                _sampled(1000, lambda found: found.moves, (STATIC,)),
                _changes,
                True,
            ),
        ),
        results="fig-4",
    ),
)
