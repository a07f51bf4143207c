"""Every link in the documents leads somewhere: to a file of the checkout, and to an anchor or heading in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
PAGES = sorted([CHECKOUT / "README.md", *(CHECKOUT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What can stand after `#`: explicit anchors, and headings as GitHub spells them."""
    text = page.read_text()
    named = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE):
        kept = re.sub(r"[^\w\- ]", "", heading.lower())
        named.add(kept.replace(" ", "-"))
    return named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{target} is no file"
        if anchor:
            assert anchor in anchors(file), f"{target} has no such anchor"


def test_every_page_is_reached_from_the_readme() -> None:
    reached, open_pages = {CHECKOUT / "README.md"}, [CHECKOUT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        for target in LINK.findall(FENCE.sub("", page.read_text())):
            file = (page.parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_file() and file not in reached:
                reached.add(file)
                open_pages.append(file)
    assert set(PAGES) <= reached, "pages that nothing links to"
