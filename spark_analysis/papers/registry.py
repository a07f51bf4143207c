"""The papers that have a page, by the name that the command line has for them."""

from __future__ import annotations

from collections.abc import Mapping

from spark_analysis.papers.comparison.paper_page import PaperPage
from spark_analysis.papers.stores.claims import CLAIMS
from spark_analysis.papers.stores.figures import PICTURES

PAPER_PAGES: Mapping[str, PaperPage] = {
    "stores": PaperPage("stores", "storage-planning", "stores/storage-planning.md.j2", CLAIMS, PICTURES)
}
