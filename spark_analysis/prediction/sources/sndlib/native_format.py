"""SNDlib's native text format: sections in parentheses, `#` before comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.sndlib.demand_matrix import DemandMatrix, demand_matrix

HEADER = "?SNDlib native format"
_SECTION = re.compile(r"([A-Z_]+)\s*\(")
_NODE = re.compile(r"(\S+)\s*\(.*\)")
_DEMAND = re.compile(r"\S+\s*\(\s*(\S+)\s+(\S+)\s*\)\s+\S+\s+(\S+)\s+\S+")
"""name ( source target ) routing unit, value, longest path"""


def parse_native(text: str, name: str) -> DemandMatrix:
    """The matrix in `text`. Raises UnusableSeries; `name` is that of the file."""
    sections: dict[str, list[str]] = {}
    for section, line in _lines(text, name):
        sections.setdefault(section, []).append(line)
    about = dict(_setting(line) for line in sections.get("META", ()))
    nodes = [_matched(_NODE, line, name)[1] for line in sections.get("NODES", ())]
    demands = (_matched(_DEMAND, line, name) for line in sections.get("DEMANDS", ()))
    return demand_matrix(about, nodes, ((found[1], found[2], found[3]) for found in demands), name)


def _lines(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Each line inside a section, and the section's name."""
    section = ""
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith(("#", "?")):
            continue
        if not section:
            found = _SECTION.fullmatch(line)
            if found is None:
                raise UnusableSeries(Fault.SHAPE, f"{name} has the line {line[:60]!r}, expected the start of a section")
            section = found[1]
        elif line == ")":
            section = ""
        else:
            yield section, line
    if section:
        raise UnusableSeries(Fault.SHAPE, f"{name} is cut short: its section {section} does not end")


def _setting(line: str) -> tuple[str, str]:
    key, _, value = line.partition("=")
    return key.strip(), value.strip()


def _matched(pattern: re.Pattern[str], line: str, name: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        raise UnusableSeries(Fault.SHAPE, f"{name} has the line {line[:60]!r}, which is not of SNDlib's native format")
    return found
