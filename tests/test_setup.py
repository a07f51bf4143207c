"""The set-up that ./waf does on first use: .venv, the bindings, and the progress that it shows."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from front_door import waf


def made_venv(door: ModuleType) -> bool:
    return any(words[1:3] == ["-m", "venv"] for words in door.calls)


def test_set_up_once(door: ModuleType) -> None:
    door.prepare("python")
    assert made_venv(door) and json.loads(door.SET_UP.read_text())["python"] == os.path.realpath(sys.executable)
    door.calls.clear()
    door.prepare("python")
    assert door.calls == []


def test_an_interrupted_set_up_starts_anew(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    note = door.run

    def interrupted(*command: str | Path, **environment: str) -> None:
        note(*command, **environment)
        if "pip" in command:
            raise KeyboardInterrupt

    monkeypatch.setattr(door, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        door.prepare("python")
    assert door.VENV.is_dir() and not door.is_set_up()
    half = door.VENV / "half of a package"
    half.touch()
    door.calls.clear()
    monkeypatch.setattr(door, "run", note)
    door.prepare("python")
    assert made_venv(door) and door.is_set_up() and not half.exists()


def test_new_requirements_go_into_the_venv_there_is(door: ModuleType) -> None:
    door.prepare("python")
    with door.REQUIREMENTS.open("a") as file:
        file.write("# changed\n")
    assert not door.is_set_up()
    door.calls.clear()
    door.prepare("python")
    assert door.is_set_up() and door.calls and not made_venv(door)


def test_another_interpreter_makes_the_venv_anew(door: ModuleType, tmp_path: Path) -> None:
    door.prepare("python")
    newer = tmp_path / "python3.99"
    newer.write_text("#!/bin/sh\n")
    newer.chmod(0o755)
    door.PYTHON.unlink()
    door.PYTHON.symlink_to(newer)
    door.calls.clear()
    door.prepare("python")
    assert made_venv(door) and door.is_set_up()


def test_a_venv_elsewhere_is_let_alone(door: ModuleType, tmp_path: Path) -> None:
    elsewhere = tmp_path / "venv of somebody"
    elsewhere.mkdir()
    door.VENV.symlink_to(elsewhere)
    door.prepare("python")
    assert door.is_set_up() and not door.VENV.is_symlink() and list(elsewhere.iterdir()) == []


def test_another_kind_of_machine(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(door.Stop, match=r"for Linux on x86_64 .*, this is Linux on aarch64") as stop:
        door.prepare("python")
    assert stop.value.status == 2 and door.calls == []


def test_the_bindings_are_compiled_once_and_only_where_they_are_needed(door: ModuleType) -> None:
    door.prepare("python")
    assert not any("requirements-bindings.txt" in words[-1] for words in door.calls)
    door.calls.clear()
    door.prepare("bindings")
    assert [words[-1] for words in door.calls] == [str(door.BINDINGS_REQUIREMENTS), "import cppyy"]
    door.calls.clear()
    door.prepare("bindings")
    assert door.calls == []
    with door.BINDINGS_REQUIREMENTS.open("a") as file:
        file.write("# changed\n")
    door.prepare("bindings")
    assert len(door.calls) == 2 and door.is_set_up()


def test_interrupted_bindings_are_compiled_again(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    door.prepare("python")
    note = door.run

    def interrupted(*command: str | Path, **environment: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(door, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        door.prepare("bindings")
    assert door.is_set_up() and not door.has_bindings()
    monkeypatch.setattr(door, "run", note)
    door.calls.clear()
    door.prepare("bindings")
    assert len(door.calls) == 2 and door.has_bindings()


def test_long_steps_say_how_far_they_are(
    open_door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    meter = open_door.Meter.__init__

    def quick(self: object) -> None:
        meter(self)
        self.pause = 0.2  # type: ignore[attr-defined]

    monkeypatch.setattr(open_door.Meter, "__init__", quick)
    code = "import time; print('[3/7] Building one', flush=True); time.sleep(1)"
    open_door.run(sys.executable, "-c", code, progress=open_door.steps_progress)
    said = capsys.readouterr().err.splitlines()
    assert len(said) >= 2 and said[-1].endswith(" s so far, 3 of 7 steps")
    assert open_door.packages_progress("Collecting a\nCollecting b\n").startswith("2 of ")


def test_a_step_that_fails_shows_its_output(open_door: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    code = "print('[1/2] Building one'); print('no such thing'); raise SystemExit(3)"
    with pytest.raises(open_door.Stop, match="failed with exit status 3"):
        open_door.run(sys.executable, "-c", code)
    assert capsys.readouterr().err == "no such thing\n"


@pytest.mark.long
def test_a_clone_from_nothing(checkout: Path, tmp_path: Path) -> None:
    clone = tmp_path / "a clean clone"
    subprocess.run(["git", "clone", "--quiet", checkout, clone], check=True)
    environment = {"HOME": os.environ.get("HOME", ""), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    started = time.monotonic()
    first = subprocess.run([clone / "waf", "build"], env=environment, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stderr
    once = time.monotonic()
    second = waf(clone, "build")
    assert (second.returncode, second.stderr) == (0, "")
    assert time.monotonic() - once < (once - started) / 10, "nothing is made again"
    status = subprocess.run(["git", "status", "--porcelain"], cwd=clone, capture_output=True, text=True, check=True)
    assert status.stdout == "", "set-up leaves files that git sees"
    assert waf(clone, "list").returncode == 0
    python = waf(clone, "run", "two_squads.py")
    assert python.returncode == 0 and "the ns-3 bindings" in python.stderr and "delivered: " in python.stdout


@pytest.mark.parametrize("verb", ["build", "test", "python", "bindings"])
def test_help_on_its_own_verbs_sets_nothing_up(door: ModuleType, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    for asked in ("--help", "-h"):
        door.main([verb, asked])
        assert capsys.readouterr().out.startswith(f"usage: ./waf {verb}")
    assert door.calls == []
    options = set(door.BUILD_OPTIONS) if verb == "build" else {"--no-install"} if verb == "test" else set()
    assert all(option in door.OWN_HELP[verb] for option in options)


def test_help_on_other_verbs_builds_nothing(door: ModuleType) -> None:
    door.prepare("test", ["--help"])
    assert made_venv(door) and not any("cmake" in words[0] for words in door.calls)
    door.calls.clear()
    door.prepare("test", ["--help"])
    assert door.calls == []


def test_a_verb_states_what_it_needs_built(open_door: ModuleType, checkout: Path) -> None:
    """In its own file, so that a new verb is one file."""
    (open_door.ROOT / "pyharness").mkdir()
    shutil.copytree(checkout / "pyharness" / "commands", open_door.COMMANDS)
    (open_door.COMMANDS / "my_verb.py").write_text('register_verb(\n    Verb(\n        needs=("suites",),\n    )\n)\n')
    assert {verb: open_door.needs_of(verb) for verb in ("sweep", "status", "bench", "my-verb", "no-such-verb")} == {
        "sweep": {"programs", "classes"},
        "status": set(),
        "bench": {"suites", "classes"},
        "my-verb": {"suites"},
        "no-such-verb": set(),
    }
    assert all(open_door.needs_of(verb) == {"programs"} for verb in ("run", "--run", "--run=manet", "build"))
