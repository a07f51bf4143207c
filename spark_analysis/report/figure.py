"""One figure of a report, again: `./waf python -m spark_analysis.report.figure DIR NAME` writes PNG, SVG and CSV."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.gallery import figures_of
from spark_analysis.report.theme.picture import write_picture


def main(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's folder, with its tables.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="As the report calls it; all are told without it.")] = "",
    to: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to; DIR/report/figures, if not given.")] = None,
) -> None:
    """Write one figure of a report as NAME.png and NAME.svg, and what it draws as NAME.csv."""
    try:
        story = Story(read_inputs(folder))
    except (OSError, ValueError):
        sys.exit(_refused(f"{folder}: expected an experiment's folder, with experiment.json and tables/"))
    # What another section shows reads the runs: it is drawn only where it is asked for.
    wanted = [figure for figure in figures_of(story) if figure.section == "figures" or name in ("", figure.name)]
    drawn = {picture.name: picture for figure in wanted for picture in figure.draw(story)}
    if not name:
        print("\n".join(drawn))
    elif name not in drawn:
        sys.exit(_refused(f"{folder}: no figure {name!r}, expected one of {', '.join(drawn)}"))
    else:
        print("\n".join(map(str, write_picture(drawn[name], to or folder / "report" / "figures"))))


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    typer.run(main)
