"""A table of an experiment as CSV: its rows are the instances of one frozen dataclass, its columns the fields."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar, get_type_hints

from schema.digests import write_whole
from schema.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TableRow = TypeVar("TableRow", bound="DataclassInstance")


@dataclass(frozen=True)
class RowTable(Generic[TableRow]):
    """The file of a table, and the dataclass of its rows, whose fields are `str`, `int` or `float`."""

    file: str
    row: type[TableRow]
    content: str
    """What the rows are, in the plural, for the message about a malformed file."""

    @property
    def columns(self) -> list[str]:
        """The names of the fields, in the order of the dataclass."""
        return [each.name for each in fields(self.row)]

    def write(self, folder: Path, rows: Iterable[TableRow]) -> None:
        """Write the table of the experiment in `folder`, whole or not at all."""
        text = io.StringIO()
        table = csv.DictWriter(text, self.columns, lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) for row in rows)
        write_whole(folder / self.file, text.getvalue())

    def read(self, folder: Path) -> list[TableRow]:
        """Return the rows of the experiment in `folder`, none where it has no such table. Raises UsageError."""
        path = folder / self.file
        try:
            with path.open(newline="", encoding="utf-8") as stream:
                header, *lines = csv.reader(stream)
                return [self._row(dict(zip(header, line, strict=True))) for line in lines if line]
        except FileNotFoundError:
            return []
        except (KeyError, ValueError, csv.Error) as error:
            names = ", ".join(self.columns)
            raise UsageError(f"{path}: not a table of {self.content}, expected the columns {names}") from error

    def _row(self, cells: Mapping[str, str]) -> TableRow:
        types = get_type_hints(self.row)
        return self.row(**{name: types[name](cells[name]) for name in self.columns})
