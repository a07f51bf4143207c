"""`./waf python -m pyharness.placement INSTANCE --policy seq`: plan the stores of an instance and print the plan."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from math import isfinite
from pathlib import Path
from typing import Any

from pyharness.commands import Verb, add_number, add_validated
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
from schema.errors import UsageError

NAME = "python -m pyharness.placement"


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status: 0, or 2 after one sentence on wrong input."""
    try:
        return PLACEMENT.execute(arguments)
    except SystemExit as leave:  # argparse after --help
        return int(leave.code or 0)
    except UsageError as error:
        sentence = str(error)
    except OSError as error:  # a plan or a cache that cannot be written
        sentence = f"{error.filename}: {error.strerror}"
    except KeyboardInterrupt:
        print("ended.", file=sys.stderr)
        return 130
    print(f"{sentence}.", file=sys.stderr)
    return 2


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("instance", metavar="INSTANCE", type=Path, help="File of the instance, or folder of a run.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--policy", choices=[*HEURISTICS, *OPTIMA], help="How to plan.")
    what.add_argument("--plan", metavar="FILE", type=Path, help="Evaluate this plan instead.")
    parser.add_argument("--gain", choices=[*GAINS], default="path", help="Gain of the greedy (default: path).")
    parser.add_argument("--out", metavar="FILE", type=Path, help="Write the plan to this file.")
    add_number(parser, "--seed", 0, "Seed of the random policies (default: 1).")
    add_validated(parser, "--time-limit", "S", "Seconds for the optimum (default: 300).", _positive("--time-limit"))
    add_validated(parser, "--gap", "RATIO", "Gap at which the optimum is good enough (default: 0.01).", _ratio)
    parser.add_argument("--cache", metavar="DIR", type=Path, help="Folder that keeps optima between calls.")
    parser.set_defaults(seed=1, time_limit="300", gap="0.01")


def _positive(option: str) -> Any:
    def validate(text: str) -> None:
        if not _number(text) > 0:
            raise UsageError(f"{option} is {text!r}, expected a finite number above 0")

    return validate


def _ratio(text: str) -> None:
    if not 0 <= _number(text) < 1:
        raise UsageError(f"--gap is {text!r}, expected a number of at least 0 and below 1")


def _number(text: str) -> float:
    """Return the number in `text`, -1 where there is none that is finite."""
    try:
        return float(text) if isfinite(float(text)) else -1.0
    except ValueError:
        return -1.0


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
