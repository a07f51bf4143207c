"""docs/style-check: the committed pages pass it, and each of its rules finds a planted fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LONG = "The relay " + "sends one frame and " * 9 + "then waits."
"""40 words."""

FAULTS = {
    "a long paragraph": (LONG, "1: sentence of 40 words: The relay sends"),
    "a paragraph of several lines": ("A run ends.\nIt\nis " + LONG, "2: sentence of 42 words: It is The relay"),
    "a long list item": (f"- short\n- {LONG}\n", "2: sentence of 40 words"),
    "a long continued list item": (f"1. short\n   still\n2. The\n   {LONG}\n", "3: sentence of 41 words"),
    "a long table cell": (f"| a | b |\n|---|---|\n| c | {LONG} |\n", "3: sentence of 40 words"),
    "links count by their text": (LONG.replace("frame", "[frame](https://example.org/a)"), "1: sentence of 40 words"),
    "code counts as one word": (LONG.replace("frame", "`a b c`"), "1: sentence of 40 words"),
    "a semicolon ends no sentence": (LONG.replace("frame", "frame;"), "1: sentence of 40 words"),
    "after a code block": (f"```sh\nls\n```\n\n{LONG}\n", "5: sentence of 40 words"),
    "a long heading": ("# A thing that has more words than any heading", "1: heading of 9 words, more than 8"),
    "a heading with a stop": ("## The radio.", "1: heading ends with a full stop: The radio."),
    "a heading like a commit": ("## manet: repair the tree", "1: heading has an `area:` prefix"),
    "a heading in the imperative": ("## Repair the tree", "1: heading reads like a commit"),
    "half a question": ("## What it does", "1: heading is a question without a question mark"),
    "a clause as heading": ("## The radio is slow", "1: heading is a clause (with is), not a noun phrase"),
    "personification": ("The page says so.", "1: dialect 'says', instead: states"),
    "personification across lines": ("The page\nis here. It\ntells it.", "2: dialect 'tells', instead: shows"),
    "nobody": ("It is read by nobody.", "1: dialect 'nobody', instead"),
    "an example marker": ("A budget, 8G say.\n\nA budget, say, of 8G.", "3: dialect 'say', instead: for example"),
    "be it": ("A frame, be it short, counts.", "1: dialect 'be it', instead: whether"),
    "in a heading": ("## Packets from nobody", "1: dialect 'nobody', instead"),
}

FAULTLESS = """# How to read the report

## Which relays send?

The relay (`a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l`) sends, e.g. twice. It waits.

```text
What it says, be it short, nobody knows: a block of code may hold whatever it holds, and as many words as a program of
any length prints on any of its lines, in whatever order it prints them, with no full stop in it at all
```

    What it says, be it short, nobody knows.

The paper writes "every node says what nobody knows". A node knows its neighbours.
The essay waits; no word of it is a part of another word.
"""


def style_check(checkout: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, checkout / "docs" / "style-check", *arguments]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_the_committed_pages_are_plain(checkout: Path) -> None:
    done = style_check(checkout)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_page_of_a_new_protocol_is_plain(checkout: Path) -> None:
    (template,) = (checkout / "pyharness").rglob("page.md.j2")
    done = style_check(checkout, template)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(checkout: Path, tmp_path: Path, fault: str) -> None:
    text, expected = FAULTS[fault]
    page = tmp_path / "page.md"
    page.write_text(text)
    done = style_check(checkout, page)
    assert done.returncode == 1 and not done.stderr
    assert f"{page}:{expected}" in done.stdout


def test_plain_text_and_code_have_no_findings(checkout: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(FAULTLESS)
    done = style_check(checkout, page)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_sentence_of_35_words_passes_and_one_of_36_does_not(checkout: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("word " * 34 + "word.\n")
    assert style_check(checkout, page).returncode == 0
    page.write_text("word " * 35 + "word.\n")
    assert "sentence of 36 words" in style_check(checkout, page).stdout


@pytest.mark.parametrize(
    ("text", "unexplained"),
    [
        ("The ODMRP mesh.", ["ODMRP"]),
        ("The ODMRP mesh. ODMRP again.", ["ODMRP"]),
        ("The On-Demand Multicast Routing Protocol (ODMRP) makes ODMRPs.", []),
        ("ODMRP (On-Demand Multicast Routing Protocol) makes a mesh.", []),
        ("A mesh. (ODMRP)\n\nThe On-Demand Multicast Routing Protocol (ODMRP).", ["ODMRP"]),
        ("Simplified Multicast Forwarding (ODMRP).", ["ODMRP"]),
        ("A CSV file, `ODMRP` in code.\n\n    ODMRP in a block\n", []),
    ],
)
def test_a_readme_explains_its_abbreviations(checkout: Path, tmp_path: Path, text: str, unexplained: list[str]) -> None:
    readme, page = tmp_path / "README.md", tmp_path / "page.md"
    readme.write_text(text)
    page.write_text(text)
    found = [line.split("abbreviation ")[1].split()[0] for line in style_check(checkout, readme).stdout.splitlines()]
    assert found == unexplained
    assert style_check(checkout, page).returncode == 0, "other pages may take abbreviations for granted"


def test_wrong_usage_has_a_status_of_its_own(checkout: Path) -> None:
    done = style_check(checkout, "no-such-page.md")
    assert done.returncode == 2 and "no such file: no-such-page.md" in done.stderr
