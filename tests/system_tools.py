"""The programs of the system that tests call: which there are, which packages install them, and which were missed.

A test says what it needs with `@needs("tshark")` and is skipped where that is missing. At the end of a run one line
names the missing tools and the command that installs them.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("system-tools.txt")
MISSING = "missing tool"
"""The user property of a skipped test's report that names the tool."""


@dataclass(frozen=True)
class Tool:
    """One line of system-tools.txt. Any one of `programs` will do."""

    programs: tuple[str, ...]
    packages: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.programs[0]

    @property
    def path(self) -> str | None:
        """Where its program is; None where the machine has none of them."""
        return next(filter(None, map(shutil.which, self.programs)), None)


def read_list(text: str) -> dict[str, Tool]:
    """Name to tool."""
    rows = (line.partition("#")[0].split() for line in text.splitlines())
    tools = (Tool(tuple(row[0].split("|")), tuple(row[1].split(","))) for row in rows if row)
    return {tool.name: tool for tool in tools}


TOOLS = read_list(LIST.read_text(encoding="utf-8"))


def needs(*names: str) -> pytest.MarkDecorator:
    """Marks a test that is skipped where one of these tools is missing."""
    for name in names:
        assert name in TOOLS, f"{name} is not in {LIST.name}"
    return pytest.mark.needs(*names)


def skip_without_tools(item: pytest.Item) -> None:
    """Skip a test that needs a tool that is not here. Its report says which."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if TOOLS[name].path is None:
                item.user_properties.append((MISSING, name))
                pytest.skip(f"needs {name} (Debian: {' '.join(TOOLS[name].packages)})")


def missing_tools(reports: Iterable[pytest.TestReport]) -> str:
    """One line on the tests that were skipped for want of tools; empty where there are none."""
    missed = Counter(name for report in reports for key, name in report.user_properties if key == MISSING)
    if not missed:
        return ""
    tests = "1 test was" if missed.total() == 1 else f"{missed.total()} tests were"
    tools = ", ".join(f"{name} ({count})" for name, count in missed.most_common())
    packages = sorted({package for name in missed for package in TOOLS[str(name)].packages})
    install = f"sudo apt-get install --yes --no-install-recommends {' '.join(packages)}"
    return f"{tests} skipped for want of tools: {tools}; {install} installs them"
