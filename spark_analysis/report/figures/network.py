"""A still of the replay: one event on its way through the network."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.data.replay import Replays, read_replays
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import network
from spark_analysis.report.theme.picture import DESK, Picture

_NAME = "network"


def network_picture(replays: Replays) -> Picture | None:
    """The still of the animated view; None where no run can be shown."""
    if not replays.shown:
        return None
    shown = network.shown(replays.shown, DESK)
    return Picture(
        _NAME,
        "One event on its way",
        "The event that most nodes received. A diamond publishes it; a full square wanted and has it, an empty one "
        "wanted it and does not have it; a disc passed it on. Thick lines lead from a sender to who first heard the "
        "event from it, thin ones from node to parent.",
        "Maps of the network, one per run: " + "; ".join(run.label for run in shown) + ".",
        partial(network.draw_network_map, replays.shown),
        partial(network.network_rows, replays.shown),
    )


def draw_network(story: Story) -> Iterator[Picture]:
    """Draw the runs that the replay shows."""
    picture = network_picture(read_replays(story))
    if picture is not None:
        yield picture


NETWORK_FIGURE = ReportFigure(
    name=_NAME,
    order=110,
    kinds=ON_RADIO,
    needs=("positions", "publications", "transmissions", "deliveries", "due", "parents"),
    draw=draw_network,
    section="replay",
)
