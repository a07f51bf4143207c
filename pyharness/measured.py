"""The values a stopping rule decides by, kept in the experiment's folder: no run is measured twice."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from pyharness import fingerprint
from pyharness.master import answering
from pyharness.plan import PlannedRun
from pyharness.report import analysis_sha256
from spark_analysis import measure_runs
from spark_analysis.session import spark_session

MEASURED = "measured.json"


@dataclass(frozen=True)
class Measured:
    """One metric of the runs in `folder`, measured by the Spark of `master` where it is not known yet.

    A run is known by its identity, which decides its bytes; another metric or another analysis begins anew.
    """

    folder: Path
    metric: str
    master: str
    held: ExitStack
    """Takes the Spark of the first measurement, for all of them."""

    def __call__(self, runs: Collection[PlannedRun]) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
        """Of finished runs, by variant and replication: the metric's value, where it has one. Then the runs that
        cannot be counted, `variant/replication: why`; with such there is no value."""
        known = self._read()
        new = {(run.variant.name, run.replication): run.identity for run in runs if run.identity not in known}
        if new:
            with answering(self.master):
                self.held.enter_context(spark_session(self.master))  # which takes one that runs
                found, amiss = measure_runs(self.folder, self.metric, new, self.master)
            if amiss:
                return {}, amiss
            known |= {identity: found.get(key) for key, identity in new.items()}
            self._write(known)
        values = {(run.variant.name, run.replication): known[run.identity] for run in runs}
        return {key: value for key, value in values.items() if value is not None}, ()

    def _read(self) -> dict[str, float | None]:
        try:
            kept = json.loads((self.folder / MEASURED).read_text(encoding="utf-8"))
            values: dict[str, float | None] = kept["values"]
            return values if kept["by"] == self._by() else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _write(self, values: dict[str, float | None]) -> None:
        text = json.dumps({"by": self._by(), "values": dict(sorted(values.items()))}, indent=0)
        with suppress(OSError):  # not kept, it is measured again
            fingerprint.write_whole(self.folder / MEASURED, text + "\n")

    def _by(self) -> list[str]:
        return [self.metric, analysis_sha256()]
