"""The folders of a checkout, named in this file alone."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Checkout:
    """A checkout of the project, by its root folder (absolute)."""

    root: Path

    @classmethod
    def here(cls) -> Checkout:
        """The checkout this package is part of."""
        return cls(Path(__file__).resolve().parents[2])

    @property
    def waf(self) -> str:
        """`./waf` as it is typed in the current folder."""
        return "./waf" if self._is_current else shlex.quote(str(self.root / "waf"))

    def typed(self, command: str) -> str:
        """A command for the checkout's folder, as it is typed in the current folder."""
        return command if self._is_current else f"(cd {shlex.quote(str(self.root))} && {command})"

    @property
    def _is_current(self) -> bool:
        return Path.cwd() == self.root

    @property
    def programs(self) -> Path:
        """Scenario programs, one executable each."""
        return self.root / "build" / "bin"

    @property
    def models(self) -> tuple[Path, ...]:
        """The shared libraries with every model, one for each module in contrib; part of what decides a run's bytes."""
        modules = sorted(path.parent.name for path in self.root.glob("contrib/*/CMakeLists.txt"))
        return tuple(self.root / "build" / "lib" / f"lib{module}.so" for module in modules)

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
        """The default place of an experiment's folder."""
        return self.root / "results"
