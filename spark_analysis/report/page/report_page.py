"""From an experiment's folder to `report/index.html`, whole or not at all."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from spark_analysis.report.data.inputs import Definition, read_inputs
from spark_analysis.report.data.overlay.move_replay import read_move_replays
from spark_analysis.report.data.replay import Replays, read_replays
from spark_analysis.report.data.request_replay import read_request_replays
from spark_analysis.report.data.sdn.switch_replay import read_switch_replays
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.gallery import figures_of, pictures
from spark_analysis.report.figures.network import NETWORK_FIGURE, network_picture
from spark_analysis.report.page.commands import typed
from spark_analysis.report.page.player import fitted
from spark_analysis.report.page.variant_pages import variant_pages
from spark_analysis.report.sections.contents import sections_of
from spark_analysis.report.sections.section import ReportParts
from spark_analysis.report.theme.picture import Rendered, render


def write_report(folder: Path, definitions: Sequence[Definition] | None = None) -> Path:
    """Write the report of the experiment in `folder` and return the page's path.

    `definitions` defaults to the metrics of the experiment's kind of network. The same tables and manifests give the
    same bytes, but for the name of the folder in the page's commands. Raises what `read_inputs` raises.
    """
    story = Story(read_inputs(folder, definitions))
    page = ReportPage.of(story, typed(folder))
    report = folder / "report"
    figures = report / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for one in page.rendered:
        _replace(figures / f"{one.picture.name}.png", one.png)
    for stale in set(figures.glob("*.png")) - {figures / f"{one.picture.name}.png" for one in page.rendered}:
        stale.unlink()
    _replace(report / "index.html", page.html().encode())
    return report / "index.html"


@dataclass(frozen=True)
class ReportPage:
    """The one file: a page of sections, and behind it a page per variant."""

    parts: ReportParts
    player_data: str
    """JSON of the runs that are replayed; empty without one."""

    @classmethod
    def of(cls, story: Story, folder: str) -> ReportPage:
        """Draw the figures and read the runs to be replayed. `folder`: as commands name it."""
        moves = story.kind.name in NETWORK_FIGURE.kinds
        replays, data = fitted(read_replays(story) if moves else _wired_replays(story))
        still = network_picture(replays) if moves else None
        figures = [render(picture) for picture in pictures(story)]
        drawn = render(still) if still else None
        parts = ReportParts(story, figures, drawn, replays, folder, _environment(), _other_figures(story))
        return cls(parts, data)

    @property
    def rendered(self) -> list[Rendered]:
        """All figures of the page."""
        others = (figure for figures in self.parts.other_figures.values() for figure in figures)
        return [*self.parts.figures, *others, *([self.parts.still] if self.parts.still else [])]

    def html(self) -> str:
        """Return the file's text."""
        parts, inputs = self.parts, self.parts.story.inputs
        page = files("spark_analysis.report.page")
        script, style = ((page / name).read_text(encoding="utf-8") for name in ("player.js", "page.css"))
        sections = {section: section.html(parts) for section in sections_of(parts.story.kind.name)}
        shown = [section for section, html in sections.items() if html.strip()]
        variants = variant_pages(parts.story)
        around = zip(variants, [None, *variants], [*variants[1:], None], strict=False)
        return parts.environment.get_template("page.html.j2").render(
            experiment=inputs.experiment,
            story=parts.story,
            done=len(inputs.done),
            failed=len(inputs.failed),
            absent=len(inputs.absent),
            unsound=len(inputs.unsound),
            left_out=len(inputs.left_out),
            notices=[
                notice
                for section in sorted(shown, key=lambda section: section.notice_order)
                if (notice := section.notice_html(parts)).strip()
            ],
            listed=[section for section in shown if section.is_listed(parts)],
            sections=[sections[section] for section in shown],
            pages=[variant.html(parts, before, after) for variant, before, after in around],
            still=parts.still,
            player_data=Markup(self.player_data),
            script=Markup(script),
            script_hash=_hash(script),
            style=Markup(style),
            style_hash=_hash(style),
        )


def _wired_replays(story: Story) -> Replays:
    """Requests on their way where there are any, else the moves of an overlay's links, else switches."""
    for read in (read_request_replays, read_move_replays, read_switch_replays):
        replays = read(story)
        if replays.shown:
            break
    return replays


def _other_figures(story: Story) -> dict[str, list[Rendered]]:
    """The figures of sections that show some of their own, but for the replay's."""
    sections = sorted({figure.section for figure in figures_of(story)} - {"figures", NETWORK_FIGURE.section})
    return {section: [render(picture) for picture in pictures(story, section)] for section in sections}


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("spark_analysis.report.page", ""),
        autoescape=select_autoescape(["html.j2"], default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _hash(element: str) -> str:
    """What a Content-Security-Policy calls an element of the page that it lets through."""
    return f"'sha256-{b64encode(sha256(element.encode()).digest()).decode()}'"


def _replace(path: Path, data: bytes) -> None:
    """Write beside, then rename: a reader never sees half a file."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)
