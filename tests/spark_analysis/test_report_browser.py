"""The page in a browser: it asks nobody for anything, complains of nothing, moves when told to, and fits."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium
from report_example import DEFINITIONS, Example
from system_tools import needs
from waiting import wait_until

from spark_analysis.report import write_report

pytestmark = needs("chromium")

DESK, PHONE, A4 = 1200, 390, 673
"""Pixels; the last is what the page's margins leave of A4."""
PART = "document.querySelector('#player [data-part={}]')"
TIME = "Number(document.getElementById('player').dataset.time)"
INK = "(() => {const c = document.querySelector('canvas'); return c.toDataURL()})()"
PAPER = "getComputedStyle(document.body).backgroundColor"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    example = Example(
        varying={"protocol": ("topsim", "flooding")},
        replications=12,
        replayed=True,
        failures={("protocol=flooding", 2): "assertion failed: " + "a-long-word-" * 20},
    )
    return write_report(example.write(tmp_path_factory.mktemp("results") / "demo"), DEFINITIONS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as chromium:
        yield chromium


@pytest.fixture
def opened(browser: Chromium, page: Path) -> Chromium:
    return look_at(browser, page)


def look_at(browser: Chromium, page: Path, width: int = DESK) -> Chromium:
    """The page anew, in light, at the beginning."""
    browser.open(Path("/dev/null"))
    browser.look(width)
    browser.complaints.clear()
    browser.requests.clear()
    browser.open(page)
    return browser


def set_to(browser: Chromium, part: str, value: object, event: str = "change") -> None:
    """What a person does with a control."""
    control = PART.format(part)
    browser.run(f"{control}.value = {value!r}, {control}.dispatchEvent(new Event({event!r}))")


def check_quiet(browser: Chromium, page: Path) -> None:
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith("data:")] == [page.resolve().as_uri()]


def check_slider(browser: Chromium) -> None:
    seen = []
    for place in (0, 300, 1000):
        set_to(browser, "slider", place, "input")
        seen.append((browser.run(TIME), browser.run(INK)))
    times, pictures = zip(*seen, strict=True)
    assert times[0] == 0 < times[1] < times[2]
    assert len(set(pictures)) == len(seen)


def check_fits(browser: Chromium, fragments: list[str]) -> None:
    for fragment in fragments:
        browser.run(f"location.hash = {fragment!r}")
        for width, media in ((PHONE, "screen"), (A4, "print"), (DESK, "screen")):
            browser.look(width, media=media)
            assert browser.run(OVERFLOW) <= 0, f"{fragment} at {width} px on {media}"
    browser.run("location.hash = ''")


def check_dark(browser: Chromium) -> None:
    browser.look(DESK)
    paper, ink = browser.run(PAPER), browser.run(INK)
    browser.look(DESK, dark=True)
    assert browser.run(PAPER) != paper
    wait_until(lambda: browser.run(INK) != ink, "the canvas is drawn in dark")  # some frames after the page is told


def test_no_complaint_and_no_request(opened: Chromium, page: Path) -> None:
    set_to(opened, "run", 1)
    set_to(opened, "event", 0)
    check_quiet(opened, page)


def test_the_slider_moves_the_animation(opened: Chromium) -> None:
    check_slider(opened)


def test_it_starts_paused_plays_and_stops(opened: Chromium) -> None:
    start = opened.run(TIME)
    time.sleep(0.1)
    assert opened.run(TIME) == start
    opened.run(f"{PART.format('play')}.click()")
    wait_until(lambda: opened.run(TIME) != start, "the animation moves")
    assert opened.run(TIME) > start
    opened.run(f"{PART.format('play')}.click()")
    stopped = opened.run(TIME)
    time.sleep(0.1)
    assert opened.run(TIME) == stopped


def test_keys_alone_are_enough(opened: Chromium) -> None:
    start = opened.run(TIME)
    opened.run(f"{PART.format('slider')}.focus()")
    opened.press("ArrowRight")
    assert opened.run(TIME) > start
    opened.run(f"{PART.format('play')}.focus()")
    opened.press("Space")
    assert opened.run(f"{PART.format('play')}.getAttribute('aria-pressed')") == "true"


