"""A protocol of one's own: header, source file, test suite and page from templates.

The source file registers the protocol, and CMake finds new files, so no list in C++ is edited. The README's table of
protocols gets a row.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

TEMPLATES = Path(__file__).parents[1] / "templates" / "protocol"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 30
"""Longer ones would make lines that .clang-format breaks."""

TABLE = "| protocol | what it is |"
"""The head of the table of protocols."""

KEYWORDS = (
    "alignas alignof and asm auto bool break case catch char class compl concept const consteval constexpr constinit "
    "continue decltype default delete do double else enum explicit export extern false float for friend goto if "
    "inline int long mutable namespace new noexcept not nullptr operator or private protected public register "
    "requires return short signed sizeof static struct switch template this throw true try typedef typeid typename "
    "union unsigned using virtual void volatile while xor"
)
"""Of C++, as far as they can be names here."""


@dataclass(frozen=True)
class NewProtocol:
    """The names of a protocol: `my-gossip` is the class MyGossip."""

    name: str

    @property
    def type(self) -> str:
        """Its class, in the namespace ns3::pubsub::manet."""
        return "".join(word.capitalize() for word in self.name.split("-"))

    @property
    def guard(self) -> str:
        """What keeps its header from being read twice."""
        return f"MANET_{self.name.upper().replace('-', '_')}_H"

    @property
    def suite(self) -> str:
        """The variable that registers its test suite."""
        return f"g_{self.type[0].lower()}{self.type[1:]}TestSuite"

    @property
    def variable(self) -> str:
        """The variable that registers the protocol."""
        return f"g_{self.type[0].lower()}{self.type[1:]}"

    @property
    def title(self) -> str:
        """The heading of its page, and its name in reports."""
        return self.name.replace("-", " ").capitalize()


@dataclass(frozen=True)
class Places:
    """The files of a protocol in a checkout: four of its own, one that lists it."""

    root: Path
    name: str

    @property
    def core(self) -> Path:
        """The module of what all protocols share."""
        return self.root / "contrib" / "pubsub"

    @property
    def module(self) -> Path:
        """The module of the protocols."""
        return self.root / "contrib" / "pubsub-manet"

    @property
    def folder(self) -> Path:
        """The folder of the protocol's header and source file."""
        return self.module / self.name

    @property
    def own(self) -> dict[Path, str]:
        """The protocol's files, with their templates."""
        return {
            self.folder / f"manet-{self.name}.h": "protocol.h.j2",
            self.folder / f"manet-{self.name}.cc": "protocol.cc.j2",
            self.module / "test" / f"{self.name}-test-suite.cc": "test-suite.cc.j2",
            self.root / "docs" / "protocols" / f"{self.name}.md": "page.md.j2",
        }

    @property
    def readme(self) -> Path:
        """The README that has the table of protocols: the project's, or that of the docs."""
        documents = self.root / "docs" / "README.md"
        return documents if documents.exists() and TABLE in documents.read_text() else self.root / "README.md"


def new_protocol(checkout: Checkout, name: str) -> list[Path]:
    """Write protocol `name` into the checkout and return its own files.

    Raises UsageError, with nothing changed, where the name cannot be one or is taken, or a file cannot be written.
    """
    protocol, places = NewProtocol(name), Places(checkout.root, name)
    _check_name(name)
    try:
        _check_free(protocol, places)
        _write_all(places.folder, _own_files(protocol, places) | _entered(protocol, places))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot write {name!r} into {checkout.root} ({error}), so nothing was changed") from error
    return list(places.own)


# ---- Names


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{name!r} cannot name a protocol: lower-case words with dashes between them were expected, such as "
            f"my-gossip, at most {LONGEST_NAME} characters"
        )
    if name in KEYWORDS.split():
        raise UsageError(f"{name!r} cannot name a protocol: it is a word of C++")


def _check_free(protocol: NewProtocol, places: Places) -> None:
    for source in sorted(places.module.rglob("*.cc")):
        if f'.name = "{protocol.name}"' in source.read_text():
            raise UsageError(f"there is a protocol {protocol.name!r} already")
    for path in places.own:
        if path.exists():
            raise UsageError(f"{path.relative_to(places.root)} is there already: choose another name")
    headers = [*sorted(places.core.rglob("*.h")), *sorted(places.module.rglob("*.h"))]
    for header in headers:
        if protocol.guard in header.read_text().split():
            raise UsageError(f"{header.relative_to(places.root)} has the guard {protocol.guard}: choose another name")
    declared = re.compile(
        rf"^(?:(?:class|struct|union|enum(?: class)?|using) )?{protocol.type}\b|^typedef .*\b{protocol.type};", re.M
    )
    for header in (*headers, *_ns3_headers()):
        if header.name == f"manet-{protocol.name}.h" or declared.search(header.read_text()):
            raise UsageError(f"{header.name} of ns-3 or of the module declares {protocol.type}: choose another name")
    for suite in (*sorted(places.core.glob("test/*.cc")), *sorted(places.module.glob("test/*.cc"))):
        if f'"pubsub-{protocol.name}"' in suite.read_text():
            raise UsageError(
                f"{suite.relative_to(places.root)} has a suite pubsub-{protocol.name}: choose another name"
            )


def _ns3_headers() -> Iterator[Path]:
    """The headers of ns-3, whose names the namespaces of ours see; none where ns-3 is not installed."""
    found = importlib.util.find_spec("ns3")
    for folder in (found and found.submodule_search_locations) or ():
        yield from sorted(Path(folder).glob("include/ns3/*.h"))


# ---- What is written


def _own_files(protocol: NewProtocol, places: Places) -> dict[Path, str]:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    names = {key: getattr(protocol, key) for key in ("name", "type", "guard", "suite", "variable", "title")}
    return {path: environment.get_template(template).render(names) for path, template in places.own.items()}


def _entered(protocol: NewProtocol, places: Places) -> dict[Path, str]:
    """The README with the protocol in its table, as the last row."""
    name, readme = protocol.name, places.readme
    page = os.path.relpath(places.root / "docs" / "protocols" / f"{name}.md", readme.parent)
    row = f"| `{name}` | [{protocol.title}]({page}): every node sends every event once |"
    lines = readme.read_text().split("\n")
    try:
        last = lines.index(TABLE) + 1
    except ValueError:
        raise UsageError(f"{readme}: the line {TABLE!r} was expected, {row!r} belongs below it") from None
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    lines.insert(last, row)
    return {readme: "\n".join(lines)}


def _write_all(folder: Path, texts: dict[Path, str]) -> None:
    """Write all files beside where they go, then rename them into place; where one cannot be written, none is.

    `folder`, the protocol's own, is made first, and removed where nothing is written into it.
    """
    staged = {path: path.with_name(f".{path.name}.{os.getpid()}.new") for path in texts}
    is_new = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        for path, temporary in staged.items():
            temporary.write_text(texts[path])
            if path.exists():
                shutil.copymode(path, temporary)
        for path, temporary in staged.items():
            temporary.replace(path)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)
        if is_new and not any(folder.iterdir()):
            folder.rmdir()
