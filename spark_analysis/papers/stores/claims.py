"""The claims of the paper's text, in its order. A new claim is one more entry of CLAIMS."""

from __future__ import annotations

from spark_analysis.papers.comparison.claim import Claim, Samples
from spark_analysis.papers.comparison.paper_results import PaperResults
from spark_analysis.papers.stores.contrasts import (
    bends,
    changes_from_first,
    chosen,
    growth_exponents,
    losses_to_planning,
    percent_above,
    percent_below,
    ratios,
    reassignment_gains,
    steps,
)
from spark_analysis.papers.stores.figures import HOPS, ONT, STORES

PROPOSED = ("seq", "wrr")
BY_COPIES = ("fig-4", "fig-5", "fig-6")
BY_STORES = ("fig-7", "fig-8")
CHANGED = ("fig-10", "fig-11")
EPSILON = 1e-9
"""What separates `below 0` from `at most 0`."""


def _largest_failure(results: PaperResults) -> Samples:
    return chosen(changes_from_first(results, HOPS, "fig-9", "failed_stores", PROPOSED), "failed = 5")


def _gains_after_small_change(results: PaperResults) -> Samples:
    return chosen(reassignment_gains(results, HOPS, ["fig-10"]), "s_p = -0.75", "s_p = -0.5")


def _gains_after_large_change(results: PaperResults) -> Samples:
    values = ("-0.5", "-0.25", "0", "0.25", "0.5", "0.75", "1")
    return chosen(reassignment_gains(results, HOPS, ["fig-11"]), *(f"s_l = {value}" for value in values))


