"""A figure as files: SVG for the page, light and dark, for desk and phone; PNG for papers and slides."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from spark_analysis.report.theme import palette
from spark_analysis.report.theme.slim import slim

_PNG_DPI = 200
_LETTERS_PER_INCH = 12
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Page:
    """The width a figure is drawn for, in inches, and how many panels stand side by side."""

    width: float
    columns: int


DESK = Page(7.5, 2)
PHONE = Page(3.75, 1)


@dataclass(frozen=True)
class Picture:
    """What a figure shows and how to draw it."""

    name: str
    title: str
    caption: str
    alt: str
    draw: Callable[[Page], Figure]
    table: Callable[[], pd.DataFrame]
    """The numbers that are drawn."""


@dataclass(frozen=True)
class Rendered:
    """A picture as data URIs, and as a PNG file's bytes."""

    picture: Picture
    desk: str
    desk_dark: str
    phone: str
    phone_dark: str
    png: bytes


def render(picture: Picture) -> Rendered:
    """Draw `picture` for every page. The same tables give the same bytes."""
    with palette.applied(picture.name):
        desk_svg, png = _files(picture.draw(DESK))
        desk_svg, phone_svg = slim(desk_svg), slim(_svg(picture.draw(PHONE)))
    return Rendered(picture, _uri(desk_svg), _uri(_darken(desk_svg)), _uri(phone_svg), _uri(_darken(phone_svg)), png)


def draw_files(picture: Picture) -> tuple[bytes, bytes]:
    """The figure alone as SVG and PNG, on paper of its own."""
    with palette.applied(picture.name):
        svg, png = _files(picture.draw(DESK), paper="white")
    return svg.encode(), png


def write_picture(picture: Picture, folder: Path) -> tuple[Path, ...]:
    """Write the figure as PNG and SVG and what it draws as CSV, and return the files. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {kind: folder / f"{picture.name}.{kind}" for kind in ("png", "svg", "csv")}
    svg, png = draw_files(picture)
    files["svg"].write_bytes(svg)
    files["png"].write_bytes(png)
    picture.table().to_csv(files["csv"], index=False, lineterminator="\n")
    return tuple(files.values())


def panels(
    page: Page, count: int, height: float, *, below: float = 0.0, share_rows: bool = False
) -> tuple[Figure, list[Axes]]:
    """An empty figure of `count` panels, each `height` inches high, with `below` inches left for a legend.

    `share_rows`: one set of row labels, on the left.
    """
    columns = min(page.columns, count)
    rows = ceil(count / columns)
    figure = Figure(figsize=(page.width, rows * height + below), layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.06))
    grid = figure.subplots(rows, columns, squeeze=False, sharey=share_rows)
    axes = list(grid.flat)
    for spare in axes[count:]:
        spare.remove()
    if not share_rows or columns == 1:
        for axis in axes[:count]:
            axis.tick_params(labelleft=True)
    return figure, axes[:count]


def title_width(page: Page, row_labels: Sequence[str], columns: int | None = None) -> int:
    """How many letters of a title fit above a panel that has these labels to its left."""
    beside = max((len(line) for label in row_labels for line in label.split("\n")), default=0)
    return max(16, int(_LETTERS_PER_INCH * page.width / (columns or page.columns)) - beside)


def _files(figure: Figure, paper: str = "none") -> tuple[str, bytes]:
    svg = _svg(figure, paper)
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=_PNG_DPI, facecolor="white", metadata={"Software": None})
    return svg, buffer.getvalue()


def _svg(figure: Figure, paper: str = "none") -> str:
    _lay_out(figure)
    buffer = BytesIO()
    about = {"Date": None, "Creator": None, "Format": None, "Type": None}
    figure.savefig(buffer, format="svg", facecolor=paper, metadata=about)
    return buffer.getvalue().decode().replace("'DejaVu Sans'", _FONT)


def _lay_out(figure: Figure) -> None:
    """Place the panels as an SVG file needs them. Without an engine, saving the figure draws it once and not twice."""
    engine = figure.get_layout_engine()
    if engine is None:
        return
    usual = figure.dpi
    figure.dpi = FigureCanvasSVG(figure).fixed_dpi
    engine.execute(figure)
    figure.dpi = usual
    figure.set_layout_engine(None)


def _darken(svg: str) -> str:
    return _COLOUR.sub(lambda match: palette.dark_twin(match.group()), svg)


def _uri(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
