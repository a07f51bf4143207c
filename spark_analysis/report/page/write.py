"""From an experiment's folder to `report/index.html`, whole or not at all."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from spark_analysis.report.data.definitions import catalogue
from spark_analysis.report.data.inputs import Definition, read_inputs
from spark_analysis.report.data.replay import Replays, read_replays
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.vocabulary import view
from spark_analysis.report.figures.gallery import NETWORK, network, pictures
from spark_analysis.report.page.commands import typed
from spark_analysis.report.page.player import fitted
from spark_analysis.report.page.variant_pages import variant_pages
from spark_analysis.report.sections import answer
from spark_analysis.report.sections import tables as sections
from spark_analysis.report.theme.picture import Rendered, render

_TEMPLATE = "page.html.j2"


def write_report(folder: Path, definitions: Sequence[Definition] | None = None) -> Path:
    """Write the report of the experiment in `folder` and return the page's path.

    `definitions` defaults to the metric catalogue. The same tables and manifests give the same bytes, but for the name
    of the folder in the page's commands.
    """
    story = Story(read_inputs(folder, catalogue() if definitions is None else definitions))
    replays, data = fitted(read_replays(story))
    still = network(replays)
    rendered = [render(picture) for picture in (*pictures(story), *([still] if still else []))]
    report = folder / "report"
    figures = report / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for one in rendered:
        _replace(figures / f"{one.picture.name}.png", one.png)
    for stale in set(figures.glob("*.png")) - {figures / f"{one.picture.name}.png" for one in rendered}:
        stale.unlink()
    page = report / "index.html"
    _replace(page, _html(story, rendered, replays, data, typed(folder)).encode())
    return page


def _html(story: Story, rendered: Sequence[Rendered], replays: Replays, data: str, folder: str) -> str:
    environment = Environment(
        loader=PackageLoader("spark_analysis.report.page", ""),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    inputs = story.inputs
    page = files("spark_analysis.report.page")
    script, style = ((page / name).read_text(encoding="utf-8") for name in ("player.js", "page.css"))
    return environment.get_template(_TEMPLATE).render(
        experiment=inputs.experiment,
        story=story,
        done=len(inputs.done),
        failed=len(inputs.failed),
        absent=len(inputs.absent),
        unsound=len(inputs.unsound),
        statements=answer.statements(story),
        verdicts=answer.VERDICTS,
        left_out=answer.left_out(story),
        glance=sections.glance(story),
        figures=[one for one in rendered if one.picture.name != NETWORK],
        still=next((one for one in rendered if one.picture.name == NETWORK), None),
        replays=replays,
        player_data=Markup(data),
        script=Markup(script),
        script_hash=_hash(script),
        style=Markup(style),
        style_hash=_hash(style),
        summaries=sections.summaries(story),
        pairs=sections.pairs(story),
        parameters=sections.parameters(story),
        checks=sections.checks(story),
        captures=sections.captures(story),
        warm_up=sections.warm_up(story),
        pages=variant_pages(story),
        failures=sections.failures(story),
        provenance=sections.provenance(story),
        definitions=[(view(one.name).label, one) for one in inputs.definitions],
        folder=folder,
    )


def _hash(element: str) -> str:
    """What a Content-Security-Policy calls an element of the page that it lets through."""
    return f"'sha256-{b64encode(sha256(element.encode()).digest()).decode()}'"


def _replace(path: Path, data: bytes) -> None:
    """Write beside, then rename: a reader never sees half a file."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)
