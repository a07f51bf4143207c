"""What the tests of ./waf share: a small checkout to build, and ./waf as a module that starts nothing."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import shutil
import subprocess
import sys
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
