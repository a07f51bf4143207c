"""ns-3 and our modules in this process: libraries first, then only the headers that are wanted.

(`from ns import ns` takes all headers and then the libraries, some ten seconds. It may be used as well, after this.)
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from pathlib import Path
from typing import Any

from pubsub import process

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build"
MODULES = ("pubsub", "pubsub-manet", "pubsub-broker", "pubsub-sdn")
"""Those of contrib/. The first is loaded at the start, the others when a scenario asks for them."""


def _find_wheel() -> Path:
    """Where ns-3 is installed; ends the program where something is missing."""
    program = Path(sys.argv[0]).name
    wheel = importlib.util.find_spec("ns3")
    if wheel is None or not wheel.submodule_search_locations or importlib.util.find_spec("cppyy") is None:
        sys.exit(f"{program}: the ns-3 bindings are not installed, ./waf bindings does that")
    if not all((BUILD / "lib" / f"lib{module}.so").is_file() for module in MODULES):
        sys.exit(f"{program}: nothing is built yet, ./waf build does that")
    return Path(wheel.submodule_search_locations[0])


def _load_own(cppyy: Any, module: str) -> None:
    """Have a module of contrib/: its library, then its headers."""
    cppyy.load_library(str(BUILD / "lib" / f"lib{module}.so"))
    cppyy.include(f"ns3/{module}-module.h")


def _load() -> Any:
    """The C++ interpreter with our modules."""
    import cppyy
    import libcppyy

    process.let_go()
    libcppyy.AddSmartPtrType("Ptr")
    for folder in (_WHEEL, BUILD):
        cppyy.add_include_path(str(folder / "include"))
    cppyy.cppexec("#define NS3_LOG_ENABLE 1\n#define NS3_ASSERT_ENABLE 1")  # as the wheel was compiled
    _load_own(cppyy, MODULES[0])
    cppyy.include(str(HERE / "trampolines.h"))
    return cppyy


process.prepare()
_WHEEL = _find_wheel()
cpp = _load()
"""cppyy itself."""
ns = cpp.gbl.ns3
"""C++'s namespace ns3: untyped, as all that comes from C++."""
core = ns.pubsub
"""C++'s namespace ns3::pubsub: what every kind of network shares."""
std = cpp.gbl.std
"""C++'s namespace std."""


@functools.cache
def load_kind(name: str) -> Any:
    """Return C++'s namespace ns3::pubsub::`name`, with its module: `manet`, `broker` or `sdn`."""
    _load_own(cpp, f"pubsub-{name}")
    return getattr(core, name)


def include(*headers: str) -> None:
    """Have what ns-3's `headers`, such as "ns3/names.h", declare of the modules that those loaded are made of: core,
    network and internet, with manet also mobility, propagation, wifi, applications and traffic-control, with broker or
    sdn point-to-point. Raises ImportError if there is none.
    """
    for header in headers:
        cpp.include(header)


def load_module(name: str) -> None:
    """Have the whole of another module of ns-3, such as "olsr". Raises ImportError where there is none of that name."""
    libraries = list((_WHEEL / "lib64").glob(f"libns*-{name}.so"))
    if not libraries:
        raise ImportError(f"ns-3 has no module {name!r}")
    cpp.load_library(str(libraries[0]))
    include(f"ns3/{name}-module.h")