CLAIMS = (
    Claim(
        name="better-than-rnd",
        where="6.1.1, Figs. 4 to 6",
        words="The proposed algorithm behaves better than the “rnd” algorithm (5%–25% better performance)",
        measure="Hops of seq and wrr below those of rnd, in per cent of rnd.",
        samples=lambda results: percent_below(results, HOPS, BY_COPIES, PROPOSED, "rnd"),
        low=5,
        high=25,
        why="rnd uses good stores, too; only the assignment of topics to them is random. Where a store holds few "
        "topics, most topics find the stores of their choice full, and the choice helps little.",
    ),
    Claim(
        name="near-grd-opt",
        where="6.1.1, Figs. 4 to 6",
        words="close to the “grd_opt” (less than 10% worse)",
        measure="Hops of seq and wrr above those of grd_opt, in per cent of grd_opt.",
        samples=lambda results: percent_above(results, HOPS, BY_COPIES, PROPOSED, "grd_opt"),
        high=10,
        why="The limits cost most where a store holds few topics: the best stores are full after the first topics, and "
        "the others have to go farther.",
    ),
    Claim(
        name="sublinear-hops",
        where="6.1.1, Fig. 4 (hops)",
        words="The mean hop distance and the ONT increase sublinearly with the size of the network",
        measure="Exponent of the power law that fits hops over N; between 0 and 1 growth is sublinear.",
        samples=lambda results: growth_exponents(results, {HOPS: "hops"}, "fig-4", "brokers", (*PROPOSED, "rnd")),
        low=EPSILON,
        high=1,
        unit="",
        range_words="between 0 and 1",
        why="The number of replicas does not depend on N, so each replica serves more brokers in a larger tree.",
    ),
    Claim(
        name="sublinear-traffic",
        where="6.1.1, Fig. 4 (ONT)",
        words="The mean hop distance and the ONT increase sublinearly with the size of the network",
        measure="Exponent of the power law that fits ONT over N; between 0 and 1 growth is sublinear.",
        samples=lambda results: growth_exponents(results, {ONT: "ONT"}, "fig-4", "brokers", (*PROPOSED, "rnd")),
        low=EPSILON,
        high=1,
        unit="",
        range_words="between 0 and 1",
        why="ONT is the number of requests, which is proportional to N, times the hops. "
        "So it grows faster than N as long as the hops grow at all: the two statements exclude each other.",
    ),
    Claim(
        name="capacity-helps",
        where="6.1.1, Fig. 5",
        words="increasing the L of every store the two proposed alternatives and the “rnd” algorithms install more "
        "topics in “privileged” brokers leading to smaller response delays",
        measure="Change of hops from one capacity to the next.",
        samples=lambda results: steps(results, HOPS, "fig-5", "capacity", (*PROPOSED, "rnd")),
        high=-EPSILON,
        range_words="below 0 %",
        why="The number of stores follows from the copies, so it falls while L rises. "
        "A change of L beyond the point where the number of stores is that of the copies of the most popular topic "
        "helps seq and wrr alone.",
    ),
    Claim(
        name="copies-help",
        where="6.1.1, Fig. 6",
        words="both the mean hop distance and the ONT decrease as the minimum replication degree for each topic "
        "increases",
        measure="Change of hops from one least number of replicas to the next.",
        samples=lambda results: steps(results, HOPS, "fig-6", "min_copies", (*PROPOSED, "grd_opt", "rnd")),
        high=-EPSILON,
        range_words="below 0 %",
        why="More replicas are closer to every client.",
    ),
    Claim(
        name="wrr-better-than-seq",
        where="6.1.1, Figs. 4 to 8",
        words="The “wrr” assignment alternative behaves better than the “seq”, (4%–17% better performance in every "
        "conducted experiment)",
        measure="Hops of wrr below those of seq, in per cent of seq.",
        samples=lambda results: percent_below(results, HOPS, (*BY_COPIES, *BY_STORES), ("wrr",), "seq"),
        low=4,
        high=17,
        why="Where all topics have one popularity and uniform locality, all want the same stores, and turns gain "
        "nothing. Where a store can hold all topics, the two assignments are the same.",
    ),
    Claim(
        name="popularity-better-than-rnd",
        where="6.1.2, Fig. 7",
        words="the proposed algorithm performs 10%–25% better than the random algorithm",
        measure="Hops of seq and wrr below those of rnd, in per cent of rnd.",
        samples=lambda results: percent_below(results, HOPS, ("fig-7",), PROPOSED, "rnd"),
        low=10,
        high=25,
        why="All stores are full there: every topic has many replicas, and a random choice among good stores is good.",
    ),
    Claim(
        name="popularity-near-grd-opt",
        where="6.1.2, Fig. 7",
        words="less than 9% worse than the greedy optimal algorithm",
        measure="Hops of seq and wrr above those of grd_opt, in per cent of grd_opt.",
        samples=lambda results: percent_above(results, HOPS, ("fig-7",), PROPOSED, "grd_opt"),
        high=9,
        why="All stores are full, so most topics have to take what is left of the good stores. "
        "grd_opt gives each topic its own best brokers.",
    ),
    Claim(
        name="locality-better-than-rnd",
        where="6.1.2, Fig. 8",
        words="As previously, the proposed algorithm behaves better than the “rnd” algorithm",
        measure="Hops of seq and wrr below those of rnd, in per cent of rnd.",
        samples=lambda results: percent_below(results, HOPS, ("fig-8",), PROPOSED, "rnd"),
        low=EPSILON,
        range_words="above 0 %",
        why="The order of topics is arbitrary where all have one popularity, and the last ones get poor stores.",
    ),
    Claim(
        name="locality-four-times-worse",
        where="6.1.2 and 6.3, Fig. 8",
        words="the proposed algorithm performs four times worse than the “grd_opt”",
        measure="Hops of seq and wrr over those of grd_opt, at the point with the largest ratio. “Four times” is read "
        "as 3.5 to 4.5.",
        samples=lambda results: ratios(results, HOPS, ("fig-8",), PROPOSED, ("grd_opt",)),
        low=3.5,
        high=4.5,
        unit="times",
        pick="largest",
        why="The paper does not print its normalisation of locality. With ours the smallest neighbourhoods still have "
        "many brokers, so the limited policies lose less.",
    ),
    Claim(
        name="locality-three-times-fewer-stores",
        where="6.1.2 and 6.3, Fig. 8",
        words="but requires three times less stores",
        measure="Stores of grd_opt over those of seq, at the point with the largest ratio. “Three times” is read as "
        "2.5 to 3.5.",
        samples=lambda results: ratios(results, STORES, ("fig-8",), ("grd_opt",), ("seq",)),
        low=2.5,
        high=3.5,
        unit="times",
        pick="largest",
        why="The number of stores of grd_opt follows from how far neighbourhoods of topics are apart, which depends on "
        "tree and normalisation.",
    ),
    Claim(
        name="failures-linear",
        where="6.1.2, Fig. 9",
        words="we observe a linear increase in the mean hop distance when storage failures occur",
        measure="Distance of the hops from the straight line between the first and the last point, in per cent of the "
        "hops without failures. “Linear” is read as at most 2 %.",
        samples=lambda results: bends(results, HOPS, "fig-9", "failed_stores", (*PROPOSED, "rnd")),
        low=-2,
        high=2,
        why="Each further failure adds about as much as the one before.",
    ),
    Claim(
        name="failures-cost",
        where="6.1.2, Fig. 9",
        words="Particularly we observe up to 11% increase in the mean hop distance when 25% of the stores fail",
        measure="Hops with 5 of 20 stores failed above those without failures, in per cent of the latter.",
        samples=_largest_failure,
        high=11,
        why="Unpopular topics have few replicas. Where one fails, all its requests go to another that may be far.",
    ),
    Claim(
        name="reassignment-gain",
        where="6.2, Figs. 10 and 11",
        words="the reassignment phase by itself delivers up to a 55% decrease in the mean hop distance",
        measure="Hops with a reassignment below those without, at the point with the largest gain. “Up to 55%” is read "
        "as a largest gain of 50 to 60 %.",
        samples=lambda results: reassignment_gains(results, HOPS, CHANGED),
        low=50,
        high=60,
        pick="largest",
        why="The gain is largest where the pattern is inverted, because the topic with the fewest replicas becomes the "
        "most requested one.",
    ),
    Claim(
        name="reassignment-near-planning",
        where="6.2, Figs. 10 and 11",
        words="the performance of the reassignment phase is less than 8% worse compared to the performance of "
        "executing both the planning and the assignment steps",
        measure="Hops with a reassignment above those with new stores, in per cent of the latter.",
        samples=lambda results: losses_to_planning(results, HOPS, CHANGED),
        high=8,
        why="The old stores are near the old demand. Where the neighbourhoods of topics change in size, stores at "
        "other brokers would serve them better.",
    ),
    Claim(
        name="small-change-of-popularity",
        where="6.2, Fig. 10",
        words="when the popularity pattern changes up to 50% from its initial value the reassignment of the topics has "
        "less that 10% impact",
        measure="Hops with a reassignment below those without, in per cent of the latter, where s_p has gone from -1 "
        "to -0.75 or -0.5.",
        samples=_gains_after_small_change,
        high=10,
        why="The order of topics is still the same, and only the numbers of replicas change a little.",
    ),
    Claim(
        name="large-change-of-locality",
        where="6.2, Fig. 11",
        words="when the locality pattern changes more than 25% from its initial value the reassignment phase is "
        "necessary since it can decrease both the mean hop distance and the ONT at least 15%",
        measure="Hops with a reassignment below those without, in per cent of the latter, where s_l has gone from -1 "
        "to -0.5 or more.",
        samples=_gains_after_large_change,
        low=15,
        why="While the order of topics is the same, the old assignment stays good, so the gain passes the claimed one "
        "only after a larger change. It is largest when the order is inverted.",
    ),
    Claim(
        name="overall-rnd",
        where="6.3, Figs. 4 to 8",
        words="the performance of the proposed algorithms is at any case up to 25% better than the “rnd” even in the "
        "cases where the mean hop distance is less than 3 hops",
        measure="Hops of seq and wrr below those of rnd, in per cent of rnd. “Up to 25% better” is read as 0 to 25 %.",
        samples=lambda results: percent_below(results, HOPS, (*BY_COPIES, *BY_STORES), PROPOSED, "rnd"),
        low=0,
        high=25,
        why="Where topics differ in locality, the choice by topic gains more than the paper reports.",
    ),
    Claim(
        name="overall-grd-opt",
        where="6.3, Figs. 4 to 7",
        words="the proposed algorithms perform very close to the “grd_opt” in the majority of the conducted "
        "experiments (1%–15% worse)",
        measure="Hops of seq and wrr above those of grd_opt, in per cent of grd_opt; without Fig. 8, which the paper "
        "excepts.",
        samples=lambda results: percent_above(results, HOPS, (*BY_COPIES, "fig-7"), PROPOSED, "grd_opt"),
        low=1,
        high=15,
        why="The limits cost more where all stores are full (Fig. 7), and nothing where a store can hold all topics.",
    ),
)
