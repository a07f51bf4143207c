"""`python -m spark_analysis compare A B`: what changed between two folders of results, and how their runs differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from schema.errors import UsageError
from schema.manifest import RUNS, Experiment, Manifest, Scalar, read_manifest
from schema.text import counted, listed
from spark_analysis.commands.arguments import experiment_in, require_metric

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 40
"""Rows at most, where no metric was asked for."""
_WIDE = 120
"""Columns of a terminal that has room for all of a row."""
_NAMED = 8
"""Parameters, versions or variants that a line names at most."""


def compare_command(
    a: Annotated[Path, typer.Argument(metavar="A", help="An experiment's folder.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    metric: Annotated[str | None, typer.Option(metavar="NAME", help="Only this metric.")] = None,
    width: Annotated[int | None, typer.Option(metavar="N", min=1, help="Columns of the output.")] = None,
) -> int:
    """Print what changed from the results in A to those in B, paired by replication."""
    console = Console(highlight=False, width=width)
    console.print(compared_folders(a, b, metric, console.width), crop=False)
    return 0


def compared_folders(a: Path, b: Path, metric: str | None, width: int) -> RenderableType:
    """What is different in set-up, what changed most clearly, and how much did not, for a terminal of `width` columns.

    Raises UsageError.
    """
    plan_a, plan_b = experiment_in(a), experiment_in(b)
    runs_a, runs_b = _runs(a, metric), _runs(b, metric)
    made_a, made_b = _manifests(a, plan_a), _manifests(b, plan_b)
    left_out = [*_left_out("A", a, runs_a), *_left_out("B", b, runs_b)]
    head = [f"A  {a} ({plan_a.name})", f"B  {b} ({plan_b.name})"]
    lines = [*head, *_set_up(plan_a, plan_b, made_a, made_b), *_only(a, b, runs_a, runs_b), *left_out]
    same = _same_runs(made_a, made_b)
    whole_lines = (Text(line, no_wrap=True, overflow="ignore") for line in lines)  # they name folders, however deep
    return Group(*whole_lines, *_result(runs_a, runs_b, metric, width, same, not left_out))


def _left_out(side: str, folder: Path, runs: pd.DataFrame) -> list[str]:
    """A line for each of the first planned runs that may not be counted; none where the folder has only tables."""
    from spark_analysis.experiment.results import load

    failed = load(folder).failed if (folder / RUNS).is_dir() else {}
    still_counted = set(zip(runs["variant"], runs["replication"], strict=True)) & failed.keys()
    lines = [
        f"still counted in {side}: {variant}/{k}: {reason}; ./waf report {folder} leaves it out"
        if (variant, k) in still_counted
        else f"not counted in {side}: {variant}/{k}: {reason}"
        for (variant, k), reason in failed.items()
    ]
    more = len(lines) - _NAMED
    return [*lines[:_NAMED], f"and {more} more in {side}: ./waf status {folder}"] if more > 0 else lines


def _result(
    a: pd.DataFrame, b: pd.DataFrame, metric: str | None, width: int, same: str, whole: bool
) -> list[RenderableType]:
    """`whole`: every planned run of both sides may be counted.

    Imported here: scipy and pandas take a second that other verbs need not wait for.
    """
    from spark_analysis.statistics.changes import changes, identical

    if identical(a, b):
        values = f"{counted(len(a), 'value')} of {counted(a['variant'].nunique(), 'variant')}"
        return [Text(f"identical: all {values}" if whole else f"identical in the runs that count: {values}")]
    table = changes(a, b)
    changed = table[[outcome.differs for outcome in table["outcome"]]]
    shown = changed if metric else changed.head(SHOWN)
    parts: list[RenderableType] = []
    if len(shown):
        parts += [Text(same)] if same else []
        parts += [Text(), _rows(shown, width >= _WIDE), Text()]
    if len(shown) < len(changed):
        parts.append(Text(f"and {len(changed) - len(shown)} more that changed; --metric NAME shows all of one metric"))
    return [*parts, Text(_counts(table, whole))]


def _rows(changed: pd.DataFrame, wide: bool) -> Table:
    """A row for each change; what is left away in a narrow terminal stands last."""
    table = Table(box=None, pad_edge=False)
    for column in ("metric", "variant"):
        table.add_column(column, overflow="fold", min_width=12)
    columns = ("A", "B", "B − A", "p (Holm)", "n", "%", "effect")[: None if wide else 4]
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for row in changed.itertuples():
        cells = f"{row.mean_a:.4g}", f"{row.mean_b:.4g}", *_difference(row)
        table.add_row(row.metric, row.variant, *cells[: len(columns)])
    return table


def _difference(row: Any) -> tuple[str, ...]:
    half = (row.ci_high - row.ci_low) / 2
    share = _per_cent(row.difference / abs(row.mean_a)) if row.mean_a else "–"
    number = str(row.n_a) if row.method == "paired" else f"{row.n_a}, {row.n_b}"
    if not isfinite(row.p_holm):
        return f"{row.difference:+.4g} always", "–", number, share, "–"
    effect = f"{row.effect_size:+.2g}" if isfinite(row.effect_size) else "–"
    return f"{row.difference:+.3g} ± {half:.2g}", f"{row.p_holm:.2g}", number, share, effect


def _per_cent(share: float) -> str:
    return f"{100 * share:+.3g}" if abs(share) < 10 else f"{100 * share:+,.0f}"


def _counts(table: pd.DataFrame, whole: bool) -> str:
    """`12 of 84 comparisons changed …; 3 not after correction, 69 no difference found`.

    `whole`: see `_result`; without it the sentence does not claim that nothing changed.
    """
    from spark_analysis.statistics.verdict import Outcome

    outcomes = table["outcome"].value_counts()
    changed = sum(count for outcome, count in outcomes.items() if outcome.differs)
    others = [f"{outcomes[each]:,} {each.value}" for each in Outcome if not each.differs and each in outcomes]
    unpaired = int((table["method"] != "paired").sum())
    how = "paired by replication" + (f" but for {unpaired:,} (Welch)" if unpaired else "")
    nothing = "Nothing changed" if whole else "No change was found in the runs that count"
    text = f"{changed:,} of {counted(len(table), 'comparison')} changed" if changed else nothing
    left = f"; {', '.join(others)}" if others else ""
    return f"{text} (at 5 % after Holm's correction over all; {how}){left}."


def _set_up(a: Experiment, b: Experiment, made_a: Sequence[Manifest], made_b: Sequence[Manifest]) -> list[str]:
    """A line each for programs, versions and parameters that are not the same."""
    programs = _different({"program": a.program}, {"program": b.program})
    hashes = [{f"{each.program} {each.program_sha256[:12]}" for each in made} for made in (made_a, made_b)]
    if not programs and all(hashes) and hashes[0] != hashes[1]:
        programs = [f"{listed(sorted(hashes[0]))} → {listed(sorted(hashes[1]))}"]
    versions = _different(_versions(made_a), _versions(made_b))
    differences = {"program": programs, "versions": versions, "parameters": _different(_given(a), _given(b))}
    lines = [f"different {name}: {_some(found)}" for name, found in differences.items() if found]
    unknown = [side for side, made in (("A", made_a), ("B", made_b)) if not made]
    if unknown:
        lines.append(
            f"program and versions of {listed(unknown)} are not known: no run's manifest of this version is there"
        )
    return lines or ["the same program, versions and parameters"]


def _given(experiment: Experiment) -> dict[str, str]:
    """Every parameter, of those that vary all values."""
    fixed = {name: value_text(value) for name, value in experiment.parameters.items()}
    return fixed | {name: ", ".join(map(value_text, values)) for name, values in experiment.varying.items()}


def value_text(value: Scalar) -> str:
    """Return a parameter's value as a command line and a folder's name have it: 5, 0.25, true, text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _versions(made: Sequence[Manifest]) -> dict[str, str]:
    """Name -> version, all there are where the runs are of several."""
    names = sorted({name for each in made for name in each.versions})
    return {name: listed(sorted({each.versions.get(name, "none")[:12] for each in made})) for name in names}


