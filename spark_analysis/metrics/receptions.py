"""Frames that a radio should have heard and did not, from the captures and the positions of one run."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from spark_analysis.dataset import Columns, read_run_packets
from spark_analysis.metrics.positions import positions
from spark_analysis.runs import Run

_FRAMES_AT_ONCE = 20_000
"""Bounds the memory: positions of all nodes are worked out for so many frames at a time."""


def mac_collision_ratio(run: Run) -> float:
    """Share of (frame sent, radio in range of its sender) that the radio's capture lacks; NaN where there is none.

    A radio that sent at that moment itself lost the frame too. A frame that came from beyond the nominal range, as
    fading lets it, makes up for none that was lost.
    """
    packets = read_run_packets(run)
    sent, received = _sent(packets), _received(packets)
    if math.isnan(run.range_m) or not len(sent):
        return math.nan
    where = positions(run)
    possible = heard = 0
    heard_of = pd.merge_asof(received, sent, on="time_ns", by="sender")
    heard_of = heard_of.dropna(subset=["number"])
    heard_of = heard_of[heard_of.groupby(["number", "receiver"]).cumcount() < heard_of["copies"]]
    numbers, receivers = heard_of["number"].to_numpy(np.int64), heard_of["receiver"].to_numpy(np.int64)
    for start in range(0, len(sent), _FRAMES_AT_ONCE):
        part = sent.iloc[start : start + _FRAMES_AT_ONCE]
        place = where.at(part["time_ns"].to_numpy())
        rows, own = np.arange(len(part)), part["sender"].to_numpy(np.int64)
        within = ((place - place[rows, own][:, None, :]) ** 2).sum(axis=2) <= run.range_m**2
        within[rows, own] = False
        inside = (numbers >= start) & (numbers < start + len(part))
        possible += int(within.sum(axis=1) @ part["copies"].to_numpy())
        heard += int(within[numbers[inside] - start, receivers[inside]].sum())
    return 1 - heard / possible if possible else math.nan


def _sent(packets: Columns) -> pd.DataFrame:
    """When each node sent, by time, numbered in that order; what ideal links carry in one instant are `copies`.

    Who sent is known from whose capture it is; a damaged record may name anybody as the sender.
    """
    frames = _frames(packets, packets["is_tx"], {"sender": "node"}).groupby(["time_ns", "sender"]).size()
    return frames.reset_index(name="copies").assign(number=np.arange(len(frames)))


def _received(packets: Columns) -> pd.DataFrame:
    return _frames(packets, ~packets["is_tx"], {"sender": "sender", "receiver": "node"})


def _frames(packets: Columns, which: np.ndarray, names: dict[str, str]) -> pd.DataFrame:
    """Our frames. One that is heard is the last its sender sent: no radio sends again before it has been heard.

    `names`: new name -> column.
    """
    chosen = which & (packets["type"] > 0)
    names = {"time_ns": "time_ns", **names}
    frames = pd.DataFrame({new: packets[old][chosen].astype(np.int64) for new, old in names.items()})
    return frames.sort_values("time_ns", kind="stable").reset_index(drop=True)
