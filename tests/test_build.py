"""./waf build: what it builds, when it builds nothing, and its messages where a build fails."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from front_door import TOY, make_toy, waf


def says(program: Path) -> str:
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip()


def times(root: Path) -> dict[Path, int]:
    """When each file below was last written."""
    return {path: path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}


class FirstBuild(NamedTuple):
    """A checkout, and what the first ./waf build in it made."""

    root: Path
    files: frozenset[Path]


@pytest.fixture(scope="module")
def first_build(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> FirstBuild:
    """A checkout with a space in its path, built by two who came at once, on a machine with an ns-3 of its own."""
    base = tmp_path_factory.mktemp("front door")
    root = make_toy(checkout, base / "a clone")
    other = base / "system" / "lib" / "cmake" / "ns3"
    other.mkdir(parents=True)
    (other / "ns3Config.cmake").write_text('message(FATAL_ERROR "found the system\'s ns-3")\n')
    environment = {**os.environ, "CMAKE_PREFIX_PATH": str(base / "system")}
    both = [
        subprocess.Popen(
            [root / "waf", "build"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        for _ in range(2)
    ]
    said = [each.communicate(timeout=600)[1] for each in both]
    assert [each.returncode for each in both] == [0, 0], "".join(said)
    assert sum("[4/4] Building" in words for words in said) == 1, said
    assert sum("Waiting for another" in words for words in said) == 1, said
    return FirstBuild(root, frozenset(times(root / "build")))


@pytest.fixture(scope="module")
def toy(first_build: FirstBuild) -> Path:
    """The checkout of `first_build`, which each test leaves as it was."""
    return first_build.root


def test_what_runs_need_is_built_and_nothing_else(first_build: FirstBuild) -> None:
    built = first_build.root / "build"
    assert {built / "bin" / "toy", built / "lib" / "libpubsub.so"} <= first_build.files
    assert waf(first_build.root, "build").returncode == 0
    assert says(built / "bin" / "toy") == "7"
    objects = [path.name for path in first_build.files if path.suffix == ".o"]
    assert objects and not [name for name in objects if "test" in name or "example" in name]


def test_builds_in_a_path_with_a_space(toy: Path) -> None:
    assert waf(toy, "build", "--tests").returncode == 0
    assert says(toy / "build" / "examples" / "toy-example") == ""
    runner = toy / "build" / "bin" / "pubsub-test-runner"
    listed = subprocess.run([runner, "--list"], capture_output=True, text=True, check=True).stdout
    assert listed.strip() == f"toy-in-{toy}/contrib/pubsub/test"


def test_nothing_to_do_does_nothing(toy: Path) -> None:
    before = times(toy / "build")
    done = waf(toy, "build")
    assert (done.returncode, done.stdout, done.stderr) == (0, "build/ is up to date: toy\n", "")
    assert times(toy / "build") == before


def test_builds_what_changed(toy: Path) -> None:
    library = toy / "build" / "lib" / "libpubsub.so"
    before = library.stat().st_mtime_ns
    new = toy / "scratch" / "another.cc"
    new.write_text(TOY["scratch/toy.cc"].replace("<< std::endl", '<< " again" << std::endl'))
    assert waf(toy, "build").stdout == "build/ is up to date: another, toy\n"
    assert says(toy / "build" / "bin" / "another") == "7 again"
    assert library.stat().st_mtime_ns == before, (toy / "build" / ".ninja_log").read_text()
    new.unlink()
    (toy / "build" / "bin" / "toy").unlink()
    assert waf(toy, "build").returncode == 0 and says(toy / "build" / "bin" / "toy") == "7"


def test_a_build_error_is_the_compilers_words(toy: Path) -> None:
    broken = toy / "scratch" / "broken.cc"
    broken.write_text("int main()\n{\n    return no_such_name;\n}\n")
    for _ in range(2):  # a failed build is not taken for a build
        done = waf(toy, "build")
        assert done.returncode == 1 and done.stdout == ""
        assert "broken.cc:3" in done.stderr and "no_such_name" in done.stderr and "Traceback" not in done.stderr
        assert done.stderr.splitlines()[-1] == "waf: the build failed; the compiler's messages are above"
    broken.unlink()
    assert waf(toy, "build").returncode == 0


def test_a_warning_is_an_error_only_where_that_is_asked_for(toy: Path) -> None:
    warned = toy / "scratch" / "warned.cc"
    warned.write_text("int main()\n{\n    int unused = 1;\n}\n")
    assert waf(toy, "build").returncode == 0
    warned.write_text("int main()\n{\n    int never = 1;\n}\n")
    done = waf(toy, "build", "--werror")
    assert done.returncode == 1 and "unused variable" in done.stderr and "warned.cc:3" in done.stderr
    warned.unlink()
    assert waf(toy, "build").returncode == 0


def test_files_of_one_unit_log_under_names_of_their_own(toy: Path, tmp_path: Path) -> None:
    other = shutil.copytree(toy, tmp_path / "two that log", symlinks=True, ignore=shutil.ignore_patterns("build"))
    model, lists = other / "contrib" / "pubsub" / "model", other / "contrib" / "pubsub" / "CMakeLists.txt"
    for name in ("one", "two"):
        (model / f"{name}.cc").write_text(
            f'#include "ns3/log.h"\nnamespace ns3 {{ NS_LOG_COMPONENT_DEFINE("{name}");\n'
            f'void {name}() {{ NS_LOG_UNCOND("from {name}"); NS_LOG_INFO("as {name}"); }} }}\n'
        )
    lists.write_text(lists.read_text().replace("model/toy.cc", "model/one.cc model/toy.cc model/two.cc"))
    (other / "scratch" / "toy.cc").write_text(
        '#include "ns3/pubsub-module.h"\n'
        "namespace ns3 { void one(); void two(); }\nint main() { ns3::one(); ns3::two(); }\n"
    )
    done = waf(other, "build")
    assert done.returncode == 0, done.stderr
    assert len(list(other.glob("build/contrib/pubsub/CMakeFiles/pubsub.dir/*.o"))) == 1
    command, logged = [other / "build" / "bin" / "toy"], {**os.environ, "NS_LOG": "two=info"}
    said = subprocess.run(command, env=logged, capture_output=True, text=True, check=True).stderr.split("\n")
    assert said == ["from one", "from two", "as two", ""]


def test_a_compiler_cache_is_used_where_there_is_one(toy: Path, tmp_path: Path) -> None:
    cache, log = tmp_path / "bin" / "ccache", tmp_path / "log"
    cache.parent.mkdir()
    cache.write_text(f'#!/bin/sh\necho "$@" >>"{log}"\nexec "$@"\n')
    cache.chmod(0o755)
    other = shutil.copytree(toy, tmp_path / "a clone", symlinks=True, ignore=shutil.ignore_patterns("build"))
    environment = {**os.environ, "PATH": f"{cache.parent}:{os.environ['PATH']}"}
    command = [other / "waf", "build"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    assert "toy.cc" in log.read_text()


def test_a_build_that_sanitizers_watch_stands_beside_the_other(toy: Path) -> None:
    before = times(toy / "build")
    leak = toy / "scratch" / "leak.cc"
    leak.write_text("int* lost = new int;\nint main()\n{\n    lost = nullptr;\n}\n")
    done = waf(toy, "build", "--sanitize")
    assert (done.returncode, done.stdout) == (0, "build/asan/ is up to date: leak, toy\n"), done.stderr
    assert says(toy / "build" / "asan" / "bin" / "toy") == "7"
    found = subprocess.run([toy / "build/asan/bin/leak"], capture_output=True, text=True, check=False)
    assert found.returncode != 0 and "LeakSanitizer: detected memory leaks" in found.stderr
    leak.unlink()
    shutil.rmtree(toy / "build" / "asan")
    assert times(toy / "build") == before


def test_a_wrong_cmake_file_is_shown(toy: Path) -> None:
    path = toy / "contrib" / "pubsub" / "CMakeLists.txt"
    path.write_text(TOY["contrib/pubsub/CMakeLists.txt"].replace("model/toy.cc", "model/gone.cc"))
    done = waf(toy, "build")
    assert done.returncode == 1 and "model/gone.cc" in done.stderr
    path.write_text(TOY["contrib/pubsub/CMakeLists.txt"])
    assert waf(toy, "build").returncode == 0


def test_two_checkouts_make_the_same_bytes(toy: Path, checkout: Path, tmp_path: Path) -> None:
    assert waf(toy, "build").returncode == 0
    other = make_toy(checkout, tmp_path / "elsewhere")
    assert waf(other, "build").returncode == 0
    for name in ("lib/libpubsub.so", "bin/toy"):
        assert (toy / "build" / name).read_bytes() == (other / "build" / name).read_bytes(), name


def test_a_moved_checkout_runs_and_builds(toy: Path) -> None:
    moved = toy.rename(toy.with_name("moved clone"))
    try:
        assert says(moved / "build" / "bin" / "toy") == "7"
        assert waf(moved, "build").returncode == 0
        assert str(toy) not in (moved / "build" / "CMakeCache.txt").read_text()
    finally:
        moved.rename(toy)


def test_its_own_output_is_not_in_the_way(toy: Path, tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), sys.argv[1:]); sys.exit(3)"
    done = subprocess.run(
        [toy / "waf", "python", "-c", code, "a b"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, f"{tmp_path} ['a b']\n", "")


def test_another_checkout_is_not_taken_for_this_one(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "pyharness").mkdir()
    (tmp_path / "pyharness" / "__main__.py").write_text("print('not me')\n")
    done = subprocess.run(
        [checkout / "waf", "status", "."], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stdout) == (2, "") and "not an experiment's results" in done.stderr


@pytest.mark.parametrize("arguments", [["frobnicate"], ["build", "now"], ["bindings", "now"]])
def test_wrong_usage(checkout: Path, arguments: list[str]) -> None:
    done = waf(checkout, *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and arguments[-1] in done.stderr


def test_a_refusal_of_the_system_is_one_sentence(checkout: Path, tmp_path: Path) -> None:
    root = make_toy(checkout, tmp_path / "a clone")
    (root / ".venv").unlink()
    (root / ".venv").write_text("no folder")
    done = waf(root, "list")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"waf: {root / '.venv'}") and "Traceback" not in done.stderr
