"""The cost of overlays step by step, with times of the paper turned into those of a smaller network.

A random tree of n brokers has paths of about the root of n, and PSOO-FCAT finds a path at one broker a round. So times
of the paper are multiplied by the root of the brokers over those of the paper, rounded to a twentieth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from schema.manifest import Scalar
from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults

STATIC, OCBR, OCBR_E, PSOO = "static", "ocbr", "ocbr-e", "psoo-fcat"
SIMILARITY, HINDSIGHT = "similarity", "hindsight"
FILTERS = "ns3::pubsub::broker::PsooFcatStrategy::FiltersPerRound"
TICK = "tick"
PAPER_BROKERS = 1000
_TWENTIETHS = 20


def curve_name(varying: Mapping[str, Scalar]) -> str:
    """Return `psoo-fcat, K = 20` for a strategy with more filters in a round than the paper's, else its name."""
    strategy, filters = str(varying["strategy"]), varying.get(FILTERS, 1)
    return strategy if float(filters) == 1 else f"{strategy}, K = {float(filters):g}"


@dataclass(frozen=True)
class OverlaySeries:
    """The steps of all runs of a figure, from the start of the measured window."""

    results: FigureResults

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Those that do not vary."""
        return self.results.experiment.parameters

    @property
    def brokers(self) -> int:
        """Of a run."""
        return int(self.parameters["brokers"])

    @property
    def time_scale(self) -> float:
        """Ticks of ours for a tick of the paper."""
        return math.ceil(_TWENTIETHS * math.sqrt(self.brokers / PAPER_BROKERS) - 1e-9) / _TWENTIETHS

    @property
    def cost_scale(self) -> float:
        """What a cost of ours is multiplied by to be like one of the paper: fewer publishers, and shorter paths."""
        return float(self.parameters["workload_divisor"]) / math.sqrt(self.brokers / PAPER_BROKERS)

    @property
    def window(self) -> int:
        """Ticks of a step."""
        return int(self.parameters["window_ticks"])

    @property
    def stage(self) -> int:
        """Ticks of a stage; 0 where the traffic does not change."""
        return int(self.parameters["stage_ticks"])

    @cached_property
    def names(self) -> list[str]:
        """Of the curves, in the experiment's order."""
        return list(dict.fromkeys(self._steps["curve"]))

    @cached_property
    def _steps(self) -> pd.DataFrame:
        steps = self.results.steps
        names = [curve_name(row) for row in steps[list(self.results.experiment.varying)].to_dict("records")]
        ticks = (steps["time_s"] / float(self.parameters["tick_s"])).round().astype(int)
        return steps.assign(curve=names, **{TICK: ticks})

    def wide(self, column: str) -> pd.DataFrame:
        """Return `column` of tables/overlay_costs: rows are replications and ticks, columns are curves."""
        table = self._steps.pivot(index=[REPLICATION, TICK], columns="curve", values=column)
        return table[self.names].sort_index()

    @cached_property
    def cost(self) -> pd.DataFrame:
        """The reported cost per tick."""
        return self.wide("cost")

    @cached_property
    def relative(self) -> pd.DataFrame:
        """The reported cost in per cent of that of the static overlay, which has the same traffic."""
        return 100 * self.cost.div(self.cost[STATIC], axis=0)

    @cached_property
    def moves(self) -> pd.DataFrame:
        """Reconfigurations until the end of each step."""
        return self.wide("reconfigurations").groupby(level=REPLICATION).cumsum()

    @cached_property
    def control_bytes(self) -> pd.DataFrame:
        """Bytes of control until the end of each step."""
        return self.wide("control_bytes").groupby(level=REPLICATION).cumsum()

    @property
    def last(self) -> int:
        """The start of the last step."""
        return int(self.cost.index.get_level_values(TICK).max())

    def ours(self, paper_tick: float) -> int:
        """Return the start of the step that has a tick of the paper, or the last step."""
        return min(self.last, int(paper_tick * self.time_scale + 1e-9) // self.window * self.window)

    def before(self, paper_tick: float) -> int:
        """Return the start of the last step that ends until a tick of the paper."""
        return max(0, self.ours(paper_tick) - self.window)

    def at(self, table: pd.DataFrame, tick: int) -> pd.DataFrame:
        """Return the row of each replication at the start of a step."""
        return table.xs(tick, level=TICK)

    def between(self, table: pd.DataFrame, first: int, last: int) -> pd.DataFrame:
        """Return the mean of each replication over steps that start in [first, last)."""
        ticks = table.index.get_level_values(TICK)
        return table[(ticks >= first) & (ticks < last)].groupby(level=REPLICATION).mean()

    @cached_property
    def first_moves(self) -> pd.DataFrame:
        """The start of the step of each replication's first reconfiguration, NaN without one."""
        ticks = pd.Series(self.moves.index.get_level_values(TICK), index=self.moves.index, dtype=float)
        found = {name: ticks[self.moves[name] > 0].groupby(level=REPLICATION).min() for name in self.names}
        return pd.DataFrame(found)

    @property
    def stage_changes(self) -> list[int]:
        """Ticks of ours at which the traffic changes, where a whole stage follows."""
        if not self.stage:
            return []
        return list(range(self.stage, self.last + self.window - self.stage + 1, self.stage))
