"""Figures of the experiments that vary a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spark_analysis.papers.comparison.panel import PaperCurve, PaperPanel, PaperPicture, curve_over
from spark_analysis.papers.comparison.paper_results import FigureResults
from spark_analysis.papers.sdnps.contrasts import (
    LOAD_STEINER,
    SDNPS,
    CurveName,
    curves,
    of_data_plane,
    of_options,
    of_strategy,
    topics_of,
)

_KILO = 1e-3
_MS = 1e3
_ORDER = (SDNPS, LOAD_STEINER)
"""The first curves, which the page compares most."""
Curves = Callable[[FigureResults], list[PaperCurve]]


def _over(metric: str, axis: str, name: CurveName, factor: float = 1.0, leave_out: Sequence[str] = ()) -> Curves:
    """Return the curves of `metric` times `factor` over `axis`."""

    def drawn(results: FigureResults) -> list[PaperCurve]:
        table = factor * curves(results, metric, name, axis)
        return [curve_over(str(each), axis, table[each].dropna()) for each in table.columns if each not in leave_out]

    return drawn


def _over_topics(metric: str, name: CurveName, factor: float = 1.0, leave_out: Sequence[str] = ()) -> Curves:
    """Return the curves of `metric` times `factor` over the number of topics."""

    def drawn(results: FigureResults) -> list[PaperCurve]:
        table = (factor * curves(results, metric, name, "topic_branching")).reset_index("topic_branching")
        table["topics"] = [topics_of(each, results) for each in table.pop("topic_branching")]
        table = table.set_index("topics", append=True)
        names = [each for each in _ORDER if each in table.columns]
        names += [each for each in table.columns if each not in names and each not in leave_out]
        return [curve_over(str(each), "topics", table[each].dropna()) for each in names]

    return drawn


def _processing(results: FigureResults) -> list[PaperCurve]:
    """Return the median latency over the processing time of a broker; what has no brokers is a level line."""
    table = _MS * curves(results, "latency_p50_s", of_strategy, "publishers", "processing_us")
    times = sorted(set(table["brokers"].dropna().index.get_level_values("processing_us")))
    found = []
    for name in table.columns:
        for publishers, part in table[name].dropna().groupby(level="publishers"):
            values = part.droplevel("publishers")
            one = curve_over(f"{name}, {publishers:g} publishers", "processing_us", values)
            if name != "brokers" and one.points:
                level = one.points[0].estimate
                one = PaperCurve(one.name, tuple(type(one.points[0])(float(time), level) for time in times))
            found.append(one)
    return found


_TOPICS = "topics"
PICTURES = (
    PaperPicture(
        "e1",
        "how the load is balanced over the number of topics",
        (
            PaperPanel("Least residual bandwidth", _TOPICS, "kbit/s", _over_topics("min_residual", of_strategy, _KILO)),
            PaperPanel("Load of all edges", _TOPICS, "kbit/s", _over_topics("total_link_load_bps", of_strategy, _KILO)),
            PaperPanel("Fairness of loads", _TOPICS, "Jain's index", _over_topics("link_fairness", of_strategy)),
            PaperPanel(
                "Cost over exact Steiner trees",
                _TOPICS,
                "ratio",
                _over_topics("tree_cost_ratio", of_strategy),
            ),
        ),
    ),
    PaperPicture(
        "e2",
        "the median latency over the time that a broker takes for an event",
        (PaperPanel("Median latency", "processing time (µs)", "ms", _processing, is_wide=True),),
    ),
    PaperPicture(
        "e3",
        "what incremental overlays take and cost over the depth of the topic tree, with 64 topics",
        (
            PaperPanel(
                "Edges examined", "words in a topic", "edges", _over("edges_examined", "topic_depth", of_options)
            ),
            PaperPanel("Stored edges", "words in a topic", "edges", _over("stored_edges", "topic_depth", of_options)),
            PaperPanel(
                "Cost over exact Steiner trees",
                "words in a topic",
                "ratio",
                _over("tree_cost_ratio", "topic_depth", of_options),
            ),
            PaperPanel(
                "Least residual bandwidth",
                "words in a topic",
                "kbit/s",
                _over("min_residual", "topic_depth", of_options, _KILO),
            ),
        ),
    ),
    PaperPicture(
        "e4",
        "the state of switches and the header bytes of events over the number of topics",
        (
            PaperPanel("Flow entries", _TOPICS, "per switch", _over_topics("flow_entries", of_data_plane)),
            PaperPanel("Longest code", _TOPICS, "bits", _over_topics("code_bits_max", of_data_plane)),
            PaperPanel(
                "Header bytes", _TOPICS, "per delivery", _over_topics("header_bytes_per_delivery", of_data_plane)
            ),
            PaperPanel("False deliveries", _TOPICS, "events", _over_topics("false_deliveries", of_data_plane)),
        ),
    ),
    PaperPicture(
        "e6",
        "what changes of subscriptions take over their rate",
        (
            PaperPanel(
                "Control bytes", "changes/min of a host", "kB", _over("control_bytes", "churn", of_strategy, _KILO)
            ),
            PaperPanel(
                "Changes of flow entries", "changes/min of a host", "messages", _over("flow_mods", "churn", of_strategy)
            ),
        ),
    ),
)
