"""The page about Chi et al. 2017."""

from __future__ import annotations

from spark_analysis.papers.comparison.paper_page import PaperPage
from spark_analysis.papers.pstpm.claims import CLAIMS
from spark_analysis.papers.pstpm.evidence import write_evidence
from spark_analysis.papers.pstpm.figures import PICTURES
from spark_analysis.papers.pstpm.questions import prediction_values

PAGE = PaperPage(
    name="pstpm",
    page="pstpm",
    template="pstpm/pstpm.md.j2",
    claims=CLAIMS,
    pictures=PICTURES,
    values=prediction_values,
    others=("kinds",),
    prepare=write_evidence,
)
