"""Python-driven scenarios, for the harness: found, started, hashed with all that they import, as any other program."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from harness_bench import HERE, Bench, Done, Typed, one_sentence

from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.programs.program import find_program, imports
from schema.errors import UsageError

SCENARIO = f"""\"\"\"Talks as the stand-in does.\"\"\"
import runpy, sys
def main():
    from shapes import line
    sys.argv[1:1] = [line.EMPTY]
    runpy.run_path({str(HERE / "standin.py")!r}, run_name="__main__")
main()
"""


@pytest.fixture
def scenario(bench: Bench) -> Path:
    """`line.py` in a checkout whose front door opens."""
    package = bench.root / "scenarios" / "shapes"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "line.py").write_text(f"EMPTY = {str(bench.root / 'build' / 'empty')!r}\n")
    (bench.root / "scenarios" / "unused.py").write_text('"""Cannot start."""\nimport cannot_be_found\n')
    front_door(bench, 0)
    path = bench.root / "scenarios" / "line.py"
    path.write_text(SCENARIO)
    return path


def front_door(bench: Bench, exit_status: int) -> None:
    (bench.root / "waf").write_text(f'#!/bin/sh\n[ "$*" = bindings ] || exit 9\nexit {exit_status}\n')
    (bench.root / "waf").chmod(0o755)


def identity(bench: Bench, program: str) -> str:
    file = read_experiment_file(bench.experiment(f'program = "{program}"\nreplications = 1\n'))
    return make_plan(bench.checkout, file).runs[0].identity


def test_a_sweep_of_it(bench: Bench, scenario: Path) -> None:
    path = bench.experiment('program = "line.py"\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n')
    done = bench.call("sweep", path.name, "--no-report")
    assert (done.exit_status, done.err.count("Traceback")) == (0, 0), done.err
    manifest = json.loads((bench.root / "results/trial/runs/protocol=topsim/2/manifest.json").read_text())
    assert (manifest["state"], manifest["program"]) == ("done", "line.py")
    assert manifest["command"][:2] == [sys.executable, "scenarios/line.py"]
    again = bench.call("sweep", path.name, "--no-report", "--set", "nodes=5")
    assert "4 runs done (4 of them before)" in again.out


def test_one_run_in_both_spellings(bench: Bench, scenario: Path) -> None:
    for words in (["run", "line.py", "--out=here"], ["--run", "scenarios/line.py --out=here"]):
        assert bench.call(*words) == Done(0, "0 bytes held\n", "")
    assert (bench.root / "here" / "due.trace").is_file()


def test_it_is_listed(bench: Bench, scenario: Path, typed: Typed) -> None:
    lines = typed("list").out.splitlines()
    assert [line.strip().split(maxsplit=1) for line in lines[1:4]] == [
        ["standin", "Stands in for a scenario."],
        ["line.py", "Stands in for a scenario."],
        ["unused.py", "Cannot start"],
    ]
    assert "standin, line.py" in next(line for line in lines if line.startswith("topsim"))


def test_its_identity_is_that_of_all_it_imports(bench: Bench, scenario: Path) -> None:
    first = identity(bench, "line.py")
    assert identity(bench, "scenarios/line.py") == first
    scenario.with_name("unused.py").write_text("# other\n")
    assert identity(bench, "line.py") == first
    (bench.root / "scenarios" / "shapes" / "trampolines.h").write_text("int main();\n")
    second = identity(bench, "line.py")
    scenario.write_text(scenario.read_text() + "\n")
    assert len({first, second, identity(bench, "line.py")}) == 3


def test_it_may_stand_in_a_folder(bench: Bench, scenario: Path) -> None:
    folder = bench.root / "scenarios" / "wired"
    folder.mkdir()
    path = folder / "ring.py"
    path.write_text("import shapes\n")
    for name in ("ring.py", "scenarios/wired/ring.py", str(path)):
        program = find_program(bench.checkout, name)
        assert (program.name, program.command[1]) == ("ring.py", str(path))
        assert {path, bench.root / "scenarios" / "shapes" / "line.py"} <= set(program.hashed)
    with pytest.raises(UsageError, match=r"no program 'scenarios/ring.py'.* there are standin, line.py, ring.py and"):
        find_program(bench.checkout, "scenarios/ring.py")
    (bench.root / "scenarios" / "ring.py").write_text("")
    with pytest.raises(UsageError, match=r"'ring.py' is scenarios/ring.py and scenarios/wired/ring.py; expected one"):
        find_program(bench.checkout, "ring.py")


def test_imports_within_imports_and_around_in_a_circle(tmp_path: Path) -> None:
    for name, text in {
        "a": "import b.c",
        "b": "from d import x",
        "d": "import a, json\nfrom . import e",
        "e": "",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    assert imports(tmp_path / "a.py", tmp_path) == tuple(tmp_path / f"{name}.py" for name in "abd")
    (tmp_path / "e.py").write_text("def")
    with pytest.raises(UsageError, match=r"e\.py: cannot be read as Python \(.*line 1"):
        imports(tmp_path / "e.py", tmp_path)


def test_without_bindings_nothing_starts(bench: Bench, scenario: Path, typed: Typed) -> None:
    front_door(bench, 2)
    for words in (["run", "line.py"], ["sweep", bench.experiment('program = "line.py"').name]):
        done = typed(*words)
        assert done.exit_status == 2 and not (bench.root / "results").exists()
        assert "line.py needs the ns-3 bindings" in one_sentence(done.err)


@pytest.mark.parametrize(
    "name", ["lines.py", "elsewhere/line.py", "../scenarios/line.py", "scenarios/standin", "shapes"]
)
def test_no_such_program(bench: Bench, scenario: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"no program .*; there are standin, line.py and unused.py"):
        find_program(bench.checkout, name)


def test_what_a_scenario_says_when_it_cannot_describe_itself(bench: Bench, scenario: Path, typed: Typed) -> None:
    scenario.write_text("import sys; sys.exit('the ring is broken')\n")
    done = typed("sweep", bench.experiment('program = "line.py"').name)
    assert "line.py does not describe itself (--describe ended with exit status 1: the ring is broken)" in done.err
