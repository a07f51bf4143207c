"""The page about Chi et al. 2014."""

from __future__ import annotations

from spark_analysis.papers.comparison.paper_page import PaperPage
from spark_analysis.papers.psoo_fcat.claims import CLAIMS
from spark_analysis.papers.psoo_fcat.figures import PICTURES
from spark_analysis.papers.psoo_fcat.questions import question_values

PAGE = PaperPage(
    name="psoo-fcat",
    page="psoo-fcat",
    template="psoo_fcat/psoo-fcat.md.j2",
    claims=CLAIMS,
    pictures=PICTURES,
    values=question_values,
    others=("trees",),
)
