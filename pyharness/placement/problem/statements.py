"""The lines of instance files and plan files: a keyword and its arguments, with `#` before a comment."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from schema.errors import UsageError


@dataclass(frozen=True)
class Statement:
    """A line of a file that is neither blank nor only a comment."""

    file: Path
    line: int
    words: tuple[str, ...]

    def error(self, expected: str) -> UsageError:
        """Return the error that names file, line, content and what was expected."""
        return UsageError(f"{self.file}, line {self.line}: {' '.join(self.words)!r}, expected {expected}")

    def require_form(self, form: str) -> None:
        """Raise UsageError unless the line has as many words as `form`, e.g. `store BROKER`."""
        if len(self.words) != len(form.split()):
            raise self.error(f"`{form}`")

    def integer(self, position: int, minimum: int, maximum: int | None = None) -> int:
        """Return word `position` as a whole number between `minimum` and `maximum`. Raises UsageError."""
        word = self.words[position]
        allowed = f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"
        is_number = word.isascii() and word.isdigit() and len(word) < 19
        if not is_number or not minimum <= int(word) <= (int(word) if maximum is None else maximum):
            raise self.error(f"a whole number {allowed} for {word!r}")
        return int(word)

    def rate(self, position: int) -> float:
        """Return word `position` as a finite number of at least 0. Raises UsageError."""
        try:
            value = float(self.words[position])
        except ValueError:
            value = -1.0
        if not isfinite(value) or value < 0 or "_" in self.words[position]:
            raise self.error(f"a finite number of at least 0 for {self.words[position]!r}")
        return abs(value)


def read_statements(file: Path) -> list[Statement]:
    """Return the statements of `file`. Raises UsageError where it cannot be read as text."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}, expected a text file") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: byte {error.start} is no UTF-8, expected a text file") from error
    numbered = [(number, line.partition("#")[0].split()) for number, line in enumerate(lines, start=1)]
    return [Statement(file, number, tuple(words)) for number, words in numbered if words]
