"""An experiment's results in a notebook: `spark_analysis.load(folder)`. No Spark is started for it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from schema.manifest import Experiment, read_experiment
from schema.traces import read_run_table, tables_of

if TYPE_CHECKING:
    import pandas as pd

    from spark_analysis.run.runs import Finished


def load(folder: Path | str) -> Results:
    """Return the results in `folder` (results/<experiment>) as pandas frames: load("results/demo").summary.

    Raises FileNotFoundError where it is not an experiment's, ValueError where it is of another version.
    """
    return Results(Path(folder))


def _table(name: str) -> cached_property[pd.DataFrame]:
    return cached_property(lambda self: self._read(name))


class Results:
    """One experiment's tables as pandas frames, each read when it is first asked for; docs/tables.md has their columns.

    A parameter that varies is a column of numbers wherever all of its values are numbers. A table that is not there
    raises FileNotFoundError, one that cannot be read ValueError, each with one sentence.
    """

    runs = _table("runs")
    summary = _table("summary")
    pairs = _table("pairs")
    checks = _table("checks")
    captures = _table("captures")
    latencies = _table("latencies")
    loads = _table("loads")
    links = _table("links")
    overlay_costs = _table("overlay_costs")
    broker_loads = _table("broker_loads")
    overlay_loads = _table("overlay_loads")
    warmup = _table("warmup")

    def __init__(self, folder: Path) -> None:
        """Raises FileNotFoundError where `folder` is not an experiment's, ValueError where it is of another version."""
        self.folder = folder
        try:
            self.experiment: Experiment = read_experiment(folder)
        except OSError as error:
            sentence = f"{folder}: not an experiment's results, expected an experiment.json in it"
            raise FileNotFoundError(sentence) from error
        except ValidationError as error:
            raise ValueError(f"{folder}: its experiment.json is not of this version, sweep it again") from error

    def __repr__(self) -> str:
        return f"<results of {self.experiment.name} in {self.folder}: {', '.join(self.tables)}>"

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are there."""
        return tuple(sorted(path.stem for path in (self.folder / "tables").glob("*.parquet")))

    def trace(self, table: str) -> pd.DataFrame:
        """A trace table of schema.traces of all runs that count, behind variant, what varies and replication.

        Nobody, in a column of nodes, is schema.traces.NO_NODE. Raises ValueError where there is no such table.
        """
        import pandas as pd

        known = tables_of(self.experiment.network_kind)
        if table not in known:
            raise ValueError(f"there is no trace {table!r}, expected one of {', '.join(known)}")
        columns = ["variant", *self.experiment.varying, "replication", *dict(known[table])]
        parts = [self._trace_of(run, table) for run in self._checked[0]]
        return self._typed(pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns))

    @property
    def failed(self) -> dict[tuple[str, int], str]:
        """Variant and replication of the planned runs that may not be counted -> why."""
        return self._checked[1]

    @cached_property
    def _checked(self) -> tuple[tuple[Finished, ...], dict[tuple[str, int], str]]:
        """The runs that may be counted, and the others. A run that was measured and has not changed
        since is not read again; of any other run every byte is."""
        from schema.run_files import NotCounted
        from spark_analysis.run.measurement_cache import MeasurementCache
        from spark_analysis.run.runs import read_plan, read_run

        plan = read_plan(self.folder)
        measured = MeasurementCache(self.folder).measured_runs(plan.finished)
        whole, failed = [], dict(plan.failed)
        for run in plan.finished:
            try:
                if (run.variant, run.replication) not in measured:
                    read_run(run)
                whole.append(run)
            except NotCounted as reason:
                failed[run.variant, run.replication] = str(reason)
        return tuple(whole), {run: failed[run] for run in plan.runs if run in failed}

    def _trace_of(self, run: Finished, table: str) -> pd.DataFrame:
        import pandas as pd

        trace = read_run_table(Path(run.path), table, self.experiment.network_kind)
        frame = pd.DataFrame({name: trace.column(name) for name, _ in trace.columns})
        where = {"variant": run.variant, **run.varying, "replication": run.replication}
        for at, (name, value) in enumerate(where.items()):
            frame.insert(at, name, value)
        return frame

    def _read(self, name: str) -> pd.DataFrame:
        import pandas as pd

        path = self.folder / "tables" / f"{name}.parquet"
        if not path.is_file():
            raise FileNotFoundError(f"{self.folder}: no tables/{name}.parquet in it, ./waf report makes it")
        try:
            return self._typed(pd.read_parquet(path))
        except (OSError, ValueError) as error:  # pyarrow's errors are of these
            raise ValueError(f"{path}: not a whole Parquet file, ./waf report makes it anew") from error

    def _typed(self, frame: pd.DataFrame) -> pd.DataFrame:
        """An attribute of ns-3 is a text in the plan, also where its values are numbers."""
        import pandas as pd

        for name in self.experiment.varying:
            if name in frame and frame[name].dtype == object:
                with_numbers = pd.to_numeric(frame[name], errors="coerce")
                if len(frame) and with_numbers.notna().all():
                    frame[name] = with_numbers
        return frame