def test_those_who_want_no_motion_get_steps(opened: Chromium) -> None:
    opened.look(DESK, calm=True)
    seen, took_ms = opened.run(
        f"(async () => {{ const seen = new Set(), begin = performance.now(); {PART.format('play')}.click();"
        "while (performance.now() < begin + 1200 || seen.size < 2)"  # however slowly pictures come
        f"{{ await new Promise(requestAnimationFrame); seen.add({TIME}); }}"
        "return [seen.size, performance.now() - begin]; })()"
    )
    assert 2 <= seen <= 2 + took_ms / 500


def test_a_tree_and_an_event_are_shown_where_there_are_some(opened: Chromium) -> None:
    status = f"{PART.format('status')}.textContent"
    set_to(opened, "slider", 550, "input")
    assert "TopSim, replication 1: 8 of 8 nodes have a parent in the tree of node 0" in opened.run(status)
    set_to(opened, "event", 2)
    set_to(opened, "slider", 1000, "input")
    assert "sent 5 times; 1 of the 2 nodes that want it have it." in opened.run(status)
    set_to(opened, "run", 1)
    assert "Flooding, replication 1: node 0 published" in opened.run(status)
    assert opened.run(f"{PART.format('tree')}.disabled")


def test_it_fits_a_phone_and_paper(opened: Chromium) -> None:
    check_fits(opened, ["", "#variant-1", "#variant-2"])


def test_dark_screens_get_a_dark_page(opened: Chromium) -> None:
    check_dark(opened)


def test_a_variant_has_the_page_to_itself(opened: Chromium) -> None:
    shown = "[...document.querySelectorAll('main > section')].filter((s) => s.offsetHeight).map((s) => s.id)"
    whole = opened.run(shown)
    assert "answer" in whole
    assert not any(name.startswith("variant") for name in whole)
    opened.run("document.querySelector('#answer a[href=\"#variant-2\"]').click()")
    assert opened.run(shown) == ["variant-2"]
    assert "Replication 2 is missing" in opened.run("document.getElementById('variant-2').innerText")
    opened.run("document.querySelector('#variant-2 a[href=\"#answer\"]').click()")
    assert opened.run(shown) == whole


def test_paper_and_readers_without_scripts_get_a_still(opened: Chromium, page: Path) -> None:
    seen = "[...document.querySelectorAll('#player div')].filter((s) => s.offsetHeight).map((s) => s.className)"
    assert "still" not in opened.run(seen)
    opened.look(A4, media="print")
    assert opened.run(seen) == ["still"]
    assert opened.pdf().startswith(b"%PDF")
    opened.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        look_at(opened, page)
        assert opened.run(seen) == ["still"]
    finally:
        opened.ask("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.long
def test_the_report_of_the_comparison_of_all_protocols(browser: Chromium, checkout: Path, tmp_path: Path) -> None:
    """scenarios/radio/compare.toml, 117 variants, with shorter runs."""
    sweep = ["sweep", "scenarios/radio/compare.toml", "--results", str(tmp_path / "compare"), "--replications", "2"]
    shorter = ["--set", "duration=40", "--set", "event_rate=2"]
    subprocess.run([sys.executable, checkout / "waf", *sweep, *shorter], cwd=checkout, check=True, timeout=1800)
    page = tmp_path / "compare" / "report" / "index.html"
    look_at(browser, page)
    check_slider(browser)
    runs = browser.run(f"{PART.format('run')}.options.length")
    assert runs == 13
    for run in range(runs):
        set_to(browser, "run", run)
        set_to(browser, "event", 0)
        set_to(browser, "slider", 1000, "input")
        assert "sent " in browser.run(f"{PART.format('status')}.textContent")
        set_to(browser, "event", -1)
    check_fits(browser, ["", "#variant-1", "#variant-117"])
    check_dark(browser)
    check_quiet(browser, page)
