"""The claims of the paper's text, in its order. A new claim is one more entry of CLAIMS.

The paper's figures have no readable numbers, so shapes are judged. Where a word has no number, `measure` gives the
range that it is read as.
"""

from __future__ import annotations

from spark_analysis.papers.comparison.claim import Claim
from spark_analysis.papers.psoo_fcat import quantities
from spark_analysis.papers.psoo_fcat.overlay_series import OCBR_E, PSOO
from spark_analysis.papers.psoo_fcat.quantities import BASELINES

EPSILON = 1e-9
"""What separates `below 0` from `at most 0`."""
SHARE_OF_START = 0.15
"""Of the paper's starting cost, to both sides."""
_SAME = 1.0
"""Per cent of the static overlay's cost within which a cost is not changed."""
_SCALED = (
    "The first step's cost per tick, times the factor that makes this network like the paper's: fewer publishers, and "
    "paths as the root of the number of brokers."
)
_RELATIVE = "in points of the static overlay's cost, which has the same traffic"


def _start(name: str, section: str, figure: str, words: str, cost: int) -> Claim:
    """Return the claim on the cost at tick 0."""
    return Claim(
        name=name,
        where=section,
        words=words,
        measure=f"{_SCALED} A start within 15 % of the printed one agrees.",
        samples=lambda results: quantities.starting_cost(results, figure),
        low=round((1 - SHARE_OF_START) * cost),
        high=round((1 + SHARE_OF_START) * cost),
        unit="1/tick",
        why="The paper prints no unit, and neither its initial tree nor how many consumers a notification matches. We "
        "read cost per tick and a random labelled tree.",
    )


def _unchanged(name: str, section: str, figure: str, words: str, tick: int) -> Claim:
    """Return the claim that nothing changes before a tick."""
    return Claim(
        name=name,
        where=section,
        words=words,
        measure="PSOO-FCAT's cost in the last step before this tick, less that of the static overlay, in per cent of "
        "the latter. “Not changed” is read as within 1 %.",
        samples=lambda results: quantities.change_before(results, figure, tick),
        low=-_SAME,
        high=_SAME,
        why="A path is complete once it was the same in two rounds. Short paths are complete after a few rounds, so "
        "the first moves do not wait for the longest path.",
    )


def _jump(name: str, section: str, figure: str, words: str) -> Claim:
    """Return the claim that the cost rises after a change of stage."""
    return Claim(
        name=name,
        where=section,
        words=words,
        measure=f"Rise of PSOO-FCAT's cost from the last step of a stage to 1,000 ticks later, {_RELATIVE}. Each "
        "change of stage is a point.",
        samples=lambda results: quantities.rises_at_changes(results, figure),
        low=EPSILON,
        range_words="above 0 points",
        unit="points",
        why="The tree suits the traffic of the stage that ends, so the rise grows with the saving that was made until "
        "then. 1,000 ticks later a part of it is saved again.",
    )


def _similar_stages(name: str, section: str, figure: str, words: str, strategies: tuple[str, ...]) -> Claim:
    """Return the claim that later stages are like the first."""
    return Claim(
        name=name,
        where=section,
        words=words,
        measure=f"Fall of the cost within a later stage, less that within the first, {_RELATIVE}. “Similar” is read as "
        "within 10 points.",
        samples=lambda results: quantities.later_falls(results, figure, strategies),
        low=-10,
        high=10,
        unit="points",
        why="The first stage begins with a tree that no strategy has improved. A later one begins with the tree that "
        "the stage before has left.",
    )


def _not_more_obvious(name: str, section: str, figure: str) -> Claim:
    """Return the claim that the other strategies cut costs less."""
    return Claim(
        name=name,
        where=section,
        words="Compared to other strategies, the OCBR cost and the OCBR-E cost that have been reduced are not more "
        "obvious than the PSOO-FCAT cost",
        measure="Mean cost of PSOO-FCAT above that of the other strategy, in per cent of the latter.",
        samples=lambda results: quantities.mean_cost_above(results, figure, BASELINES),
        high=-EPSILON,
        range_words="below 0 %",
        why="In a round, each broker of PSOO-FCAT looks at one filter, and a whole path of brokers has to choose the "
        "same one. OCBR's brokers each look at all traffic of their links. So PSOO-FCAT makes fewer moves in a stage.",
    )


def _able(name: str, section: str, figure: str, words: str) -> Claim:
    """Return the claim that PSOO-FCAT cuts the cost at all."""
    return Claim(
        name=name,
        where=section,
        words=words,
        measure="Mean cost of PSOO-FCAT below that of the static overlay, in per cent of the latter.",
        samples=lambda results: quantities.mean_reduction(results, figure, (PSOO,)),
        low=EPSILON,
        range_words="above 0 %",
        why="Each move is executed only if the brokers of its path find that it lowers the cost, and what they find is "
        "exact for the traffic of the last window.",
    )


