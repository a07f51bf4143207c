"""Where things stand in a checkout: the one place that knows the folder names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Checkout:
    """A checkout of the project, by its root folder (absolute)."""

    root: Path

    @classmethod
    def here(cls) -> Checkout:
        """The checkout this package is part of."""
        return cls(Path(__file__).resolve().parent.parent)

    @property
    def programs(self) -> Path:
        """Scenario programs, one executable each."""
        return self.root / "build" / "bin"

    @property
    def models(self) -> Path:
        """The shared library with every model; part of what decides a run's bytes."""
        return self.root / "build" / "lib" / "libpubsub.so"

    @property
    def scenarios(self) -> Path:
        """Experiments that come with the project."""
        return self.root / "scenarios"

    @property
    def bindings(self) -> Path:
        """What the ns-3 Python bindings are, package by package; part of what decides a Python-driven run's bytes."""
        return self.root / "requirements-bindings.txt"

    @property
    def results(self) -> Path:
        """Where an experiment's folder goes unless `--results` says otherwise."""
        return self.root / "results"
