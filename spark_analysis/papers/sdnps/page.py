"""The page about Wang et al. 2016."""

from __future__ import annotations

from schema.papers.optima import OVERLAY_OPTIMA
from spark_analysis.papers.comparison.paper_page import PaperPage
from spark_analysis.papers.sdnps.claims import CLAIMS
from spark_analysis.papers.sdnps.figures import PICTURES
from spark_analysis.papers.sdnps.questions import page_values

PAGE = PaperPage(
    name="sdnps",
    page="sdnps",
    template="sdnps/sdnps.md.j2",
    claims=CLAIMS,
    pictures=PICTURES,
    values=page_values,
    others=("e1-exact", "e5", "e7", "e8"),
    optima=OVERLAY_OPTIMA,
)
