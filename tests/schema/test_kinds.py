"""Kinds of network: their lookup, the names of their captures, and manifests from before there were kinds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schema.kinds import KINDS, RADIO, WIRED, CapturePoint, NetworkKind, UnknownKind, network_kind
from schema.manifest import EXPERIMENT, Experiment, Manifest, read_experiment, sealed, unsealed

MANIFEST_FIELDS = {
    **{"experiment": "e", "variant": "v", "replication": 1, "state": "done", "identity": "0", "program": "manet"},
    **{"program_sha256": "0", "parameters": {}, "varying": {}, "rng_run": 1, "versions": {}, "command": []},
    **{"started": "2026-01-01T00:00:00Z", "wall_seconds": 1.0, "peak_memory_bytes": 1, "exit_status": 0},
}
EXPERIMENT_FIELDS = {
    **{"name": "e", "question": "", "program": "manet", "parameters": {}, "varying": {}, "variants": ["v"]},
    **{"replications": 1, "source": ""},
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_is_found_by_its_name(kind: NetworkKind) -> None:
    assert network_kind(kind.name) is kind


def test_an_unknown_kind_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownKind, match="network kind 'optical': expected one of radio, wired"):
        network_kind("optical")


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("radio-12.pcap", CapturePoint("radio", 12)),
        ("radio-.pcap", None),
        ("radio-1-2.pcap", None),
        ("xradio-1.pcap", None),
        ("radio-1xpcap", None),
        ("link-0-1.pcap", None),
    ],
)
def test_captures_of_radios(name: str, point: CapturePoint | None) -> None:
    assert RADIO.capture_point(name) == point


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("link-0-13.pcap", CapturePoint("link", 0, 13)),
        ("broker-7.pcap", CapturePoint("broker", 7)),
        ("link-0.pcap", None),
        ("radio-1.pcap", None),
    ],
)
def test_captures_of_wires(name: str, point: CapturePoint | None) -> None:
    assert WIRED.capture_point(name) == point


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_shell_pattern_of_a_role_finds_its_captures(kind: NetworkKind, tmp_path: Path) -> None:
    for role in kind.captures:
        file = tmp_path / role.form.format(node=3, link_to=4)
        file.touch()
        assert list(tmp_path.glob(role.pattern)) == [file]
        point = kind.capture_point(file.name)
        assert point is not None and point.role == role.name
        assert kind.capture_role(role.name) is role


def test_the_kind_is_kept_in_a_manifest() -> None:
    manifest = Manifest.model_validate({**MANIFEST_FIELDS, "network_kind": "wired"})
    assert unsealed(sealed(manifest).encode()).network_kind == "wired"


def test_a_manifest_without_a_kind_is_of_radio() -> None:
    """As those before there were kinds: their digest is of what they hold."""
    from schema.manifest import _digest

    data = json.loads(sealed(Manifest.model_validate(MANIFEST_FIELDS)))
    del data["network_kind"], data["digest"]
    assert unsealed(json.dumps({**data, "digest": _digest(data)}).encode()).network_kind == "radio"


def test_an_experiment_has_labels_and_a_kind_or_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / EXPERIMENT
    file.write_text(json.dumps(EXPERIMENT_FIELDS))
    old = read_experiment(tmp_path)
    assert (old.network_kind, old.labels) == ("radio", {})
    labels = {"protocol": {"sp-combo": "SP Combo"}}
    new = Experiment.model_validate({**EXPERIMENT_FIELDS, "network_kind": "wired", "labels": labels})
    file.write_text(new.model_dump_json())
    assert read_experiment(tmp_path) == new
