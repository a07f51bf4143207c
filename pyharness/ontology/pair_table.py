"""The table of word similarities: a text file with a line for each pair, docs/ontologies.md has its format."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from pyharness.ontology.word_pairs import WordPair
from schema.errors import UsageError

HEADER = "# word similarities"


def table_text(pairs: Iterable[WordPair], measure: str, shuffle_seed: int | None = None) -> str:
    """Return the table. Each number is the shortest that reads back as the same double."""
    shuffled = "" if shuffle_seed is None else f", words shuffled with seed {shuffle_seed}"
    lines = [f"{HEADER}, measure {measure}{shuffled}"]
    lines += [f"{first}\t{second}\t{repr(score).removesuffix('.0')}" for first, second, score in pairs]
    return "\n".join([*lines, ""])


def shuffle_words(pairs: Iterable[WordPair], words: Sequence[str], seed: int) -> list[WordPair]:
    """Return the pairs with the words permuted: every word gets the similarities of a random one of `words`.

    The similarities stay the same numbers, as often; only whose they are changes.
    """
    import numpy as np

    ordered = sorted(words)
    drawn = np.random.default_rng(seed).permutation(len(ordered)).tolist()
    instead = {word: ordered[number] for word, number in zip(ordered, drawn, strict=True)}
    renamed = ((instead[one], instead[other], score) for one, other, score in pairs)
    return sorted((min(one, other), max(one, other), score) for one, other, score in renamed)


def check_output(path: Path) -> None:
    """Raise UsageError where no file can be made at `path`."""
    if path.is_dir():
        raise UsageError(f"--out {path}: a folder, expected the name of a file")
    if not path.parent.is_dir():
        raise UsageError(f"--out {path}: no such folder: {path.parent}")


def write_table(path: Path, text: str) -> None:
    """Write the file whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Return the mask of the permissions of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
