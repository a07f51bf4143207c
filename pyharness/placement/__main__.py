"""`./waf python -m pyharness.placement INSTANCE --policy seq`: plan the stores of an instance and print the plan."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from pyharness.commands import Verb, add_number
from pyharness.placement.assignment import BrokerRanking, rank_brokers
from pyharness.placement.greedy import GAINS
from pyharness.placement.optimum import StoreOptimum, optimum
from pyharness.placement.optimum_cache import OptimumCache
from pyharness.placement.policies import HEURISTICS, OPTIMA, heuristic_plan
from pyharness.placement.problem.instance import StoreInstance, read_instance
from pyharness.placement.problem.run_instance import instance_of_run
from pyharness.placement.problem.store_plan import (
    StorePlan,
    mean_hops,
    placement_cost,
    read_store_plan,
    short_replicas,
    write_store_plan,
)
from pyharness.placement.tree_bound import tree_bound
from pyharness.planners.planner_command import add_limits, run_planner

NAME = "python -m pyharness.placement"


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status: 0, or 2 after one sentence on wrong input."""
    return run_planner(PLACEMENT, arguments)


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="INSTANCE", type=Path, help="File of the instance, or folder of a run.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--policy", choices=[*HEURISTICS, *OPTIMA], help="How to plan.")
    what.add_argument("--plan", metavar="FILE", type=Path, help="Evaluate this plan instead.")
    parser.add_argument("--gain", choices=[*GAINS], default="path", help="Gain of the greedy (default: path).")
    parser.add_argument("--out", metavar="FILE", type=Path, help="Write the plan to this file.")
    add_number(parser, "--seed", 0, "Seed of the random policies (default: 1).")
    add_limits(
        parser,
        time_help="Seconds for the optimum (default: 300).",
        gap_help="Gap at which the optimum is good enough (default: 0.01).",
        cache_help="Folder that keeps optima between calls.",
    )
    parser.set_defaults(seed=1)


def print_placement(arguments: Namespace) -> int:
    """Plan and print, as one JSON object."""
    place = arguments.instance
    instance = instance_of_run(place) if place.is_dir() else read_instance(place)
    if arguments.plan:
        plan = read_store_plan(arguments.plan, instance)
        result = _figures(instance, plan)
    else:
        ranking = rank_brokers(instance, arguments.gain)
        found = None
        if arguments.policy in OPTIMA:
            found = _optimum(instance, arguments)
            plan = found.plan
        else:
            plan = heuristic_plan(instance, ranking, arguments.policy, arguments.gain, arguments.seed)
        result = {"policy": arguments.policy, "gain": arguments.gain, **_description(instance, ranking, plan)}
        if found is not None:
            result |= {"bound": found.bound, "gap": found.gap, "unlimited_bound": tree_bound(instance)}
            result |= {"requests_per_s": float(instance.rates.sum())}
    if arguments.out:
        write_store_plan(arguments.out, instance, plan)
    print(json.dumps(result))
    return 0


def _optimum(instance: StoreInstance, arguments: Namespace) -> StoreOptimum:
    """Return the optimum from the cache, or compute and store it."""
    cache = OptimumCache(arguments.cache) if arguments.cache else None
    time_limit, gap = float(arguments.time_limit), float(arguments.gap)
    limits = {"policy": arguments.policy, "time_limit_s": time_limit, "gap": gap}
    found = cache.find(instance, **limits) if cache else None
    if found is None:
        found = optimum(instance, time_limit, gap, limited=arguments.policy == "optimum")
        if cache:
            cache.store(instance, found, **limits)
    return found


def _description(instance: StoreInstance, ranking: BrokerRanking, plan: StorePlan) -> dict[str, Any]:
    by_topic = dict(zip(instance.topics, range(len(instance.topics)), strict=True))
    return {
        "stores": plan.stores,
        "replicas": {name: plan.replicas[topic] for name, topic in by_topic.items()},
        "votes": {name: [int(votes) for votes in ranking.votes[topic]] for name, topic in by_topic.items()},
        "weights": {name: float(ranking.weights[topic]) for name, topic in by_topic.items()},
        "scores": [float(score) for score in ranking.scores],
        **_figures(instance, plan),
    }


def _figures(instance: StoreInstance, plan: StorePlan) -> dict[str, Any]:
    return {
        "cost": placement_cost(instance, plan),
        "mean_hops": mean_hops(instance, plan),
        "short_replicas": short_replicas(instance, plan),
    }


PLACEMENT = Verb(
    name=NAME,
    summary="Plan where stores stand and which topics they hold; print the plan and its cost as JSON.",
    add_arguments=_add_arguments,
    run=print_placement,
)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
