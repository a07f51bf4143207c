"""The papers that have a page, by the name that the command line has for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spark_analysis.papers.claim import Claim
from spark_analysis.papers.panel import PaperPicture
from spark_analysis.papers.stores.claims import CLAIMS
from spark_analysis.papers.stores.figures import PICTURES


@dataclass(frozen=True)
class PaperPage:
    """What the page about a paper is made of."""

    name: str
    page: str
    """Name of the page's file, without `.md`."""
    template: str
    """In this folder."""
    claims: tuple[Claim, ...]
    pictures: tuple[PaperPicture, ...]

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the folders of results."""
        return tuple(picture.name for picture in self.pictures)


PAPER_PAGES: Mapping[str, PaperPage] = {
    "stores": PaperPage("stores", "storage-planning", "stores/storage-planning.md.j2", CLAIMS, PICTURES)
}
