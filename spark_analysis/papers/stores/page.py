"""The page about Sourlas et al. 2011."""

from __future__ import annotations

from schema.papers.optima import STORE_OPTIMA
from spark_analysis.papers.comparison.paper_page import PaperPage
from spark_analysis.papers.stores.claims import CLAIMS
from spark_analysis.papers.stores.figures import PICTURES
from spark_analysis.papers.stores.optimality import optimality_values

PAGE = PaperPage(
    name="stores",
    page="storage-planning",
    template="stores/storage-planning.md.j2",
    claims=CLAIMS,
    pictures=PICTURES,
    values=optimality_values,
    optima=STORE_OPTIMA,
)