FIG_3 = (
    _start("start", "5.1, Fig. 3", "fig-3", "the PSOO-FCAT cost is 50253 at tick 0", 50253),
    _unchanged("unchanged", "5.1, Fig. 3", "fig-3", "The PSOO-FCAT cost is not changed before tick 1500", 1500),
    Claim(
        name="change-point",
        where="5.1, Fig. 3",
        words="the change point is in period from tick 1500 to 2000",
        measure="Tick of the first reconfiguration, in ticks of the paper.",
        samples=lambda results: quantities.first_move(results, "fig-3"),
        low=1500,
        high=2000,
        unit="ticks",
        why="Many paths are shorter than the longest one. One that is complete is evaluated at once, while others "
        "still grow.",
    ),
    Claim(
        name="sharp-fall",
        where="5.1, Fig. 3",
        words="The PSOO-FCAT cost decreases sharply from tick 1500 to 2000",
        measure="Fall from tick 1500 to 2000, less the mean fall in 500 ticks from 2000 to 8000, "
        f"{_RELATIVE}. “Sharply” is read as faster than afterwards.",
        samples=lambda results: quantities.sharpness(results, "fig-3"),
        low=EPSILON,
        range_words="above 0 points",
        unit="points",
        why="Moves begin earlier and one by one, not all at once.",
    ),
    Claim(
        name="steady-fall",
        where="5.1, Fig. 3",
        words="The PSOO-FCAT cost decreases steadily from tick 2000 to 8000",
        measure=f"Fall in each 2,000 ticks, {_RELATIVE}.",
        samples=lambda results: quantities.falls(results, "fig-3", (2000, 4000, 6000, 8000)),
        low=EPSILON,
        range_words="above 0 points",
        unit="points",
        why="A broker looks at its greatest filter alone. While that filter's path cannot be improved, the broker "
        "proposes nothing, so the fall slows down.",
    ),
    Claim(
        name="level",
        where="5.1, Fig. 3",
        words="The PSOO-FCAT cost tends to be steady after tick 8000",
        measure=f"Mean cost in the last quarter after tick 8000, less that in the first quarter, {_RELATIVE}. “Steady” "
        "is read as within 2 points.",
        samples=lambda results: quantities.drift_after(results, "fig-3", 8000),
        low=-2,
        high=2,
        unit="points",
        why="Moves become rare when the greatest filters have their paths.",
    ),
    Claim(
        name="others-fall",
        where="5.1, Fig. 3",
        words="the OCBR and the OCBR-E have the same ability to reduce the traffic cost of the overlay network",
        measure="Cost in the last tenth of the run below that of the static overlay, in per cent of the latter, for "
        "each of the three.",
        samples=lambda results: quantities.final_reduction(results, "fig-3", (*BASELINES, PSOO)),
        low=EPSILON,
        range_words="above 0 %",
        why="All three cut the cost; by how much differs, see the curves.",
    ),
    Claim(
        name="similar-to-ocbr-e",
        where="5.1, Fig. 3",
        words="After tick 6000, the PSOO-FCAT cost and the OCBR-E cost basically have the similar cost value",
        measure="Mean cost of PSOO-FCAT since tick 6000 above that of OCBR-E (reconstruction), in per cent of the "
        "latter. “Similar” is read as within 10 %.",
        samples=lambda results: quantities.mean_cost_above(results, "fig-3", (OCBR_E,), 6000),
        low=-10,
        high=10,
        why="OCBR-E is our reconstruction, because its source is lost. With another rule for what pays off it could "
        "stop at another level.",
    ),
)

FIG_4 = (
    _start("stages-start", "5.2, Fig. 4", "fig-4", "the PSOO-FCAT cost is 51193 at tick 0", 51193),
    _unchanged("stages-unchanged", "5.2, Fig. 4", "fig-4", "The PSOO-FCAT cost is not changed before tick 2000", 2000),
    Claim(
        name="stages-fall",
        where="5.2, Fig. 4",
        words="The PSOO-FCAT cost decreases from tick 2000 to 4000",
        measure=f"Fall from tick 2000 to the last step before 4000, {_RELATIVE}.",
        samples=lambda results: quantities.falls_until_change(results, "fig-4", 2000, 4000),
        low=EPSILON,
        range_words="above 0 points",
        unit="points",
        why="The moves go on until the traffic changes.",
    ),
    _jump(
        "stages-jump",
        "5.2, Fig. 4",
        "fig-4",
        "The PSOO-FCAT cost increases sharply from tick 4000 to 5000, because the stage was switched to the next stage",
    ),
    _similar_stages(
        "stages-alike",
        "5.2, Fig. 4",
        "fig-4",
        "In the next stage period, the change of the PSOO-FCAT cost is similar with the previous stage period",
        (PSOO,),
    ),
    _not_more_obvious("stages-lowest", "5.2, Fig. 4", "fig-4"),
    _similar_stages(
        "stages-others-alike",
        "5.2, Fig. 4",
        "fig-4",
        "In the next stage period, the change of the OCBR cost and the OCBR-E cost is similar with the previous stage "
        "period",
        BASELINES,
    ),
    _able(
        "stages-able",
        "5.2, Fig. 4",
        "fig-4",
        "our strategy has the ability to reduce the traffic cost of the overlay network, in the condition that the "
        "application traffic changes frequently",
    ),
)

