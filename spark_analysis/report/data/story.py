"""One experiment's results, ready to be spoken of: what every part of the report shares."""

from __future__ import annotations

from functools import cached_property
from math import isfinite

from schema.kinds import NetworkKind, network_kind
from spark_analysis.report.data.comparisons import Comparisons
from spark_analysis.report.data.curves import Curves
from spark_analysis.report.data.inputs import Inputs
from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.variants import CONTENDERS, Variant, numeric_axes
from spark_analysis.report.data.vocabulary import in_order
from spark_analysis.report.theme.palette import Ink, inks


class Story:
    """Inputs with their metrics, comparisons and inks looked up once."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.kind: NetworkKind = network_kind(inputs.experiment.network_kind)
        self.comparisons = Comparisons(inputs)
        self.variants: tuple[Variant, ...] = inputs.variants
        self.axes: tuple[str, ...] = numeric_axes(inputs.experiment)
        self.inks: dict[str, Ink] = inks(variant.series for variant in inputs.variants)
        self.curves = Curves(inputs)
        self._metrics: dict[str, MetricReadings] = {}

    def metric(self, name: str) -> MetricReadings:
        if name not in self._metrics:
            self._metrics[name] = MetricReadings(self.inputs, name)
        return self._metrics[name]

    def measured(self, *names: str) -> list[MetricReadings]:
        """Those of `names` that have a value anywhere."""
        return [metric for metric in map(self.metric, names) if metric]

    @cached_property
    def metrics(self) -> list[MetricReadings]:
        """Every metric of the summary, also one without a single value, in the report's order."""
        return [self.metric(name) for name in in_order(map(str, self.inputs.summary["metric"]))]

    @cached_property
    def contests(self) -> dict[str, list[Variant]]:
        """Variants that may be compared with each other, by what they have in common."""
        groups: dict[str, list[Variant]] = {}
        for variant in self.variants:
            groups.setdefault(variant.contest, []).append(variant)
        return groups

    @cached_property
    def label(self) -> dict[str, str]:
        return {variant.name: variant.label for variant in self.variants}

    @cached_property
    def page_of(self) -> dict[str, str]:
        """The id of each variant's page."""
        return {variant.name: f"variant-{place}" for place, variant in enumerate(self.variants, 1)}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The varying parameters that are no axis of a figure: the protocol, as a rule."""
        varying = self.inputs.experiment.varying
        return tuple(name for name, values in varying.items() if name not in self.axes and len(values) > 1)

    @property
    def paired_on(self) -> str:
        """What the two sides of a difference within a contest have in common."""
        if self.words and all(name in CONTENDERS or name.startswith("ns3::") for name in self.words):
            return f"both sides met the same {self.kind.words['pairing']} and the same events"
        return "both sides ran on the same random seeds"

    @cached_property
    def replications(self) -> int:
        """The most replications that any mean rests on."""
        counts = [int(n) for n in self.inputs.summary["n"] if n is not None and isfinite(n)]
        return max(counts, default=0)
