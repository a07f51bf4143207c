"""How the report calls variants: short names, without what tells nothing."""

from __future__ import annotations

from collections.abc import Mapping

from schema.manifest import Experiment, Scalar
from spark_analysis.report.data.variants import short_name, variants_of

FILTERS = "ns3::pubsub::broker::PsooFcatStrategy::FiltersPerRound"


def labels_of(
    varying: dict[str, tuple[Scalar, ...]],
    *points: dict[str, Scalar],
    labels: Mapping[str, dict[str, str]] | None = None,
) -> list[str]:
    names = [",".join(f"{key}={value}" for key, value in point.items()) for point in points]
    experiment = Experiment(
        name="made",
        question="?",
        program="overlay",
        network_kind="wired",
        parameters={},
        varying=varying,
        variants=tuple(names),
        replications=1,
        source="",
        labels=dict(labels or {}),
    )
    return [variant.label for variant in variants_of(experiment, ())]


def test_an_attribute_is_named_where_the_strategy_has_several_values_of_it() -> None:
    varying: dict[str, tuple[Scalar, ...]] = {"strategy": ("static", "psoo-fcat"), FILTERS: ("1", "20")}
    points: list[dict[str, Scalar]] = [
        {"strategy": "static", FILTERS: "1"},
        {"strategy": "psoo-fcat", FILTERS: "1"},
        {"strategy": "psoo-fcat", FILTERS: "20"},
    ]
    assert labels_of(varying, *points) == [
        "static",
        "psoo-fcat, FiltersPerRound = 1",
        "psoo-fcat, FiltersPerRound = 20",
    ]


def test_a_strategy_has_the_label_that_its_program_declares() -> None:
    points: list[dict[str, Scalar]] = [{"strategy": "ocbr"}, {"strategy": "ocbr-e"}]
    labels = {"strategy": {"ocbr-e": "OCBR-E (reconstruction)"}}
    assert labels_of({"strategy": ("ocbr", "ocbr-e")}, *points, labels=labels) == ["ocbr", "OCBR-E (reconstruction)"]


def test_attributes_that_end_alike_keep_their_types() -> None:
    both = ("ns3::A::Size", "ns3::B::Size")
    assert [short_name(name, both) for name in both] == list(both)
    assert short_name("ns3::A::Size", ["ns3::A::Size", "nodes"]) == "Size"
    assert short_name("nodes", ["nodes"]) == "nodes"


def test_an_attribute_that_alone_varies_is_the_name() -> None:
    assert labels_of({"ns3::A::Size": ("x", "y")}, {"ns3::A::Size": "x"}, {"ns3::A::Size": "y"}) == [
        "Size = x",
        "Size = y",
    ]
