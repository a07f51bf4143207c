"""Contents: what events carry and subscriptions ask for, and that protocols deliver by it."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from scenario_bench import Recorded

from schema.filters import Filter, attributes_of, parse
from schema.traces import UNREACHABLE, read_trace

STILL = (
    *("manet", "--radio=ideal", "--nodes=30", "--mobility=grid", "--duration=40", "--warmup=10", "--drain=5"),
    "--captures=false",
)
"""A run whose workload is looked at. It is the same on all radios (test_scenario_pairing.py)."""
MANY = (*STILL, "--event_rate=400", "--subscribers=1", "--publishers=1", "--content=1", "--zipf=0")
EXACT = ("sp-ovhd", "topsim", "odmrp", "flooding")
"""Some of the protocols that deliver everything on ideal links at rest."""


def filters(folder: Path) -> dict[tuple[int, int], Filter]:
    """What is wanted at the start, by node and place in its list."""
    table = read_trace(folder / "subscriptions.trace")
    wanted: dict[tuple[int, int], Filter] = {}
    places: dict[int, int] = defaultdict(int)
    for node, text, when in zip(
        table.rows["node"].tolist(), table.column("filter"), table.rows["time_ns"], strict=True
    ):
        if when == 0:
            wanted[node, places[node]] = parse(text)
            places[node] += 1
    return wanted


def events(folder: Path) -> list[tuple[int, int, str, dict[str, str]]]:
    """Publisher, number, topic and attributes of each event."""
    table = read_trace(folder / "publications.trace")
    columns = [table.column(name).tolist() for name in ("publisher", "sequence", "topic", "attributes")]
    return [
        (publisher, number, topic, attributes_of(text)) for publisher, number, topic, text in zip(*columns, strict=True)
    ]


def test_without_content_there_are_topics_only(recorded: Recorded) -> None:
    run = recorded(*STILL)
    assert all(not attributes for *_, attributes in events(run))
    assert all(not wanted.wanted for wanted in filters(run).values())


def test_a_greater_share_keeps_the_predicates_of_a_smaller_one(recorded: Recorded) -> None:
    runs = [recorded(*STILL, f"--content={share}", "--subscribers=1") for share in (0.3, 0.6, 1)]
    asked = [{place: one.text for place, one in filters(run).items() if one.wanted} for run in runs]
    assert len(filters(runs[0])) == 2 * 29
    for share, texts in zip((0.3, 0.6, 1), asked, strict=True):
        assert len(texts) / 58 == pytest.approx(share, abs=4 * (share * (1 - share) / 58) ** 0.5)
    assert asked[0].items() <= asked[1].items() <= asked[2].items()
    assert [one.topic for one in filters(recorded(*STILL, "--subscribers=1")).values()] == [
        one.topic for one in filters(runs[2]).values()
    ]
    assert events(runs[0]) == events(runs[2])


SHARES = [*itertools.product(["range", "threshold", "prefix"], [0.05, 0.25, 1.0], ["0", "0.5"])]
QUICK_SHARES = [("range", 0.05, "0.5"), ("threshold", 0.25, "0"), ("prefix", 0.05, "0")]


@pytest.mark.parametrize(
    ("predicates", "selectivity", "zipf"),
    [pytest.param(*each, marks=[] if each in QUICK_SHARES else [pytest.mark.long]) for each in SHARES],
)
def test_a_predicate_lets_its_share_through(recorded: Recorded, predicates: str, selectivity: float, zipf: str) -> None:
    call = (f"--predicates={predicates}", f"--selectivity={selectivity}", f"--level_zipf={zipf}")
    run = recorded(*MANY, *call)
    published = events(run)
    asked = [one for one in filters(run).values() if one.wanted]
    through = sum(matching(one, [attributes for *_, attributes in published]) for one in asked)
    share = 0.0625 if (predicates, selectivity) == ("prefix", 0.05) else selectivity  # a power of two
    # Subscribers meet the same 10,000 events, and with a Zipf exponent a level can be a percent of them.
    assert through / len(asked) / len(published) == pytest.approx(share, rel=0.15, abs=0.01)
    assert len(published) > 9000


def matching(one: Filter, contents: list[dict[str, str]]) -> int:
    """How many of `contents` it matches. Those that are alike in what it asks for are tried once."""
    alike = Counter(tuple((name, has[name]) for name in one.wanted if name in has) for has in contents)
    return sum(count for has, count in alike.items() if one.matches(one.topic, dict(has)))


def test_topics_times_and_churn_do_not_depend_on_contents(recorded: Recorded) -> None:
    plain, asking = (recorded(*STILL, "--churn=6", f"--content={share}") for share in (0, 0.7))
    assert when_and_what(plain) == when_and_what(asking)
    assert len(when_and_what(plain)) > 100


def when_and_what(folder: Path) -> list[tuple[object, ...]]:
    """Times, nodes and topics of publications and changes of interest."""
    published, changed = (read_trace(folder / f"{name}.trace") for name in ("publications", "subscriptions"))
    topics = [parse(text).topic for text in changed.column("filter")]
    events = zip(published.column("time_ns"), published.column("publisher"), published.column("topic"), strict=True)
    return [*events, *zip(changed.column("time_ns"), changed.column("node"), topics, strict=True)]


def test_smaller_selectivities_lie_inside_greater_ones(recorded: Recorded) -> None:
    runs = [recorded(*STILL, "--content=1", f"--selectivity={share}") for share in (0.5, 0.1)]
    wide, narrow = map(filters, runs)
    assert wide.keys() == narrow.keys()
    assert all(wide[place].covers(narrow[place]) for place in wide)


@pytest.mark.parametrize("predicates", ["range", "threshold", "prefix"])
@pytest.mark.parametrize("protocol", EXACT)
def test_on_ideal_links_exactly_the_matching_events_arrive(recorded: Recorded, protocol: str, predicates: str) -> None:
    area = ("--radio=ideal", "--mobility=uniform", "--width=900", "--height=900", "--nodes=30", "--duration=60")
    load = ("--content=1", "--selectivity=0.3", "--event_rate=4", f"--predicates={predicates}")
    run = recorded("manet", *area, *load, "--captures=false", f"--protocol={protocol}")
    wanted = filters(run)
    due = read_trace(run / "due.trace").rows
    expected = {
        (publisher, number, node)
        for publisher, number, topic, attributes in events(run)
        for (node, _), one in wanted.items()
        if one.matches(topic, attributes)
    }
    rows = list(zip(*(due[name].tolist() for name in ("publisher", "sequence", "node", "shortest_hops")), strict=True))
    assert {row[:3] for row in rows} == expected
    reachable = {row[:3] for row in rows if row[3] != UNREACHABLE}
    got = read_trace(run / "deliveries.trace").rows
    assert set(zip(*(got[name].tolist() for name in ("publisher", "sequence", "node")), strict=True)) == reachable
    assert len(reachable) > 30
