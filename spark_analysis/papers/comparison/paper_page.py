"""The page about a paper as Markdown, with its figures as SVG and PNG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from schema.intervals import Estimate
from schema.papers.row_table import RowTable
from spark_analysis.papers.comparison.claim import Claim, JudgedClaim, JudgedPoint, PaperVerdict, judge
from spark_analysis.papers.comparison.drawing import DrawnPanel, as_picture, drawn_panels
from spark_analysis.papers.comparison.panel import PaperPicture
from spark_analysis.papers.comparison.paper_results import PaperResults, figure_title
from spark_analysis.report.theme.numbers import decimals, fixed
from spark_analysis.report.theme.picture import draw_files

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def no_values(results: PaperResults) -> Mapping[str, object]:
    """Return nothing: the template needs no more than claims and figures."""
    return {}


def nothing_more(spark: SparkSession, folder: Path) -> None:
    """Do nothing: the tables of the figures are all that claims and figures need."""


@dataclass(frozen=True)
class PaperPage:
    """What the page about a paper is made of."""

    name: str
    page: str
    """Name of the page's file, without `.md`."""
    template: str
    """In the folder of papers."""
    claims: tuple[Claim, ...]
    pictures: tuple[PaperPicture, ...]
    values: Callable[[PaperResults], Mapping[str, object]] = no_values
    """Further values for the template."""
    others: tuple[str, ...] = ()
    """Folders of results of which there is no picture."""
    optima: RowTable[Any] | None = None
    """The table of exact optima that its figures may have."""
    prepare: Callable[[SparkSession, Path], None] = nothing_more
    """Computes further tables from the runs in the folder of results, before the page is written."""

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the folders of results."""
        return tuple(dict.fromkeys([*(picture.folder for picture in self.pictures), *self.others]))


@dataclass(frozen=True)
class PageFigure:
    """A figure of the page."""

    name: str
    title: str
    subject: str
    replications: int
    panels: tuple[DrawnPanel, ...]


def write_paper_page(paper: PaperPage, results: PaperResults, folder: Path) -> Path:
    """Write the page of `paper` and its figures to `folder` and return the page's path.

    The same results give the same bytes.
    """
    images = folder / paper.page
    images.mkdir(parents=True, exist_ok=True)
    figures = []
    for picture in paper.pictures:
        found = results[picture.folder]
        drawn = drawn_panels(picture, found)
        if not drawn:
            continue
        _, png = draw_files(as_picture(picture, drawn))
        (images / f"{picture.name}.png").write_bytes(png)
        about = figure_title(picture.name), picture.subject, found.experiment.replications
        figures.append(PageFigure(picture.name, *about, tuple(drawn)))
    page = folder / f"{paper.page}.md"
    page.write_text(page_text(paper, results, figures), encoding="utf-8")
    return page


def page_text(paper: PaperPage, results: PaperResults, figures: Sequence[PageFigure]) -> str:
    """Return the page's Markdown."""
    judged = [judge(claim, results) for claim in paper.claims]
    environment = Environment(
        loader=PackageLoader("spark_analysis.papers", ""),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown
    )
    environment.filters |= {"number": number_text}
    counts = Counter(each.verdict for each in judged)
    return environment.get_template(paper.template).render(
        page=paper.page,
        claims=judged,
        counts=[(verdict.value, counts[verdict]) for verdict in PaperVerdict if counts[verdict]],
        figures=figures,
        **paper.values(results),
        ours=result_text,
        basis=basis_text,
        values=curve_values,
        xs=x_values,
        fixed=fixed,
    )


def number_text(found: Estimate, unit: str = "") -> str:
    """Return `1.92 ± 0.03 %`, without an interval where there is none."""
    half = found.half_width
    places = decimals(found.mean, half)
    text = fixed(found.mean, places)
    if isfinite(half):
        text += f" ± {fixed(half, places)}"
    return f"{text} {unit}".rstrip()


def result_text(judged: JudgedClaim) -> str:
    """Return our number for a claim: the mean at its only point, or the smallest and the largest mean."""
    unit = judged.claim.unit
    if not judged.points:
        return "–"
    if len(judged.points) == 1:
        return number_text(judged.points[0].estimate, unit)
    low, high = (number_text(point.estimate) for point in (judged.lowest, judged.highest))
    return f"{low} to {high} {unit}".rstrip()


def basis_text(judged: JudgedClaim) -> str:
    """Return where the numbers of a claim are from, and how many points agree."""
    if not judged.points:
        return "no run has the points of this claim"
    least, most = judged.replications
    n = f"n = {least}" if least == most else f"n = {least} to {most}"
    if len(judged.points) == 1:
        return f"{judged.points[0].label}; {n}"
    return (
        f"smallest at {_place(judged.lowest)}, largest at {_place(judged.highest)}; of {len(judged.points)} points "
        f"{judged.agreeing} agree and {judged.disagreeing} disagree; {n}"
    )


def _place(point: JudgedPoint) -> str:
    return f"({point.label})"


def x_values(panel: DrawnPanel) -> list[float]:
    """Return the values of a panel's x axis."""
    return sorted({point.x for curve in panel[1] for point in curve.points})


def curve_values(panel: DrawnPanel, x: float) -> list[str]:
    """Return the number of each curve at `x`."""
    found = []
    for curve in panel[1]:
        at = [point.estimate for point in curve.points if point.x == x]
        found.append(number_text(at[0]) if at else "–")
    return found
