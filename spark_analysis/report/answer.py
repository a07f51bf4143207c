"""The answer in words: who is ahead in what, by how much, and whether the replications support saying so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from spark_analysis.report.comparisons import Difference, Outcome
from spark_analysis.report.numbers import equals_probability
from spark_analysis.report.readings import Metric
from spark_analysis.report.story import Story
from spark_analysis.report.variants import Variant
from spark_analysis.report.vocabulary import QUESTIONS

Verdict = Literal["clear", "partly", "none", "untested"]
VERDICTS: dict[Verdict, str] = {
    "clear": "significant",
    "partly": "significant against some",
    "none": "no difference found",
    "untested": "not tested",
}
_MOST_PROSE = 3
_MOST_NAMES = 4


@dataclass(frozen=True)
class Statement:
    """What can be said of one metric, at one setting of the other parameters."""

    topic: str
    where: str
    text: str
    verdict: Verdict


def statements(story: Story) -> list[Statement]:
    """One per question, or one per question and setting while the settings are few."""
    found: list[Statement] = []
    for metric in story.measured(*QUESTIONS):
        each = [
            statement
            for contest, variants in story.contests.items()
            if (statement := _statement(story, metric, contest, variants)) is not None
        ]
        found += each if len(each) <= _MOST_PROSE else [_tally(story, metric)]
    return found


def _statement(story: Story, metric: Metric, contest: str, variants: Sequence[Variant]) -> Statement | None:
    ranked = _ranked(metric, variants)
    if not ranked:
        return None
    topic = metric.view.label
    leader, rest = ranked[0], ranked[1:]
    if not rest:
        return Statement(topic, contest, f"{leader.label}: {metric.full_text(leader.name)}.", "untested")
    differences = {other: story.comparisons.between(metric.view.name, leader.name, other.name) for other in rest}
    means = [metric.reading(variant.name).mean for variant in ranked]
    if means[0] == means[-1]:
        same = f"All {len(ranked)} variants measured alike: {metric.full_text(leader.name)}."
        return Statement(topic, contest, same, "none" if _tested(differences.values()) else "untested")
    ahead = _join([_name(v, contest) for v, mean in zip(ranked, means, strict=True) if mean == means[0]])
    end, other_end = ("highest", "lowest") if metric.view.better == "higher" else ("lowest", "highest")
    verb = "has" if means.count(means[0]) == 1 else "have"
    opening = (
        f"{ahead} {verb} the {end} {topic}: {metric.full_text(leader.name)}. "
        f"{_name(ranked[-1], contest)} has the {other_end}: {metric.full_text(ranked[-1].name)}."
    )
    verdict, closing = _judge(metric, contest, differences)
    return Statement(topic, contest, f"{opening} {closing}", verdict)


def _judge(metric: Metric, contest: str, differences: dict[Variant, Difference]) -> tuple[Verdict, str]:
    apart = [variant for variant, difference in differences.items() if difference.outcome.differs]
    open_ = [variant for variant in differences if variant not in apart]
    names = {variant: _name(variant, contest) for variant in differences}
    if not _tested(differences.values()):
        few = all(difference.n < 2 for difference in differences.values())
        return "untested", (
            "With fewer than two paired replications this is a description, not a conclusion."
            if few
            else "No test of these differences is in the tables."
        )
    if not apart:
        return "none", (
            f"No difference was found between it and {_those(list(names.values()))} at this number of replications, "
            "which does not show that they are equal."
        )
    closest = apart[0]
    detail = _detail(metric, differences[closest])
    if not open_:
        if len(apart) == 1:
            return "clear", f"They differ by {detail}."
        return "clear", f"It differs from all {len(apart)} others, from the closest, {names[closest]}, by {detail}."
    return "partly", (
        f"It differs from {_those([names[v] for v in apart])}, from {names[closest]} by {detail}. "
        f"No difference was found from {_those([names[v] for v in open_])}."
    )


def _detail(metric: Metric, difference: Difference) -> str:
    """The size of a difference that is there; its sign the sentence before has told."""
    if difference.mean < 0:
        difference = difference.reversed()
    text = metric.difference_text(difference, signed=False)
    if difference.outcome is Outcome.CONSTANT:
        return f"{text}, the same in all {difference.n} replications"
    corrected = " after Holm’s correction" if isfinite(difference.p_holm) else ", uncorrected"
    return f"{text}; paired over {difference.n} replications, {equals_probability(difference.decisive_p)}{corrected}"


def _tally(story: Story, metric: Metric) -> Statement:
    """One statement over many settings: how often each leads, and how often that is more than noise."""
    leads: Counter[str] = Counter()
    verdicts: Counter[Verdict] = Counter()
    where: dict[str, list[tuple[str, Variant]]] = {}
    for contest, variants in story.contests.items():
        statement = _statement(story, metric, contest, variants)
        if statement is None:
            continue
        verdicts[statement.verdict] += 1
        ranked = _ranked(metric, variants)
        best = metric.reading(ranked[0].name).mean
        for variant in ranked:
            if metric.reading(variant.name).mean == best:
                leads[variant.series] += 1
                where.setdefault(variant.series, []).append((contest, variant))
    settings = verdicts.total()
    end = "highest" if metric.view.better == "higher" else "lowest"
    champion, count = max(leads.items(), key=lambda item: item[1])
    often = f"all {settings}" if count == settings else f"{count} of the {settings}"
    (first, at_first), (last, at_last) = where[champion][0], where[champion][-1]
    text = f"{champion} has the {end} mean {metric.view.label} at {often} settings: "
    text += f"{metric.full_text(at_first.name)} at {first}"
    text += f", {metric.full_text(at_last.name)} at {last}. " if count > 1 else ". "
    others = [f"{name} at {times}" for name, times in leads.items() if name != champion]
    text += f"Elsewhere it is {_join(others)}. " if others else ""
    if verdicts["untested"] == settings:
        return Statement(metric.view.label, "", text + "None of this is tested.", "untested")
    parts = [
        ("of them the leader differs from every other", verdicts["clear"]),
        ("it differs from some", verdicts["partly"]),
        ("no difference was found", verdicts["none"]),
        ("nothing could be tested", verdicts["untested"]),
    ]
    told = [f"at {'all' if times == settings else times} {words}" for words, times in parts if times]
    text += f"{told[0].capitalize()}{''.join(f', {part}' for part in told[1:])}."
    verdict: Verdict = "partly" if verdicts["clear"] + verdicts["partly"] else "none"
    if verdicts["clear"] == settings:
        verdict = "clear"
    return Statement(metric.view.label, "", text, verdict)


def _ranked(metric: Metric, variants: Sequence[Variant]) -> list[Variant]:
    measured = [variant for variant in variants if isfinite(metric.reading(variant.name).mean)]
    return sorted(measured, key=lambda v: metric.reading(v.name).mean, reverse=metric.view.better == "higher")


def _tested(differences: Iterable[Difference]) -> bool:
    return any(difference.outcome is not Outcome.UNTESTED for difference in differences)


def _name(variant: Variant, contest: str) -> str:
    return variant.series if contest else variant.label


def _those(names: list[str]) -> str:
    return _join(names) if len(names) <= _MOST_NAMES else f"{len(names)} others"


def _join(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
