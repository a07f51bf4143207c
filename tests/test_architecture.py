"""The house keeps its plan: who includes or imports whom, how large a folder is, and that names are unique.

Everything is read from the sources: the imports of Python and the includes of C++, wherever in a file they stand.
"""

from __future__ import annotations

import ast
import re
import sysconfig
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PACKAGES = {
    "schema": set[str](),
    "pyharness": {"schema"},
    "spark_analysis": {"schema"},
}
"""Our packages, and those of ours that each may import."""

MODULES = {
    "pubsub": ({"core", "network", "internet", "applications"}, set[str]()),
    "spatial-wifi-channel": (None, set[str]()),
    "pubsub-manet": (None, {"pubsub", "spatial-wifi-channel"}),
    "pubsub-broker": ({"core", "network", "internet", "point-to-point", "brite"}, {"pubsub"}),
    "pubsub-sdn": ({"core", "network", "internet", "point-to-point"}, {"pubsub", "pubsub-broker"}),
}
"""Our ns-3 modules; those of ns-3 (None: any) and those of ours that each may include."""

PREFIX = {
    "pubsub": "pubsub-",
    "pubsub-manet": "manet-",
    "pubsub-broker": "broker-",
    "pubsub-sdn": "sdn-",
    "spatial-wifi-channel": "spatial-wifi-",
}
"""What the names of a module's installed headers begin with: ns-3 installs the headers of all modules in one folder."""

FILES = 15
"""Source files that a folder should have at most."""

LARGER: dict[str, str] = {
    "pyharness/commands": "one file per verb, which the command line finds by its name",
    "contrib/pubsub-broker/test": "one suite per class; ns-3 expects a module's suites in one folder, test",
    "contrib/pubsub-sdn/test": "one suite per class; ns-3 expects a module's suites in one folder, test",
    "contrib/pubsub-manet/test": "one suite per protocol and class; ns-3 expects a module's suites in one folder, test",
}
"""Folders that may have more, each with the reason."""

SAME_NAME_BY_DESIGN: dict[str, set[str]] = {name: set() for name in PACKAGES}
"""Public names that several modules of a package have, because a registry calls each by it."""

FORWARD_DECLARATIONS = re.compile(r"^namespace ns3\n\{\n+(?:class \w+;\n+)+\} // namespace ns3\n", re.MULTILINE)
"""Classes of ns-3 that a header names without including theirs."""


# ---- Python


@cache
def modules(package: str) -> dict[str, Path]:
    """Dotted name -> file, of all modules of a package."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, function-local imports included; `from a import b` gives a and a.b."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def loaded_by_name(path: Path) -> list[str]:
    """Our packages that a file names in a call of importlib's."""
    calls = re.findall(r"(?:import_module|__import__)\(\s*f?[\"']([\w.]+)", path.read_text())
    return [name for name in calls if name.partition(".")[0] in PACKAGES]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_it_may(package: str) -> None:
    allowed = PACKAGES[package] | {package}
    for path in modules(package).values():
        ours = {name for name in imported(path) if name.partition(".")[0] in PACKAGES | {"tests": 0, "benchmarks": 0}}
        foreign = sorted(name for name in [*ours, *loaded_by_name(path)] if name.partition(".")[0] not in allowed)
        assert not foreign, f"{path.relative_to(ROOT)} imports {foreign}"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_cycle_between_the_folders_of_a_package(package: str) -> None:
    known = modules(package)
    arrows: dict[str, set[str]] = defaultdict(set)
    for path in known.values():
        for name in imported(path):
            target = known.get(name)
            if target is not None and target.parent != path.parent and not is_own_package(name, known):
                arrows[folder(path)].add(folder(target))
    assert_no_cycle(arrows)


def is_own_package(name: str, known: Mapping[str, Path]) -> bool:
    """Whether `name` is a package that is imported for one of its modules: the module is the arrow's end."""
    return known[name].name == "__init__.py" and not known[name].read_text().partition('"""\n')[2].strip()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_name_is_unique_in_its_package(package: str) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, path in modules(package).items():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    several = {name: at for name, at in places.items() if len(at) > 1}
    assert not {name: at for name, at in several.items() if name not in SAME_NAME_BY_DESIGN[package] | {"main"}}


