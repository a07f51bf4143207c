"""The Spark master: how `--master` is spelled, and the error where no Spark answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from schema.errors import UsageError
from schema.signals import interruptible

_HOST = r"[^\s:/,]+:[0-9]+"
_SPELLED = re.compile(rf"local(\[(\*|[1-9][0-9]*)(,[1-9][0-9]*)?\])?|spark://{_HOST}(,{_HOST})*")


def spelled(master: str | None) -> str | None:
    """Return `master` as it is. Raises UsageError where it is not the URL of a Spark master."""
    if master is not None and not _SPELLED.fullmatch(master):
        raise UsageError(
            f"--master: {master!r} is no Spark master, expected local, local[N], local[*], local[N,M] or "
            "spark://host:port[,host:port...]"
        )
    return master


@contextmanager
def answering(master: str) -> Iterator[None]:
    """Use around what needs the Spark of `master`. Raises UsageError where it does not answer, and Interrupted."""
    try:
        with interruptible():
            yield
    except ConnectionError as error:
        raise UsageError(f"--master {master}: no Spark answers there ({error})") from error
