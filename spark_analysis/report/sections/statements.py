"""The answer in words: which variant leads in each metric, by how much, and whether the replications support it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isclose, isfinite
from typing import Literal

from spark_analysis.report.data.comparisons import Difference, Outcome
from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant, compared
from spark_analysis.report.data.vocabulary import ANSWERED
from spark_analysis.report.theme.numbers import equals_probability

Verdict = Literal["clear", "constant", "partly", "none", "alike", "untested"]
VERDICTS: dict[Verdict, str] = {
    "clear": "significant",
    "constant": "the same in every replication",
    "partly": "significant against some",
    "none": "no difference found",
    "alike": "all alike",
    "untested": "not tested",
}
_MOST_PROSE = 3
_MOST_NAMES = 4


@dataclass(frozen=True)
class Statement:
    """The result for one metric, at one setting of the other parameters."""

    topic: str
    where: str
    text: str
    verdict: Verdict


def statements(story: Story) -> list[Statement]:
    """One per question, or one per question and setting while the settings are few."""
    found: list[Statement] = []
    for metric in story.measured(*ANSWERED):
        each = [
            statement
            for contest, variants in story.contests.items()
            if (statement := _statement(story, metric, contest, variants)) is not None
        ]
        if len(each) > 1 and len({one.text for one in each}) == 1 and each[0].verdict == "alike":
            found.append(replace(each[0], where="at every setting"))
        elif len(each) <= _MOST_PROSE:
            found += each
        else:
            found.append(_tally(story, metric))
    return found


def left_out(story: Story) -> str:
    """The bounds among the variants, which the answer does not speak of, as long as there is anything else."""
    bounds = dict.fromkeys(variant.series for variant in story.variants if variant.is_bound)
    return _join(list(bounds)) if bounds and len(bounds) < len(story.inks) else ""


def _statement(story: Story, metric: MetricReadings, contest: str, variants: Sequence[Variant]) -> Statement | None:
    ranked = _ranked(metric, variants)
    if not ranked:
        return None
    topic = metric.view.label
    leader, rest = ranked[0], ranked[1:]
    if not rest:
        return Statement(topic, contest, f"{leader.label}: {metric.full_text(leader.name)}.", "untested")
    leaders = _leaders(metric, ranked)
    rest = ranked[len(leaders) :]
    if not rest:
        same = f"All {len(ranked)} variants measured alike: {metric.full_text(leader.name)}."
        return Statement(topic, contest, same, "alike")
    differences = {other: story.comparisons.between(metric.view.name, leader.name, other.name) for other in rest}
    end, other_end = ("highest", "lowest") if metric.view.better == "higher" else ("lowest", "highest")
    opening = (
        f"{_join([_name(v, contest) for v in leaders])} {'have' if len(leaders) > 1 else 'has'} the {end} {topic}: "
        f"{metric.full_text(leader.name)}. "
        f"{_name(ranked[-1], contest)} has the {other_end}: {metric.full_text(ranked[-1].name)}."
    )
    verdict, closing = _judge(metric, contest, differences, alone=len(leaders) == 1)
    return Statement(topic, contest, f"{opening} {closing}", verdict)


def _judge(
    metric: MetricReadings, contest: str, differences: dict[Variant, Difference], *, alone: bool
) -> tuple[Verdict, str]:
    """What the leader's differences from those behind it are worth. Not `alone`: several share the lead."""
    apart = [variant for variant, difference in differences.items() if difference.outcome.differs]
    undecided = [variant for variant in differences if variant not in apart]
    names = {variant: _name(variant, contest) for variant in differences}
    it, they, differ = ("it", "It", "differs") if alone else ("them", "They", "differ")
    if not _tested(differences.values()):
        few = all(difference.n < 2 for difference in differences.values())
        return "untested", (
            "With fewer than two paired replications this is a description, not a conclusion."
            if few
            else "No test of these differences is in the tables."
        )
    if not apart:
        return "none", (
            f"No difference was found between {it} and {_those(list(names.values()))} at this number of replications, "
            "which does not show that they are equal."
        )
    closest = names[apart[0]]
    detail = _detail(metric, differences[apart[0]])
    if undecided:
        nearest = "" if len(apart) == 1 else f", from {closest}"
        return "partly", (
            f"{they} {differ} from {_those([names[v] for v in apart])}{nearest} by {detail}. "
            f"No difference was found from {_those([names[v] for v in undecided])}."
        )
    constant = all(differences[variant].outcome is Outcome.CONSTANT for variant in apart)
    verdict: Verdict = "constant" if constant else "clear"
    if len(apart) == 1:
        return verdict, f"They differ by {detail}."
    behind = f"all {len(apart)} others" if alone else f"the {len(apart)} others"
    return verdict, f"{they} {differ} from {behind}, from the closest, {closest}, by {detail}."