# ---- C++


@cache
def ns3_modules() -> dict[str, str]:
    """Header of ns-3 -> the module that installs it, from the `<module>-module.h` of the wheel."""
    found = {}
    for file in Path(sysconfig.get_path("purelib"), "ns3", "include", "ns3").glob("*-module.h"):
        for header in re.findall(r"^ *#include <ns3/([\w-]+\.h)>", file.read_text(), re.MULTILINE):
            found[header] = file.name.removesuffix("-module.h")
    assert found["wifi-phy.h"] == "wifi"
    return found


def sources(module: str, installed: bool = False) -> list[Path]:
    """The C++ files of a module; with `installed`, the headers that ns-3 installs."""
    everything = (ROOT / "contrib" / module).rglob("*")
    own = [path for path in everything if path.suffix in (".h", ".cc")]
    apart = {"test", "examples", "doc"}
    return sorted(p for p in own if not installed or (p.suffix == ".h" and not apart & {q.name for q in p.parents}))


@cache
def our_headers() -> dict[str, tuple[str, Path]]:
    """Name of a header of ours -> its module and file."""
    return {path.name: (module, path) for module in MODULES for path in sources(module) if path.suffix == ".h"}


def included(path: Path) -> list[str]:
    """The names of the headers that a file includes, without their folders."""
    return [Path(name).name for name in re.findall(r'^#include ["<]([^">]+\.h)[">]', path.read_text(), re.MULTILINE)]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_includes_only_what_it_may(module: str) -> None:
    theirs, ours = MODULES[module]
    for path in sources(module, installed=False):
        if {"test", "examples", "doc"} & {folder.name for folder in path.parents}:
            continue
        for header in included(path):
            if header in our_headers():
                assert our_headers()[header][0] in ours | {module}, f"{path} includes {header}"
            elif header in ns3_modules() and theirs is not None:
                assert ns3_modules()[header] in theirs, f"{path} includes {header} of {ns3_modules()[header]}"


@pytest.mark.parametrize("module", MODULES)
def test_no_cycle_between_the_folders_of_a_module(module: str) -> None:
    arrows: dict[str, set[str]] = defaultdict(set)
    for path in sources(module):
        for header in included(path):
            owner, target = our_headers().get(header, ("", path))
            if owner == module and target.parent != path.parent:
                arrows[folder(path)].add(folder(target))
    assert_no_cycle(arrows)


@pytest.mark.parametrize("module", MODULES)
def test_installed_headers_carry_their_modules_prefix(module: str) -> None:
    names = [path.name for path in sources(module, installed=True)]
    assert names and not [name for name in names if not name.startswith(PREFIX[module])]


def test_modules_are_all_of_contrib() -> None:
    assert {path.parent.name for path in (ROOT / "contrib").glob("*/CMakeLists.txt")} == set(MODULES)


@pytest.mark.parametrize("module", ["pubsub", "pubsub-manet", "pubsub-broker", "pubsub-sdn"])
def test_a_module_has_a_namespace_of_its_own(module: str) -> None:
    expected = "ns3::" + module.replace("-", "::")
    for path in sources(module, installed=True):
        text = FORWARD_DECLARATIONS.sub("", path.read_text())
        spaces = re.findall(r"^namespace ([\w:]+)$", text, re.MULTILINE)
        assert spaces and set(spaces) <= {expected}, f"{path} declares in {spaces}, expected {expected}"


# ---- both


def folder(path: Path) -> str:
    return str(path.parent.relative_to(ROOT))


def assert_no_cycle(arrows: Mapping[str, Iterable[str]]) -> None:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(f"a cycle between folders: {' -> '.join(reversed(error.args[1]))}")


def test_no_folder_is_too_large() -> None:
    places = [path for package in PACKAGES for path in modules(package).values() if path.name != "__init__.py"]
    places += [path for module in MODULES for path in sources(module)]
    sizes = Counter(map(folder, places))
    large = {name: size for name, size in sizes.items() if size > FILES}
    assert large.keys() == LARGER.keys(), f"folders with more than {FILES} source files: {large}"
