"""`python -m spark_analysis paper NAME DIR`: tables of a paper's figures, and the page that compares them with it."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from schema.errors import UsageError
from schema.spark.master import answering
from schema.text import nearest
from spark_analysis.commands.arguments import Master, experiment_in


def paper_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A paper, such as stores.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder with a folder of results for each figure.")],
    master: Master = "local[*]",
    docs: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder that gets a copy of the page.")] = None,
) -> int:
    """Make the tables of each figure in DIR and the page about the paper, and print the page's place."""
    from spark_analysis.experiment.analysis import analyse
    from spark_analysis.papers.comparison.paper_page import write_paper_page
    from spark_analysis.papers.comparison.paper_results import read_paper_results
    from spark_analysis.papers.registry import PAPER_PAGES
    from spark_analysis.run.session import spark_session

    if name not in PAPER_PAGES:
        raise UsageError(f"no paper {name!r}{nearest(name, PAPER_PAGES)}")
    paper = PAPER_PAGES[name]
    for figure in paper.figures:
        experiment_in(folder / figure)
    with answering(master), ExitStack() as held:
        spark = held.enter_context(spark_session(master))  # one for all figures
        for figure in paper.figures:
            for failed in analyse(folder / figure, master=master, report=False).failed_runs:
                print(f"not counted: {figure}: {failed}", flush=True)
        paper.prepare(spark, folder)
    page = write_paper_page(paper, read_paper_results(folder, paper.figures, paper.optima), folder)
    if docs is not None:
        docs.mkdir(parents=True, exist_ok=True)
        shutil.copytree(folder / paper.page, docs / paper.page, dirs_exist_ok=True)
        page = Path(shutil.copy2(page, docs))
    print(f"Page: {page}", flush=True)
    return 0
