"""One run of brokers with stores: the network, what its links carried, and what each store kept and answered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from schema.manifest import RUNS
from schema.traces import Trace, read_run_table
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.run.runs import run_window

Link = tuple[int, int]
"""Two brokers, the smaller number first."""


@dataclass(frozen=True)
class StoreRow:
    """A store, as it was at the end of the measured window."""

    broker: int
    topics: tuple[str, ...]
    is_live: bool
    answered: int
    """Requests of the measured window that it answered."""


@dataclass(frozen=True)
class StoreMap:
    """The brokers of a run."""

    variant: str
    label: str
    replication: int
    loads: Mapping[Link, int]
    """Every link between brokers and the frames that both its directions carried in the measured window."""
    requests: Mapping[int, int]
    """Every broker and the requests that its clients sent in the measured window."""
    stores: tuple[StoreRow, ...]
    """Those with the most answers first."""


def read_store_map(story: Story) -> StoreMap | None:
    """The first done run of the first panel that has stores and whose traces can be read; None where none has."""
    panel = panels_shown(story)[0] if story.variants else None
    if panel is None:
        return None
    done = sorted((manifest.replication, manifest.variant) for manifest in story.inputs.done)
    for label, variant in panel.variants.items():
        for replication in [number for number, name in done if name == variant.name][:1]:
            where = ", ".join(part for part in (label, panel.where) if part)
            try:
                found = _read(story, variant.name, replication, where)
            except (OSError, ValueError):
                continue
            if found is not None:
                return found
    return None


def _read(story: Story, variant: str, replication: int, label: str) -> StoreMap | None:
    folder = story.inputs.folder / RUNS / variant / str(replication)
    tables = {name: read_run_table(folder, name, story.kind.name) for name in _TABLES}
    brokers = tables["brokers"].rows["node"].tolist()
    if not brokers or not len(tables["store_state"].rows):
        return None
    start_ns, end_ns = run_window(folder)
    requests = tables["requests"].rows
    requests = requests[(requests["time_ns"] >= start_ns) & (requests["time_ns"] <= end_ns)]
    broker_of = dict(zip(*(tables["clients"].rows[name].tolist() for name in ("node", "broker")), strict=True))
    sent = Counter(broker_of.get(client) for client in requests["client"].tolist())
    answered = Counter(requests["store"][requests["answered"] == 1].tolist())
    return StoreMap(
        variant,
        label,
        replication,
        _loads(story, variant, replication, brokers, tables["links"]),
        {broker: sent[broker] for broker in brokers},
        _stores(tables["placement"], tables["store_state"], end_ns, answered),
    )


_TABLES = ("brokers", "clients", "links", "placement", "requests", "store_state")


def _loads(story: Story, variant: str, replication: int, brokers: list[int], links: Trace) -> dict[Link, int]:
    known = set(brokers)
    ends = zip(links.rows["from_node"].tolist(), links.rows["to_node"].tolist(), strict=True)
    loads = {_link(a, b): 0 for a, b in ends if a in known and b in known}
    table = story.inputs.links
    rows = table[(table["variant"] == variant) & (table["replication"] == replication)]
    for a, b, frames in zip(rows["node"], rows["link_to"], rows["tx_frames"], strict=True):
        if _link(int(a), int(b)) in loads:
            loads[_link(int(a), int(b))] += int(frames)
    return loads


def _link(a: int, b: int) -> Link:
    return (a, b) if a < b else (b, a)


def _stores(placement: Trace, states: Trace, end_ns: int, answered: Mapping[int, int]) -> tuple[StoreRow, ...]:
    topics: dict[int, dict[str, bool]] = defaultdict(dict)
    is_live: dict[int, bool] = {}
    columns = (placement.rows["time_ns"], placement.rows["node"], placement.column("topic"), placement.rows["kept"])
    for time_ns, node, topic, kept in sorted(zip(*(column.tolist() for column in columns), strict=True)):
        if time_ns <= end_ns:
            topics[node][topic] = bool(kept)
    rows = states.rows
    for time_ns, node, live in sorted(zip(*(rows[name].tolist() for name in _STATE), strict=True)):
        if time_ns <= end_ns:
            is_live[node] = bool(live)
    found = (
        StoreRow(
            node,
            tuple(sorted(topic for topic, kept in topics[node].items() if kept)),
            is_live.get(node, True),
            answered.get(node, 0),
        )
        for node in sorted({*is_live, *topics})
    )
    return tuple(sorted(found, key=lambda store: (-store.answered, store.broker)))


_STATE = ("time_ns", "node", "is_live")
