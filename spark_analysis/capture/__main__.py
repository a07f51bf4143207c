"""`./waf python -m spark_analysis.capture` prints the tables of docs/captures.md."""

from __future__ import annotations

from spark_analysis.capture.columns import COLUMNS
from spark_analysis.capture.layers.places import EXPECTED, NAMES


def tables() -> str:
    """The columns, and what the column `malformed` can say."""
    columns = [f"| `{name}` | {column.dtype} | {column.help} |" for name, column in COLUMNS.items()]
    layers = [f"| {layer} | {NAMES[layer]} | {expected} |" for layer, expected in EXPECTED.items()]
    head = ["| column | type | what |", "|---|---|---|"]
    middle = ["", "`malformed` is a number:", "", "| number | layer | expected |", "|---|---|---|"]
    return "\n".join([*head, *columns, *middle, *layers]) + "\n"


if __name__ == "__main__":
    print(tables(), end="")