def _detail(metric: MetricReadings, difference: Difference) -> str:
    """The size of a difference that was found, without its sign, which the sentence before states."""
    if difference.mean < 0:
        difference = difference.reversed()
    text = metric.difference_text(difference, signed=False)
    if difference.outcome is Outcome.CONSTANT:
        return f"{text}, the same in all {difference.n} replications"
    corrected = " after Holm’s correction" if isfinite(difference.p_holm) else ", uncorrected"
    return f"{text}; paired over {difference.n} replications, {equals_probability(difference.decisive_p)}{corrected}"


def _tally(story: Story, metric: MetricReadings) -> Statement:
    """One statement over many settings: how often each leads, and how often that is more than noise."""
    verdicts: Counter[Verdict] = Counter()
    leaders: dict[str, list[Variant]] = {}
    for contest, variants in story.contests.items():
        statement = _statement(story, metric, contest, variants)
        if statement is None:
            continue
        verdicts["clear" if statement.verdict == "constant" else statement.verdict] += 1
        leaders[contest] = _leaders(metric, _ranked(metric, variants))
    settings = verdicts.total()
    text = _champion(metric, leaders)
    if verdicts["untested"] == settings:
        return Statement(metric.view.label, "", text + "None of this is tested.", "untested")
    parts = [
        ("of them the leader differs from every other", verdicts["clear"]),
        ("it differs from some", verdicts["partly"]),
        ("no difference was found", verdicts["none"]),
        ("all measured alike", verdicts["alike"]),
        ("nothing could be tested", verdicts["untested"]),
    ]
    phrases = [f"at {'all' if times == settings else times} {words}" for words, times in parts if times]
    text += f"{phrases[0].capitalize()}{''.join(f', {part}' for part in phrases[1:])}."
    verdict: Verdict = "partly" if verdicts["clear"] + verdicts["partly"] else "none"
    if verdicts["clear"] == settings:
        verdict = "clear"
    return Statement(metric.view.label, "", text, verdict)


def _champion(metric: MetricReadings, leaders: dict[str, list[Variant]]) -> str:
    """Who leads at most settings, alone or with others, with the first and the last of its means there."""
    won: dict[str, list[str]] = {}
    for contest, variants in leaders.items():
        for variant in variants:
            won.setdefault(variant.series, []).append(contest)
    champion = max(won, key=lambda name: len(won[name]))
    equals = [name for name, contests in won.items() if contests == won[champion]]
    shared = sum(len(leaders[contest]) > len(equals) for contest in won[champion])
    means = {c: next(v for v in leaders[c] if v.series == champion).name for c in won[champion]}
    first, last = won[champion][0], won[champion][-1]
    often = f"all {len(leaders)}" if len(means) == len(leaders) else f"{len(means)} of the {len(leaders)}"
    end = "highest" if metric.view.better == "higher" else "lowest"
    text = (
        f"{_join(equals)} {'have' if len(equals) > 1 else 'has'} the {end} mean {metric.view.label} at {often} settings"
    )
    text += f", at {shared} of them together with others" if shared else ""
    text += f": {metric.full_text(means[first])} at {first}"
    text += f"; {metric.full_text(means[last])} at {last}. " if len(means) > 1 else ". "
    elsewhere = Counter(_join([v.series for v in found]) for c, found in leaders.items() if c not in means)
    others = [f"{names} at {times}" for names, times in elsewhere.items()]
    return text + (f"Elsewhere it is {'; '.join(others)}. " if others else "")


def _ranked(metric: MetricReadings, variants: Sequence[Variant]) -> list[Variant]:
    measured = [variant for variant in compared(variants) if isfinite(metric.reading(variant.name).mean)]
    return sorted(measured, key=lambda v: metric.reading(v.name).mean, reverse=metric.view.better == "higher")


def _leaders(metric: MetricReadings, ranked: Sequence[Variant]) -> list[Variant]:
    """The first of `ranked` and those whose mean is the same but for rounding."""
    best = metric.reading(ranked[0].name).mean
    return [variant for variant in ranked if isclose(metric.reading(variant.name).mean, best, rel_tol=1e-12)]


def _tested(differences: Iterable[Difference]) -> bool:
    return any(difference.outcome is not Outcome.UNTESTED for difference in differences)


def _name(variant: Variant, contest: str) -> str:
    return variant.series if contest else variant.label


def _those(names: list[str]) -> str:
    return _join(names) if len(names) <= _MOST_NAMES else f"{len(names)} others"


def _join(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
