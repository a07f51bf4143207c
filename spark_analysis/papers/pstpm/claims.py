"""The claims of the paper's text, in its order. A new claim is one more entry of CLAIMS."""

from __future__ import annotations

from spark_analysis.papers.comparison.claim import Claim
from spark_analysis.papers.pstpm import quantities
from spark_analysis.papers.pstpm.overlay_costs import OCBR, PSOO
from spark_analysis.prediction.paper.exponent import PAPER_EXPONENT
from spark_analysis.prediction.paper.noise import PAPER_GOAL
from spark_analysis.prediction.series.collection import Place

EPSILON = 1e-9
"""What separates `below 0` from `at most 0`."""
_NEAR = 0.06
"""Share of the printed exponent, to both sides."""
_LINE = 0.99
"""Least correlation of points that "composed a line"."""


def _goal(name: str, where: str, words: str, place: Place) -> Claim:
    """Return the claim on the mean squared error at the end of training."""
    return Claim(
        name=name,
        where=where,
        words=words,
        measure=f"Mean squared error of scaled values at the end of training, {place} links, a point for each kind of "
        "traffic. All inputs end before the step that is predicted.",
        samples=lambda results: quantities.of_links(results, "loss", place),
        high=PAPER_GOAL,
        unit="",
        why="The printed value is the first loss below the goal at which training stops. Counts that vary at random "
        "cannot be predicted that well, whatever the model; with the answer among the inputs noise reaches it, too.",
    )


def _line(name: str, where: str, words: str, place: Place) -> Claim:
    """Return the claim on the regression of outputs and targets."""
    return Claim(
        name=name,
        where=where,
        words=words,
        measure=f"Correlation of outputs and targets of all training steps, {place} links, a point for each kind of "
        f"traffic. A line is read as a correlation of {_LINE} or more.",
        samples=lambda results: quantities.of_links(results, "correlation", place),
        low=_LINE,
        unit="",
        why="Points compose a line only if the inputs determine the next step.",
    )


def _fits(name: str, where: str, words: str, place: Place) -> Claim:
    """Return the claim that the predicted series fits."""
    return Claim(
        name=name,
        where=where,
        words=words,
        measure=f"Skill of the network over the last value, for the 50 steps after training, {place} links, a point "
        "for each kind of traffic. “Well” is read as better than the last value, which needs no model.",
        samples=lambda results: quantities.network_skill(results, place),
        low=EPSILON,
        range_words="above 0",
        unit="",
        why="A curve that follows the last value looks like a good fit, too. Only the comparison shows what the "
        "network adds.",
    )


def _sharper(name: str, where: str, words: str, strategy: str) -> Claim:
    """Return the claim that a prediction lowers the cost."""
    return Claim(
        name=name,
        where=where,
        words=words,
        measure="Mean cost with the paper's network above that without a prediction, in per cent of the latter, on the "
        "same network and traffic. Each kind of traffic is a point.",
        samples=lambda results: quantities.change_by_network(results, strategy),
        high=-EPSILON,
        range_words="below 0 %",
        why="A strategy compares flows on one path. A prediction that scales all flows of a link alike changes few of "
        "these comparisons.",
    )


def _fall(name: str, where: str, words: str, strategy: str) -> Claim:
    """Return the claim that both curves fall."""
    return Claim(
        name=name,
        where=where,
        words=words,
        measure="Mean cost below that of the static overlay, in per cent of the latter, without and with the network.",
        samples=lambda results: quantities.savings(results, strategy),
        low=EPSILON,
        range_words="above 0 %",
        why="A move is executed only if the brokers of its path find that it lowers the cost.",
    )


CLAIMS = (
    Claim(
        name="exponent",
        where="3, Fig. 2",
        words="The slope is 0.4363",
        measure="Exponent with the paper's delay, dimension and period, over steps 0 to 4; interior links, a point for "
        "each kind of traffic. Within 6 % of the printed value agrees.",
        samples=lambda results: quantities.of_links(results, "exponent", Place.INTERIOR),
        low=round((1 - _NEAR) * PAPER_EXPONENT, 2),
        high=round((1 + _NEAR) * PAPER_EXPONENT, 2),
        unit="1/step",
        why="With these parameters the curve saturates at once, and the slope measures the way to saturation. It "
        "depends on how the values are distributed: independent uniform numbers have nearly the printed one.",
    ),
    Claim(
        name="chaos",
        where="3, Fig. 2",
        words="the slope is larger than 0, so the time series ts exhibits chaos",
        measure="Share of series that the whole test calls chaotic: fit before saturation, and better predictable than "
        "surrogates. Interior links, a point for each kind of traffic but the chaotic one. Half or more agrees.",
        samples=lambda results: quantities.share_chaotic(results, Place.INTERIOR),
        low=50,
        why="A positive slope is not enough, since noise has one.",
    ),
    _goal("goal-interior", "6.1, Fig. 5", "the mse reached 0.0009964 at iteration of 140 epochs", Place.INTERIOR),
    _line(
        "line-interior",
        "6.1, Fig. 6",
        "we cannot find out the dashed line and the solid line because they covered by the data points which composed "
        "a line",
        Place.INTERIOR,
    ),
    _fits(
        "fit-interior",
        "6.1, Fig. 7",
        "the predicted values series could well fit the actual ones",
        Place.INTERIOR,
    ),
    _goal("goal-border", "6.1, Fig. 8", "the mse reached 0.00099969 at iteration of 73 epochs", Place.BORDER),
    _line("line-border", "6.1, Fig. 9", "the fit is also very good in border broker case", Place.BORDER),
    _fits(
        "fit-border",
        "6.1, Fig. 10",
        "the predicted values series could well fit the actual ones in border broker case",
        Place.BORDER,
    ),
    _fall("ocbr-falls", "6.2, Fig. 11", "the original OCBR and the predicable OCBR cost are both decreased", OCBR),
    _sharper("ocbr-sharper", "6.2, Fig. 11", "predicable OCBR cost decreases sharper than original OCBR", OCBR),
    _fall(
        "psoo-falls",
        "6.2, Fig. 12",
        "the original PSOO-FCAT and the predicable PSOO-FCAT cost are both decreased",
        PSOO,
    ),
    _sharper(
        "psoo-sharper",
        "6.2, Fig. 12",
        "predicable PSOO-FCAT cost decreases sharper than original PSOO-FCAT",
        PSOO,
    ),
    Claim(
        name="precision",
        where="5",
        words="the more precise the prediction for the traffic that could be given by broker, the more the traffic "
        "cost reduction that will be achieved",
        measure="Mean cost with the true counts of the next window above that with the network, in per cent of the "
        "latter. Each kind of traffic and strategy is a point.",
        samples=lambda results: quantities.change_by_precision(results, (OCBR, PSOO)),
        high=-EPSILON,
        range_words="below 0 %",
        why="The true counts of one window are not those of the next ten, for which a move has to pay.",
    ),
)
