"""Hostile packets against every protocol, watched by the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pyharness.programs.checkout import Checkout
from pyharness.programs.description import Parameter, describe
from pyharness.programs.program import find_program
from schema.errors import UsageError
from schema.messages import REGISTRY

PACKETS = 100_000
"""Made of every kind of message, for every protocol."""

MANET = "pubsub-manet"
"""The module that the messages of radio networks belong to."""
SHORT_STACKS = "malloc_context_size=2"
"""ns-3 has no frame pointers: deeper stacks of allocations are noise, each is new, and keeping them takes gigabytes."""


def protocols() -> tuple[str, ...]:
    """Those that the program knows; none where it is not built: that is for another test to say."""
    try:
        parameter = describe(find_program(Checkout.here(), "manet")).find("protocol")
    except UsageError:
        return ()
    assert isinstance(parameter, Parameter) and parameter.choices
    return tuple(map(str, parameter.choices))


def attack_suite(runner: Path, suite: str, folder: Path, **environment: str) -> str:
    """Run a suite of hostile packets, which has to pass, and return the first line that it prints."""
    done = subprocess.run(
        [runner, f"--suite={suite}", "--verbose", f"--tempdir={folder}"],
        env={**os.environ, "ASAN_OPTIONS": SHORT_STACKS, "PUBSUB_FUZZ_PACKETS": str(PACKETS), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=7200,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()[0]


def attack(runner: Path, protocol: str, folder: Path) -> tuple[list[list[str]], str]:
    """The account of each kind of message (its name, five counts) and the reasons of all drops."""
    said = attack_suite(runner, "pubsub-fuzz", folder, PUBSUB_FUZZ_PROTOCOL=protocol)
    (table,) = folder.rglob("fuzz-*.txt")
    (reasons,) = folder.rglob("reasons-*.txt")
    print(f"{protocol}: {said}\n{table.read_text()}{reasons.read_text()}")
    return [line.split() for line in table.read_text().splitlines()[1:]], reasons.read_text()


@pytest.mark.long
@pytest.mark.parametrize("protocol", protocols())
def test_every_hostile_packet_is_accounted_for(sanitized: Path, protocol: str, tmp_path: Path) -> None:
    accounts, reasons = attack(sanitized / "pubsub-test-runner", protocol, tmp_path)
    assert {name for name, *_ in accounts} == {message.name for message in REGISTRY if message.module == MANET}
    for name, *counts in accounts:
        sent, received, malformed, refused, taken = map(int, counts)
        assert sent == PACKETS and received == 2 * sent, name
        assert malformed + refused + taken == received and malformed > 0, name
    dropped = sum(int(line.split()[0]) for line in reasons.splitlines())
    assert dropped >= sum(int(malformed) + int(refused) for _, _, _, malformed, refused, _ in accounts)


def drops_of(table: Path) -> dict[str, int]:
    """Reason of a drop -> how often."""
    return {reason: int(count) for count, reason in (line.split(" ", 1) for line in table.read_text().splitlines())}


OVERLAY = ("ov_", "rc_", "path")
"""Beginnings of the names of messages that only brokers of an overlay read."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("suite", "drops_file", "is_overlay"),
    [("broker-fuzz", "fuzz-brokers.txt", False), ("broker-overlay-fuzz", "fuzz-overlay.txt", True)],
)
def test_brokers_survive_hostile_packets(
    sanitized: Path, tmp_path: Path, suite: str, drops_file: str, is_overlay: bool
) -> None:
    """The suite asserts that brokers and stores, or the overlay, work as before when the attack is over."""
    said = attack_suite(sanitized / "pubsub-test-runner", suite, tmp_path)
    (table,) = tmp_path.rglob(drops_file)
    drops = drops_of(table)
    print(f"{suite}: {said}\n{table.read_text()}")
    for message in REGISTRY:
        if message.module == "pubsub-broker" and message.name.startswith(OVERLAY) == is_overlay:
            assert drops.get(f"malformed {message.name}", 0) > PACKETS // 100, message.name


@pytest.mark.long
def test_every_mutated_policy_is_read_or_refused(sanitized: Path, tmp_path: Path) -> None:
    """The suite asserts that a refusal is one plain sentence, and that what is read can be written and read again."""
    said = attack_suite(sanitized / "pubsub-test-runner", "sdn-policy-fuzz", tmp_path)
    (table,) = tmp_path.rglob("fuzz-policies.txt")
    print(f"sdn-policy-fuzz: {said}\n{table.read_text()}")
    assert sum(int(line.split()[0]) for line in table.read_text().splitlines()) == PACKETS


@pytest.mark.long
def test_switches_survive_hostile_packets(sanitized: Path, tmp_path: Path) -> None:
    """The suite asserts that each packet is accounted for, and that the switch works when the attack is over."""
    said = attack_suite(sanitized / "pubsub-test-runner", "sdn-fuzz", tmp_path)
    (table,) = tmp_path.rglob("fuzz-openflow.txt")
    print(f"{said}\n{table.read_text()}")
    accounts = [line.split() for line in table.read_text().splitlines()]
    assert len(accounts) == 21, "every type of messages"
    for name, *counts in accounts:
        sent, refused, taken = map(int, counts)
        assert sent == PACKETS == refused + taken and refused > PACKETS // 100, name
    for plane in ("topic", "lipsin", "bier"):
        (events,) = tmp_path.rglob(f"fuzz-events-{plane}.txt")
        counted = {reason: int(count) for reason, count in (line.rsplit(" ", 1) for line in events.open())}
        # One good packet follows the mutants.
        assert counted["received"] == PACKETS + 1 and counted["malformed"] > PACKETS // 20, plane


@pytest.mark.long
def test_the_control_plane_survives_hostile_messages(sanitized: Path, tmp_path: Path) -> None:
    """The suite asserts that events and subscriptions flow as before when the attack is over."""
    said = attack_suite(sanitized / "pubsub-test-runner", "sdn-control-fuzz", tmp_path)
    (table,) = tmp_path.rglob("fuzz-control.txt")
    print(f"sdn-control-fuzz: {said}\n{table.read_text()}")
    drops = drops_of(table)
    for name in ("sdn_register", "sdn_copy", "sdn_topology", "sdn_statistics", "sdn_installed"):
        assert drops.get(f"malformed {name}", 0) > PACKETS // 100, name
