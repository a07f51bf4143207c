"""The instance that a finished run of the program `stores` was planned for, read from its trace tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pyharness.placement.problem.copies import apportioned_copies, copies_by_demand, stores_needed
from pyharness.placement.problem.instance import StoreInstance
from schema.errors import UsageError
from schema.manifest import Manifest
from schema.run_files import NotCounted, done_manifest
from schema.traces import Trace, read_run_table

PROGRAM = "stores"


def instance_of_run(run: Path) -> StoreInstance:
    """Return brokers, links, topics and limits of the run in folder `run`, with the demand of its measured window.

    The demand is that of the whole workload: the parameter `rate_scale` is taken out. Raises UsageError where the
    folder is not a finished run of the program.
    """
    try:
        manifest = done_manifest(run)
    except NotCounted as reason:
        raise UsageError(f"{run}: {reason}, expected a finished run of {PROGRAM}") from reason
    if manifest.program != PROGRAM:
        raise UsageError(f"{run}: a run of {manifest.program}, expected one of {PROGRAM}")
    brokers, clients, links, demand = (
        read_run_table(run, table, manifest.network_kind) for table in ("brokers", "clients", "links", "demand")
    )
    number = dict(zip(_whole(brokers, "node"), _whole(brokers, "number"), strict=True))
    at = {
        client: number[broker]
        for client, broker in zip(_whole(clients, "node"), _whole(clients, "broker"), strict=True)
    }
    ends = zip(_whole(links, "from_node"), _whole(links, "to_node"), strict=True)
    pairs = {(number[one], number[other]) for one, other in ends if one in number and other in number}
    topics, rates = _demand(demand, at, len(number), float(manifest.parameters["rate_scale"]))
    copies, stores = _limits(manifest, [float(each) for each in rates.sum(axis=1)], len(number))
    return StoreInstance(
        brokers=len(number),
        links=tuple(sorted((one, other) for one, other in pairs if one < other)),
        topics=topics,
        copies=copies,
        demand=tuple(tuple(map(float, row)) for row in rates),
        capacity=int(manifest.parameters["capacity"]),
        stores=stores,
    )


def _whole(table: Trace, column: str) -> list[int]:
    return [int(value) for value in table.column(column)]


def _demand(demand: Trace, at: dict[int, int], brokers: int, scale: float) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the topics, in order of the table, and the requests/s by topic and broker."""
    names = [str(name) for name in demand.column("topic")]
    index = {name: place for place, name in enumerate(dict.fromkeys(names))}
    rates = np.zeros((len(index), brokers))
    rows = zip(names, _whole(demand, "client"), demand.column("rate_per_s"), strict=True)
    for name, client, rate in rows:
        rates[index[name], at[client]] += float(f"{float(rate) / scale:.12g}")  # the quotient without its rounding
    return tuple(index), rates


def _limits(manifest: Manifest, totals: list[float], brokers: int) -> tuple[tuple[int, ...], int]:
    """Return the copies of each topic and the number of stores, as the run's parameters define them."""
    parameters = manifest.parameters
    stores, capacity = int(parameters["stores"]), int(parameters["capacity"])
    if stores:
        return apportioned_copies(totals, stores, capacity), stores
    copies = copies_by_demand(totals, int(parameters["min_copies"]), brokers, str(parameters["rounding"]))
    return copies, stores_needed(copies, capacity)
