"""Frames that a radio should have received and did not, from the captures and the positions of one run."""

from __future__ import annotations

import math

import numpy as np

from spark_analysis.metrics.metric import ON_RADIO, RADIO, Metric
from spark_analysis.metrics.radio.positions import positions
from spark_analysis.metrics.run_data import RunData

_FRAMES_AT_ONCE = 20_000
"""Bounds the memory: positions of all nodes are worked out for so many frames at a time."""

SENT = """
CREATE OR REPLACE TEMP TABLE sent AS
SELECT row_number() OVER (ORDER BY time_ns, node) - 1 AS number, time_ns, node AS sender, copies
FROM (
    SELECT min(time_ns) AS time_ns, node, count(*) AS copies
    FROM (
        SELECT time_ns, node, sum(is_apart) OVER (PARTITION BY node ORDER BY time_ns) AS burst
        FROM (
            SELECT time_ns, node,
                (time_ns - lag(time_ns, 1, time_ns) OVER (PARTITION BY node ORDER BY time_ns) >= 10000)::INT AS is_apart
            FROM packets WHERE is_tx AND type > 0
        )
    )
    GROUP BY node, burst
)
"""
"""When each node sent, numbered by time. What ideal links carry within 10 us, before the first arrives, are `copies`.

The sender is the node of the capture: the sender that a damaged record names may be any node.
"""

RECEIVED = """
CREATE OR REPLACE TEMP TABLE received AS
SELECT number, receiver, least(count(*), max(copies)) AS times
FROM (SELECT time_ns, sender, node AS receiver FROM packets WHERE NOT is_tx AND type > 0)
ASOF JOIN sent USING (sender, time_ns)
GROUP BY number, receiver
"""
"""Which of them a radio captured. A frame heard is the last its sender sent: no radio sends again before that."""


def mac_collision_ratio(tables: RunData) -> float:
    """Return the share of (frame sent, radio in range) pairs that the radio's capture lacks; NaN without such pairs.

    A radio that sent at that moment itself lost the frame too. A frame that came from beyond the nominal range, as
    fading lets it, makes up for none that was lost.
    """
    run = tables.run
    if math.isnan(run.range_m):
        return math.nan
    tables.query(SENT)
    tables.query(RECEIVED)
    ((frames,),) = tables.query("SELECT count(*) FROM sent").fetchall()
    where = positions(tables)
    possible = heard = 0
    for start in range(0, frames, _FRAMES_AT_ONCE):
        part = f"number >= {start} AND number < {start + _FRAMES_AT_ONCE}"
        sent = tables.numbers(f"SELECT time_ns, sender, copies FROM sent WHERE {part} ORDER BY number")
        received = tables.numbers(f"SELECT number - {start} AS number, receiver, times FROM received WHERE {part}")
        within = _within(where.at(sent["time_ns"]), sent["sender"].astype(np.int64), run.range_m)
        possible += int(within.sum(axis=1) @ sent["copies"])
        heard += int(within[received["number"], received["receiver"]] @ received["times"])
    return 1 - heard / possible if possible else math.nan


def _within(places: np.ndarray, senders: np.ndarray, range_m: float) -> np.ndarray:
    """Whether each node (column) is in range of who sent each frame (row); no node is in range of itself."""
    rows = np.arange(len(places))
    near = ((places - places[rows, senders][:, None, :]) ** 2).sum(axis=2) <= range_m**2
    near[rows, senders] = False
    return np.asarray(near)


MAC_COLLISION_RATIO = Metric(
    name="mac_collision_ratio",
    order=190,
    unit="1",
    definition="Receptions lost: of all pairs of a frame sent, in the warm-up or after it, and a radio within range of "
    "its sender, the share that is not in the radio's capture.",
    source="ours; captures and positions",
    compute=mac_collision_ratio,
    needs=("packets", "positions"),
    kinds=ON_RADIO,
    label="MAC collision ratio",
    group=RADIO,
    better="lower",
    percent=True,
    shown_in={"load": 4},
)
