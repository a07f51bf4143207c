"""An experiment's variants as readers think of them: a series (the protocol) at a setting (the numbers that vary)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from schema.manifest import Experiment, Manifest, Scalar

PROTOCOL = "protocol"
CONTENDERS = (PROTOCOL, "strategy")
"""Parameters whose values are called by their names alone: what networks of radios, and overlays, compare."""
_ATTRIBUTE = "ns3::"
"""What the name of an attribute of ns-3 begins with."""
_PROTOCOL_NAMES: Mapping[str, str] = {
    "sp-nhop": "SP-NHOP",
    "sp-ovhd": "SP-OVHD",
    "sp-combo": "SP-COMBO",
    "topsim": "TopSim",
    "odmrp": "ODMRP",
    "extended-odmrp": "Extended ODMRP",
    "hodmrp": "HODMRP",
    "hint": "Hint",
    "hint-per-target": "Hint per target",
    "flooding": "Flooding",
    "gossip": "Gossip",
    "smf": "SMF",
    "smf-mpr": "SMF (S-MPR)",
    "oracle": "Oracle",
    "oracle-sp": "Oracle (shortest paths)",
}
"""Of results whose program declared no display names."""

_BOUNDS: Mapping[str, tuple[str, ...]] = {PROTOCOL: ("oracle", "oracle-sp")}
"""Of results whose program declared no display names."""

Setting = tuple[tuple[str, Scalar], ...]


@dataclass(frozen=True)
class Variant:
    """One parameter point. Variants of one `contest` may be compared; `axes` are the numeric parameters that vary."""

    name: str
    label: str
    series: str
    axes: dict[str, float] = field(hash=False)
    contest: str
    """What the compared variants have in common, as text; empty where they have nothing in common."""
    point: dict[str, Scalar] = field(hash=False, default_factory=dict)
    """Every varying parameter's value."""
    is_bound: bool = field(hash=False, default=False)
    """Whether it uses what no node knows, so that the others are compared with it."""


def compared(variants: Sequence[Variant]) -> Sequence[Variant]:
    """Those that can be best: all but bounds, or all where there is nothing else."""
    return [variant for variant in variants if not variant.is_bound] or variants


def is_number(value: Scalar) -> bool:
    """Whether a parameter's value can stand on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def numeric_axes(experiment: Experiment) -> tuple[str, ...]:
    """The varying parameters that can be the horizontal axis of a figure."""
    return tuple(
        name
        for name, values in experiment.varying.items()
        if len(set(values)) > 1 and all(is_number(v) for v in values)
    )


Labels = Mapping[str, Mapping[str, str]]
"""Parameter -> value -> display name, as programs declare them (schema.manifest.Experiment.labels)."""


def show_value(name: str, value: Scalar, labels: Labels) -> str:
    """A parameter's value for people: by the name that the program gives it, protocols by that of the literature."""
    if str(value) in labels.get(name, {}):
        return labels[name][str(value)]
    if name == PROTOCOL:
        return _PROTOCOL_NAMES.get(str(value), str(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value


def variants_of(experiment: Experiment, manifests: tuple[Manifest, ...]) -> tuple[Variant, ...]:
    """Every variant of the plan, in its order."""
    known = {manifest.variant: dict(manifest.varying) for manifest in manifests}
    points = {name: known.get(name) or _parse(name, experiment) for name in experiment.variants}
    return tuple(
        _variant(name, point, experiment, _idle_attributes(point, points.values())) for name, point in points.items()
    )


def _idle_attributes(point: Mapping[str, Scalar], points: Collection[Mapping[str, Scalar]]) -> set[str]:
    """The attributes of ns-3 that all points with the same contender share: they tell nothing in its name."""
    contenders = [name for name in CONTENDERS if name in point]
    alike = [other for other in points if all(other.get(name) == point[name] for name in contenders)]
    attributes = [name for name in point if name.startswith(_ATTRIBUTE)]
    return {name for name in attributes if contenders and len({other.get(name) for other in alike}) == 1}


def short_name(parameter: str, varying: Iterable[str]) -> str:
    """An attribute of ns-3 without its type: `FiltersPerRound`. The whole name where another one ends with it, too."""
    last = parameter.rpartition("::")[2]
    alike = [name for name in varying if name.rpartition("::")[2] == last]
    return last if parameter.startswith(_ATTRIBUTE) and len(alike) == 1 else parameter


def _variant(name: str, point: dict[str, Scalar], experiment: Experiment, idle: Collection[str]) -> Variant:
    numeric = numeric_axes(experiment)
    words = {key: value for key, value in point.items() if key not in numeric and key not in idle}
    axes = {key: float(value) for key, value in point.items() if key in numeric}
    labels = experiment.labels
    setting = ", ".join(f"{key} = {show_value(key, point[key], labels)}" for key in numeric if key in point)
    names = {key: short_name(key, experiment.varying) for key in words}
    series = ", ".join(_show(key, value, labels, names[key]) for key, value in words.items())
    if not series:
        fixed = [name for name in CONTENDERS if name in experiment.parameters]
        series = _show(fixed[0], experiment.parameters[fixed[0]], labels, fixed[0]) if fixed else ""
    several = any(len(values) > 1 for key, values in experiment.varying.items() if key not in numeric)
    return Variant(
        name=name,
        label=", ".join(part for part in (series if several or not setting else "", setting) if part) or name,
        series=series or name,
        axes=axes,
        contest=setting if several else "",
        point=point,
        is_bound=_is_bound(point, experiment),
    )


def _is_bound(point: Mapping[str, Scalar], experiment: Experiment) -> bool:
    bounds = experiment.bounds if experiment.labels else _BOUNDS
    return any(str(point[name]) in values for name, values in bounds.items() if name in point)


def _show(name: str, value: Scalar, labels: Labels, short: str) -> str:
    shown = show_value(name, value, labels)
    return shown if name in CONTENDERS else f"{short} = {shown}"


def _parse(name: str, experiment: Experiment) -> dict[str, Scalar]:
    """The point that a folder's name spells, for a variant none of whose runs left a manifest."""
    point: dict[str, Scalar] = {}
    for part in name.split(","):
        key, equals, text = part.partition("=")
        if equals and key in experiment.varying:
            point[key] = next((value for value in experiment.varying[key] if str(value) == text), text)
    return {key: value for key, value in point.items() if key not in numeric_axes(experiment) or is_number(value)}