def _different(a: Mapping[str, str], b: Mapping[str, str]) -> list[str]:
    """`nodes 50 → 30`, for each key whose values differ where both sides are known."""
    names = [name for name in {**a, **b} if a.get(name) != b.get(name)] if a and b else []
    return [f"{name} {a.get(name, '(not there)')} → {b.get(name, '(not there)')}" for name in names]


def _only(a: Path, b: Path, runs_a: pd.DataFrame, runs_b: pd.DataFrame) -> list[str]:
    """Variants that only one side has. Raises UsageError where they have none in common."""
    sides = [list(dict.fromkeys(runs["variant"])) for runs in (runs_a, runs_b)]
    only = [[name for name in own if name not in set(other)] for own, other in (sides, sides[::-1])]
    if len(only[0]) == len(sides[0]):
        raise UsageError(f"{a} and {b} have no variant in common: {_some(sides[0], 3)} against {_some(sides[1], 3)}")
    return [f"only in {side}: {_some(names, 4)}" for side, names in zip("AB", only, strict=True) if names]


def _same_runs(a: Sequence[Manifest], b: Sequence[Manifest]) -> str:
    """Runs of one identity have the same bytes."""
    known = {each.identity for each in a}
    same = sum(each.identity in known for each in b)
    if not same:
        return ""
    which = "all runs" if same == len(a) == len(b) else counted(same, "run")
    return f"{which} in common by identity, so of the same bytes: what changed there is how they were analysed"


def _some(names: Iterable[str], most: int = _NAMED) -> str:
    """The first few of them."""
    items = list(names)
    return "; ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _manifests(folder: Path, plan: Experiment) -> list[Manifest]:
    """Of the runs that are done; none where the folder has only tables."""
    found = (read_manifest(folder / RUNS / variant / str(k)) for variant, k in plan.planned())
    return [manifest for manifest in found if manifest is not None and manifest.state == "done"]


def _runs(folder: Path, metric: str | None) -> pd.DataFrame:
    """The folder's tables/runs, of one metric if asked for. Raises UsageError."""
    from spark_analysis.experiment.results import load

    try:
        runs = load(folder).runs
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from error
    columns = {"variant", "replication", "metric", "value", "unit"}
    if not columns <= set(runs.columns) or runs.duplicated(["variant", "replication", "metric"]).any():
        raise UsageError(
            f"{folder}/tables/runs.parquet: not a table of runs of this version, ./waf report makes it anew"
        )
    if runs.empty:
        raise UsageError(f"{folder}: its tables have no run, ./waf status tells why")
    if metric is None:
        return runs
    names = list(dict.fromkeys(runs["metric"]))
    require_metric(folder, metric, names)
    return runs[runs["metric"] == metric]
