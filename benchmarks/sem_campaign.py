"""The same runs through SEM, for `benchmarks.harness_overhead`; runs under an interpreter that has SEM, and not ours.

    python sem_campaign.py PROGRAM FOLDER JOBS RUNS parameter=value…

SEM wants an ns-3 tree: a build command that has nothing to do, and the file that lists its programs, are enough. It
learns a program's parameters from the text of ns-3's own --PrintHelp; here they are told, so that it starts our program
itself and nothing in between.
"""

import sys
from pathlib import Path


def make_tree(tree: Path, program: Path) -> None:
    """An ns-3 tree as far as SEM looks at it."""
    tree.mkdir(parents=True)
    (tree / "ns3").write_text("")  # `python3 ./ns3 build` succeeds and says nothing
    (tree / f".lock-ns3_{sys.platform}_build").write_text(f"ns3_runnable_programs = [{str(program)!r}]\n")


def main(program: Path, folder: Path, jobs: int, runs: int, parameters: dict[str, str]) -> None:
    """One campaign of `runs` replications, each in a folder of its own as SEM does it."""
    import sem

    make_tree(folder / "tree", program)
    sem.SimulationRunner.get_available_parameters = lambda _runner: dict.fromkeys([*parameters, "out"])
    campaign = sem.CampaignManager.new(
        str(folder / "tree"),
        program.name,
        str(folder / "campaign"),
        runner_type="ParallelRunner",
        check_repo=False,
        optimized=False,
        skip_configuration=True,
        max_parallel_processes=jobs,
    )
    space = {**parameters, "out": ".", "RngRun": list(range(1, runs + 1))}
    campaign.run_missing_simulations(sem.list_param_combinations(space))


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        int(sys.argv[3]),
        int(sys.argv[4]),
        dict(argument.split("=", 1) for argument in sys.argv[5:]),
    )
