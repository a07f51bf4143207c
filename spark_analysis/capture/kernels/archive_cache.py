"""The cache of compiled kernels whose source is in an archive.

Its key is the archive's content. Spark gives the archive another path in each application, so with numba's own key
every worker would compile again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from numba.core.caching import ZipCacheLocator

LOCATORS = (
    *("UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator"),
    f"{__name__}.ArchivedCacheLocator",
)
"""For numba.config.CACHE_LOCATOR_CLASSES: numba's own come first."""


class ArchivedCacheLocator(ZipCacheLocator):
    """The place in the cache of a module in an archive."""

    def __init__(self, kernel: Callable[..., object], file: str) -> None:
        super().__init__(kernel, file)  # type: ignore[no-untyped-call]
        self._cache_path = str(Path(self._cache_path).parent / f"archive_{_digest(self._zip_path)}")


@cache
def _digest(archive: str) -> str:
    return hashlib.sha256(Path(archive).read_bytes()).hexdigest()
