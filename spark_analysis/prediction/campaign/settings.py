"""What an evaluation of many series does, and the digest by which its results are recognised."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.prediction.models.arima import Arima
from spark_analysis.prediction.models.catalogue import all_predictors
from spark_analysis.prediction.models.predictor import Predictor
from spark_analysis.prediction.models.pretrained import Pretrained
from spark_analysis.prediction.network.network_file import parse_network

PAPER_TEST_STEPS = 50
_LIBRARIES = ("numpy", "scipy", "statsmodels", "scikit-learn")


@dataclass(frozen=True)
class EvaluationSettings:
    """The last `test_steps` steps of each series are predicted, the others are its training part."""

    test_steps: int = PAPER_TEST_STEPS
    refit_every: int | None = None
    season: int | None = None
    seed: int = 1
    arima_order: tuple[int, int, int] = (1, 1, 1)
    only: tuple[str, ...] = ()
    """Names of the predictors; all without any."""
    networks: tuple[tuple[str, str], ...] = ()
    """Name and text of the file of each network that was trained before."""

    def predictors(self) -> tuple[Predictor, ...]:
        """The predictors, the last value first. Raises ValueError for an unknown name."""
        found: dict[str, Predictor] = {}
        for each in all_predictors(self.season, self.seed):
            found[each.name] = Arima(self.arima_order) if each.name == Arima.name else each
        for name, text in self.networks:
            found[name] = Pretrained(name, parse_network(text))
        if unknown := [name for name in self.only if name not in found]:
            raise ValueError(f"no predictor {unknown[0]!r}, there are {', '.join(found)}")
        return tuple(each for name, each in found.items() if not self.only or name in self.only)

    def digest(self) -> str:
        """Digest of the settings, of the sources that compute and of the libraries."""
        return hashlib.sha256(f"{self!r} {_code_digest()}".encode()).hexdigest()


@cache
def _code_digest() -> str:
    libraries = " ".join(f"{name} {version(name)}" for name in _LIBRARIES)
    packages = ("evaluation", "models", "network", "series")
    sources = source_digest(*(f"spark_analysis.prediction.{name}" for name in packages)).hex()
    return f"{libraries} {sources}"
