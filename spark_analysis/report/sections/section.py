"""What a section of the report is: one class and its template in one file, which the page finds by itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from jinja2 import Environment, Template
from markupsafe import Markup

from spark_analysis.report.data.replay import Replays
from spark_analysis.report.data.story import Story
from spark_analysis.report.theme.picture import Rendered

_SHAPES = '{% import "macros.html.j2" as shape with context %}\n'
"""The shapes that several sections have in common."""


@dataclass(frozen=True)
class ReportParts:
    """What sections are made from."""

    story: Story
    figures: Sequence[Rendered]
    """Those of the section `figures`."""
    still: Rendered | None
    """Of the replay; None where there is no run to replay."""
    replays: Replays
    folder: str
    """The experiment's folder, as it is typed in the page's commands."""
    environment: Environment
    """Has the templates that sections import."""
    other_figures: Mapping[str, Sequence[Rendered]] = field(default_factory=dict)
    """Of sections but `figures` and the replay, by the section's name."""

    def render(self, template: str, values: Mapping[str, Any]) -> Markup:
        """Return the text of a template, which may use the shapes, the story and `values`."""
        common = {"story": self.story, "experiment": self.story.inputs.experiment, "folder": self.folder}
        return Markup(_compiled(self.environment, template).render(**common, **values))


@cache
def _compiled(environment: Environment, template: str) -> Template:
    """Compile a section's template once: each page of a variant has the same, and so have the tests' many reports."""
    return environment.from_string(_SHAPES + template)


class Section(ABC):
    """A section. An object of such a class at the top of a module here is in the report, and in its contents."""

    name: ClassVar[str]
    """The id that links lead to."""
    label: ClassVar[str]
    """In the contents."""
    order: ClassVar[int]
    """Place in the report; no two sections share one."""
    kinds: ClassVar[frozenset[str]]
    """Names of the network kinds whose reports have it."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The result tables that it is made from."""
    template: ClassVar[str]
    notice: ClassVar[str] = ""
    """Template of a notice at the top of the page; the page has none where it comes out empty."""
    notice_order: ClassVar[int] = 0

    @abstractmethod
    def values(self, report: ReportParts) -> Mapping[str, Any]:
        """Return what the templates are filled with."""

    def is_listed(self, report: ReportParts) -> bool:
        """Whether the contents name it, where it is shown at all."""
        return True

    def html(self, report: ReportParts) -> Markup:
        """Return the section; empty where the report has none."""
        return report.render(self.template, self.values(report))

    def notice_html(self, report: ReportParts) -> Markup:
        """Return the notice at the top of the page; empty where there is none."""
        return report.render(self.notice, self.values(report)) if self.notice else Markup("")
