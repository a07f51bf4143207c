"""`./waf python -m pyharness.overlays INSTANCE --objective residual`: solve an instance and print the overlays."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from pyharness.commands import Verb
from pyharness.overlays.balanced_overlays import balanced_overlays
from pyharness.overlays.exact_trees import exact_steiner_tree
from pyharness.overlays.overlay_cache import OverlayCache
from pyharness.overlays.overlay_instance import OverlayInstance, read_overlay_instance
from pyharness.overlays.overlay_plan import (
    Overlays,
    min_residual,
    read_overlays,
    residuals_of,
    total_load,
    write_overlays,
)
from pyharness.planners.planner_command import add_limits, run_planner

NAME = "python -m pyharness.overlays"
OBJECTIVES = ["edges", "residual"]


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status: 0, or 2 after one sentence on wrong input."""
    return run_planner(OVERLAYS, arguments)


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="INSTANCE", type=Path, help="File of the instance.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--objective",
        choices=OBJECTIVES,
        help="edges: for each topic a tree with the fewest edges. residual: the largest minimum residual.",
    )
    what.add_argument("--overlays", metavar="FILE", type=Path, help="Evaluate these overlays instead.")
    parser.add_argument("--out", metavar="FILE", type=Path, help="Write the overlays for `sdn-router --router=file`.")
    add_limits(
        parser,
        time_help="Seconds for each tree, or for all with residual (default: 300).",
        gap_help="Gap at which a result is good enough (default: 0.01).",
        cache_help="Folder that keeps results between calls.",
    )


def print_overlays(arguments: Namespace) -> int:
    """Solve or evaluate, and print one JSON object."""
    instance = read_overlay_instance(arguments.instance)
    if arguments.overlays:
        result: dict[str, Any] = {"overlays": _pairs(instance, read_overlays(arguments.overlays, instance))}
    else:
        limits = {
            "objective": arguments.objective,
            "time_limit_s": float(arguments.time_limit),
            "gap": float(arguments.gap),
        }
        cache = OverlayCache(arguments.cache) if arguments.cache else None
        stored = cache.find(instance, **limits) if cache else None
        result = stored if stored is not None else _solved(instance, **limits)
        if cache and stored is None:
            cache.store(instance, result, **limits)
    overlays = _numbers(instance, result["overlays"])
    if arguments.out:
        write_overlays(arguments.out, instance, overlays)
    figures = {
        "residuals": residuals_of(instance, overlays).tolist(),
        "min_residual": min_residual(instance, overlays),
        "total_link_load_bps": total_load(instance, overlays),
    }
    print(json.dumps({**result, **figures}))
    return 0


def _solved(instance: OverlayInstance, objective: str, time_limit_s: float, gap: float) -> dict[str, Any]:
    if objective == "residual":
        found = balanced_overlays(instance, time_limit_s, gap)
        return {"bound": found.bound, "gap": found.gap, "overlays": _pairs(instance, found.overlays)}
    trees = [exact_steiner_tree(instance, topic, None, time_limit_s, gap) for topic in instance.topics]
    names = [topic.name for topic in instance.topics]
    return {
        "bounds": dict(zip(names, (tree.bound for tree in trees), strict=True)),
        "gap": max((tree.gap for tree in trees), default=0.0),
        "overlays": _pairs(instance, tuple(tree.edges for tree in trees)),
    }


def _pairs(instance: OverlayInstance, overlays: Overlays) -> dict[str, list[list[int]]]:
    """Return by topic the ends of the edges."""
    return {
        topic.name: [[instance.edges[number].a, instance.edges[number].b] for number in sorted(edges)]
        for topic, edges in zip(instance.topics, overlays, strict=True)
    }


def _numbers(instance: OverlayInstance, pairs: dict[str, list[list[int]]]) -> Overlays:
    """Return by topic the numbers of the edges."""
    return tuple(frozenset(instance.edge_between[a, b] for a, b in pairs[topic.name]) for topic in instance.topics)


OVERLAYS = Verb(
    name=NAME,
    summary="Compute exact overlays of topics; print them and what they leave of the edges' capacities as JSON.",
    add_arguments=_add_arguments,
    run=print_overlays,
)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
