"""One run of each variant of the central setting, all of the same replication as far as there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from schema.manifest import RUNS, Manifest
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant

_MOST_RUNS = 13
Shown = TypeVar("Shown")


class NothingToShow(ValueError):
    """A run without what is looked for; the message is the reason, for readers of the report."""


@dataclass(frozen=True)
class PairedRuns(Generic[Shown]):
    """What was read of each run, the setting they are at, and the labels of the others with the reason."""

    where: str
    shown: tuple[Shown, ...]
    omitted: tuple[tuple[str, str], ...]


def read_paired_runs(story: Story, read: Callable[[Path, Variant, str, Manifest], Shown]) -> PairedRuns[Shown]:
    """Read one run per line of the first panel. `read` gets a run's folder, its variant and label, and its manifest.

    A run whose reader raises OSError or ValueError is omitted.
    """
    panel = panels_shown(story)[0] if story.variants else None
    if panel is None:
        return PairedRuns("", (), ())
    wanted = list(panel.variants.items())[:_MOST_RUNS]
    names = {variant.name for _, variant in wanted}
    done = {(m.variant, m.replication): m for m in story.inputs.done if m.variant in names}
    times = Counter(replication for _, replication in done)
    favourite = min(times, key=lambda k: (-times[k], k), default=1)
    shown, omitted = [], [(label, "only so many fit") for label in list(panel.variants)[_MOST_RUNS:]]
    for label, variant in wanted:
        mine = sorted((k for name, k in done if name == variant.name), key=lambda k: (k != favourite, k))
        if not mine:
            omitted.append((label, "no run of it is done"))
            continue
        run = story.inputs.folder / RUNS / variant.name / str(mine[0])
        try:
            shown.append(read(run, variant, label, done[variant.name, mine[0]]))
        except NothingToShow as error:
            omitted.append((label, str(error)))
        except FileNotFoundError as error:
            omitted.append((label, f"its run has no {Path(error.filename).name}"))
        except (OSError, ValueError):
            omitted.append((label, "its run’s traces cannot be read"))
    return PairedRuns(panel.where, tuple(shown), tuple(omitted))
