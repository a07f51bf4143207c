"""The papers that have a page, by the name that the command line has for them.

A paper is a folder here with a module `page` that has a PaperPage, its claims, its figures and its text.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

import spark_analysis.papers as papers
from spark_analysis.papers.comparison.paper_page import PaperPage


def _found() -> dict[str, PaperPage]:
    """Return the pages by name. Raises ValueError where two have one name."""
    folders = [each.name for each in pkgutil.iter_modules(papers.__path__, f"{papers.__name__}.") if each.ispkg]
    modules = [f"{folder}.page" for folder in folders if _has_page(folder)]
    pages = [each for name in modules for each in vars(import_module(name)).values() if isinstance(each, PaperPage)]
    by_name = {page.name: page for page in pages}
    if len(by_name) < len(pages):
        raise ValueError(f"two pages have one name: {', '.join(sorted(page.name for page in pages))}")
    return by_name


def _has_page(folder: str) -> bool:
    return any(each.name == "page" for each in pkgutil.iter_modules(import_module(folder).__path__))


PAPER_PAGES: Mapping[str, PaperPage] = _found()