FIG_5 = (
    _start("low-start", "5.3, Fig. 5", "fig-5", "the PSOO-FCAT cost is 50534 at tick 0", 50534),
    _unchanged("low-unchanged", "5.3, Fig. 5", "fig-5", "The PSOO-FCAT cost is not changed before tick 2000", 2000),
    Claim(
        name="low-fall",
        where="5.3, Fig. 5",
        words="The PSOO-FCAT cost decreases from tick 2000 to 4000",
        measure=f"Fall from tick 2000 to the last step before 4000, {_RELATIVE}.",
        samples=lambda results: quantities.falls_until_change(results, "fig-5", 2000, 4000),
        low=EPSILON,
        range_words="above 0 points",
        unit="points",
        why="The moves go on until the traffic changes.",
    ),
    Claim(
        name="low-weaker",
        where="5.3, Figs. 4 and 5",
        words="the change is not obvious compared with the previous experiment, because the message relevancy is lower",
        measure=f"Fall from tick 2000 to 4000 in Fig. 5, less that in Fig. 4, {_RELATIVE}, on the same networks.",
        samples=lambda results: quantities.weaker_fall(results, "fig-5", "fig-4"),
        high=-EPSILON,
        range_words="below 0 points",
        unit="points",
        why="Relevancy acts through the predicted part of a filter's cost alone. That part changes which filter a "
        "broker chooses, but not which moves pay off.",
    ),
    _jump(
        "low-jump",
        "5.3, Fig. 5",
        "fig-5",
        "The PSOO-FCAT cost increases sharply from tick 4000 to 5000, because the stage was switched to the next stage",
    ),
    _similar_stages(
        "low-alike",
        "5.3, Fig. 5",
        "fig-5",
        "In the next stage period, the change of the PSOO-FCAT cost is similar with the previous stage period",
        (PSOO,),
    ),
    _not_more_obvious("low-lowest", "5.3, Fig. 5", "fig-5"),
    _similar_stages(
        "low-others-alike",
        "5.3, Fig. 5",
        "fig-5",
        "In the next stage period, the change of the OCBR cost and the OCBR-E cost is similar with the previous stage "
        "period",
        BASELINES,
    ),
    _able(
        "low-able",
        "5.3, Fig. 5",
        "fig-5",
        "our strategy has the ability to reduce the traffic cost of the overlay network, in the condition that the "
        "message relevancy is low",
    ),
)

FIG_6 = (
    Claim(
        name="no-moves",
        where="5.4, Fig. 6",
        words="The PSOO-FCAT reconfiguration numbers still remain 0 at tick 1000",
        measure="Reconfigurations of PSOO-FCAT before tick 1000.",
        samples=lambda results: quantities.moves_until(results, "fig-4", 1000),
        low=0,
        high=0,
        range_words="0",
        unit="",
        why="Short paths are complete after a few rounds, and they are evaluated at once.",
    ),
    Claim(
        name="moves-begin",
        where="5.4, Fig. 6",
        words="The PSOO-FCAT reconfiguration numbers increase after tick 1000",
        measure="Reconfigurations of PSOO-FCAT from tick 1000 to 2000.",
        samples=lambda results: quantities.moves_between(results, "fig-4", 1000, 2000),
        low=EPSILON,
        range_words="above 0",
        unit="",
        why="Paths keep completing as the counts change from window to window.",
    ),
    Claim(
        name="fewer-moves",
        where="5.4, Fig. 6",
        words="our strategy could reduce the traffic cost in less reconfiguration numbers",
        measure="Reconfigurations of PSOO-FCAT until its cost is at a level, above those of the other strategy until "
        "its cost is at the same level, in per cent of the latter. Levels are 90, 80, 70 and 60 % of the static "
        "overlay's cost in the first stage of Fig. 4. A level counts that both reach in two replications at least.",
        samples=lambda results: quantities.spent_above(results, "fig-4", "moves", BASELINES),
        high=-EPSILON,
        range_words="below 0 %",
        why="A move along a path of k brokers does at once what takes OCBR k−2 moves. That pays only where the traffic "
        "of one filter dominates the whole path.",
    ),
)

CLAIMS = (*FIG_3, *FIG_4, *FIG_5, *FIG_6)
