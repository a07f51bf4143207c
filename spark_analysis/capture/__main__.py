"""`./waf python -m spark_analysis.capture` prints the tables of docs/captures.md."""

from __future__ import annotations

import spark_analysis.capture.links  # noqa: F401  (registers the link layers)
from spark_analysis.capture.columns import COLUMNS
from spark_analysis.capture.links.link_layer import malformed_layers


def tables() -> str:
    """The columns, and the values of the column `malformed`, as Markdown."""
    columns = [f"| `{name}` | {column.dtype} | {column.help} |" for name, column in COLUMNS.items()]
    layers = [f"| {number} | {name} | {expected} |" for number, (name, expected) in malformed_layers().items()]
    head = ["| column | type | what |", "|---|---|---|"]
    middle = ["", "`malformed` is a number:", "", "| number | layer | expected |", "|---|---|---|"]
    return "\n".join([*head, *columns, *middle, *layers]) + "\n"


if __name__ == "__main__":
    print(tables(), end="")
