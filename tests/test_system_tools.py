"""What a run of the tests says of missing tools, and the lists that tests/ keeps of its own files and tools."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import processes
import pytest
import system_tools
from system_tools import LIST, MISSING, TOOLS, missing_tools, read_list, skip_without_tools

HERE = Path(__file__).parent


def skipped_for(*names: str) -> SimpleNamespace:
    """A report of a test that was skipped for want of these tools."""
    return SimpleNamespace(user_properties=[(MISSING, name) for name in names])


def test_the_list_is_in_three_columns() -> None:
    rows = [line.partition("#")[0].split() for line in LIST.read_text().splitlines()]
    for row in filter(None, rows):
        assert len(row) == 3 and row[2] in ("plain", "long"), row
        assert all(re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package) for package in row[1].split(",")), row


def test_one_of_several_programs_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = read_list("# nothing\n\none|other  a,b  plain  # for a test\n")["one"]
    assert (tool.programs, tool.packages) == (("one", "other"), ("a", "b"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tool.path is None
    (tmp_path / "other").write_text("#!/bin/sh\n")
    (tmp_path / "other").chmod(0o755)
    assert tool.path == str(tmp_path / "other")


def test_one_line_names_the_tools_and_what_installs_them() -> None:
    assert missing_tools([skipped_for(), skipped_for()]) == ""  # type: ignore[list-item]
    said = missing_tools([skipped_for("tshark"), skipped_for("capinfos"), skipped_for("tshark")])  # type: ignore[list-item]
    assert said == (
        "3 tests were skipped for want of tools: tshark (2), capinfos (1); "
        "sudo apt-get install --yes --no-install-recommends tshark installs them"
    )


def test_a_test_without_its_tool_is_skipped_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item = SimpleNamespace(iter_markers=lambda _: [system_tools.needs("chromium").mark], user_properties=[])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match=r"needs chromium \(Debian: chromium fonts-dejavu-core\)"):
        skip_without_tools(item)  # type: ignore[arg-type]
    assert item.user_properties == [(MISSING, "chromium")]


def test_the_files_that_are_named_exist() -> None:
    named = {*processes.FIRST, *processes.EACH_ALONE, *processes.BY_PARAMETER}
    assert [name for name in named if not (HERE / name).is_file()] == []
    assert len(TOOLS) > 5
