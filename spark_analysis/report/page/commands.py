"""The commands on the page, as they are typed in the checkout's folder."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]


def typed(folder: Path) -> str:
    """How a shell in the checkout's folder names `folder`: relative within the checkout, else absolute.

    So two checkouts write the same page for the same results in the same place of each.
    """
    path = Path(os.path.abspath(folder))  # noqa: PTH100 - a link within the checkout is shown as the link
    return shlex.quote(str(path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path))
