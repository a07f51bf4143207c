"""The table link_steps: the traffic of each link and step, counted again from captures and other tables.

What it is compared with is read from the captures, the subscriptions and the initial tree, and shares no code with the
brokers' counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Recorded

from schema.traces import read_trace
from spark_analysis.prediction.series.series_table import COLUMNS, Link, SeriesOfLinks, read_series
from tests.overlay.model import path_between
from tests.overlay.predicting_paths import Pairs
from tests.overlay.run_record import RunRecord, Sent, pairs_of

S = 10**9
WINDOW_S = 50
DURATION_S = 640
STEPS = (DURATION_S + 2) // WINDOW_S
"""Whole steps, with the two seconds in which the last messages arrive."""
ARGUMENTS = (
    *("--brokers=24", "--routers=60", "--warmup=10", "--drain=5", "--link_steps=true", "--cost_seed=7"),
    *(f"--duration={DURATION_S}", f"--window_ticks={WINDOW_S}", "--stage_ticks=130"),
)
Counts = dict[tuple[int, int, int], tuple[int, int, int]]
"""Step, a and b -> T, dS and dA."""
Change = tuple[int, int, bool, frozenset[tuple[str, str]]]
"""Step, broker of the client, whether it was added, and the pairs of the filter."""


@pytest.fixture(params=["static", "ocbr"])
def run(request: pytest.FixtureRequest, recorded: Recorded) -> RunRecord:
    return RunRecord(recorded("overlay", *ARGUMENTS, f"--strategy={request.param}"), 7)


@pytest.fixture
def still(recorded: Recorded) -> RunRecord:
    return RunRecord(recorded("overlay", *ARGUMENTS, "--strategy=static"), 7)


def rows(folder: Path) -> np.ndarray:
    return read_trace(folder / "link_steps.trace").rows


def counted(run: RunRecord) -> Counts:
    return {(step, a, b): (t, ds, da) for step, a, b, t, ds, da in rows(run.folder).tolist()}


def notifications(run: RunRecord) -> Iterator[tuple[int, Sent]]:
    """The step of each captured notification."""
    for sent in run.sent:
        if sent.message == "ov_notify" and sent.time_ns < STEPS * WINDOW_S * S:
            yield sent.time_ns // (WINDOW_S * S), sent


def test_notifications_are_those_of_the_captures(run: RunRecord) -> None:
    forwarded = Counter((step, sent.source, sent.destination) for step, sent in notifications(run))
    counts = counted(run)
    assert sum(forwarded.values()) > 5_000
    for key, (traffic, _, _) in counts.items():
        assert traffic == forwarded[key], key
    changed = {(int(row["time_ns"]) // (WINDOW_S * S), frozenset(row[["a", "b"]].tolist())) for row in changes(run)}
    assert all((step, frozenset(link)) in changed for step, *link in forwarded.keys() - counts.keys())


def changes(run: RunRecord) -> np.ndarray:
    links = run.table("overlay_links").rows
    return links[links["time_ns"] > 0]


def test_a_link_has_a_row_for_each_step_that_it_exists_in(run: RunRecord) -> None:
    """In both directions, also without traffic; none for the step in which it is made or removed."""
    begun: dict[tuple[int, int], int] = {}
    lives: list[tuple[tuple[int, int], int, int]] = []
    for row in run.table("overlay_links").rows:
        link, time = (int(row["a"]), int(row["b"])), int(row["time_ns"])
        if row["up"]:
            begun[link] = time
        else:
            lives.append((link, begun.pop(link), time))
    lives += [(link, time, STEPS * WINDOW_S * S) for link, time in begun.items()]
    expected = [
        (step, *direction)
        for (a, b), start, end in lives
        for step in range(-(-start // (WINDOW_S * S)), end // (WINDOW_S * S))
        for direction in ((a, b), (b, a))
    ]
    found = list(counted(run))
    assert sorted(found) == sorted(expected)
    assert found == sorted(found), "in order of step, sender and receiver"
    assert any(traffic == 0 for traffic, _, _ in counted(run).values())


def test_the_series_of_links_can_be_read(run: RunRecord) -> None:
    series = series_of(run)
    links = {(a, b) for _, a, b in counted(run)}
    assert set(series.series) | set(series.excluded) == links and series.last_step == STEPS - 1
    for (a, b), one in series.series.items():
        for step, traffic in enumerate(one.traffic.tolist(), one.first_step):
            assert traffic == counted(run)[step, a, b][0]


def series_of(run: RunRecord) -> SeriesOfLinks:
    table = rows(run.folder)
    return read_series({name: table[name] for name in COLUMNS})


def test_a_tree_that_stands_still_has_a_series_for_each_direction(still: RunRecord) -> None:
    series = series_of(still)
    assert len(series.series) == 2 * 23 and not series.excluded and not series.ended_early
    assert {(one.first_step, len(one)) for one in series.series.values()} == {(0, STEPS)}


def test_changes_are_those_of_the_subscriptions_and_advertisements(still: RunRecord) -> None:
    """Recomputed from the tree, from when clients subscribe and advertise, and from captured notifications."""
    side = {link: behind(still, link) for link in {(a, b) for _, a, b in counted(still)}}
    crossing: defaultdict[tuple[int, int, int], list[Pairs]] = defaultdict(list)
    for step, sent in notifications(still):
        event = int(sent.fields["publisher"]), int(sent.fields["sequence"])
        crossing[step, sent.source, sent.destination].append(still.published[event][1])
    subscribed, advertised = net_subscriptions(still), advertisements(still)
    counts = counted(still)
    for (step, a, b), (_, ds, da) in counts.items():
        contents = crossing[step, a, b]
        announced = [one for one in subscribed if one[0] == step and one[1] in side[a, b]]
        offered = [one for one in advertised if one[0] == step and one[1] not in side[a, b]]
        assert ds == matched(contents, announced), (step, a, b)
        assert da == matched(contents, offered), (step, a, b)
    changing = [ds for (step, _, _), (_, ds, _) in counts.items() if step > 0 and ds]
    assert len(changing) > 50 and min(changing) < 0 < max(changing)
    assert sum(da > 0 for _, _, da in counts.values()) > 10


def behind(run: RunRecord, link: Link) -> set[int]:
    """The brokers that the first end of a link reaches through the second."""
    a, b = link
    return {broker for broker in run.tree if b in path_between(run.tree, a, broker)}


def net_subscriptions(run: RunRecord) -> list[Change]:
    """What each broker wants at the end of a step but not at its beginning, and the other way round."""
    table = run.table("subscriptions")
    before: set[tuple[int, str]] = set()
    now: set[tuple[int, str]] = set()
    rows = list(zip(table.rows["time_ns"].tolist(), table.rows, table.column("filter"), strict=True))
    found: list[Change] = []
    for step in range(STEPS):
        for _, row, text in (one for one in rows if one[0] // (WINDOW_S * S) == step):
            entry = int(row["node"]), str(text)
            now = now | {entry} if row["active"] else now - {entry}
        for entries, is_added in ((now - before, True), (before - now, False)):
            found += [(step, node, is_added, frozenset(pairs_of(text))) for node, text in entries]
        before = now
    return found


def advertisements(run: RunRecord) -> list[Change]:
    """All are made at the beginning."""
    sent = [one for one in run.sent if one.message == "ov_advertise"]
    assert max(one.time_ns for one in sent) < WINDOW_S * S
    texts = {(int(str(one.fields["origin"])), text) for one in sent for text in filters_of(one)}
    return [(0, origin, True, frozenset(pairs_of(text))) for origin, text in texts]


def filters_of(sent: Sent) -> list[str]:
    filters = sent.fields["filters"]
    assert isinstance(filters, list | tuple)
    return [str(text) for text in filters]


def matched(contents: list[Pairs], changes: list[Change]) -> int:
    added = [pairs for _, _, is_added, pairs in changes if is_added]
    deleted = [pairs for _, _, is_added, pairs in changes if not is_added]
    return sum(any(f <= set(c) for f in added) - any(f <= set(c) for f in deleted) for c in contents)


def test_without_the_parameter_there_is_no_table_and_all_else_is_the_same(recorded: Recorded) -> None:
    for strategy in ("static", "ocbr"):
        arguments = (*(one for one in ARGUMENTS if "link_steps" not in one), f"--strategy={strategy}")
        without, with_steps = recorded("overlay", *arguments), recorded("overlay", *ARGUMENTS, f"--strategy={strategy}")
        names = {path.name for path in with_steps.iterdir()}
        assert {path.name for path in without.iterdir()} == names - {"link_steps.trace"}
        for name in names - {"link_steps.trace"}:
            assert (without / name).read_bytes() == (with_steps / name).read_bytes(), name
