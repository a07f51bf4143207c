"""A WordNet database of this machine, read with nltk. Nothing is downloaded."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pyharness.ontology.concept_graph import ConceptGraph, ConceptGraphBuilder
from schema.errors import UsageError

INSTALLED = "wordnet"
"""The argument that stands for nltk's own corpus."""
PARTS_OF_SPEECH = "nvar"
"""Nouns, verbs, adjectives (satellites included) and adverbs."""
LEXICOGRAPHER_FILES = 45
_FILES = [f"{kind}.{part}" for part in ("noun", "verb", "adj", "adv") for kind in ("data", "index")]
_FILES += [f"{part}.exc" for part in ("noun", "verb", "adj", "adv")]


def read_wordnet(folder: Path | None, words: Iterable[str], every_concept: bool) -> ConceptGraph:
    """Return the senses of `words` and all that is broader; with `every_concept`, the whole database.

    A word is looked up as nltk does: in lower case, in its base form where it is inflected, and with `_` for `-` where
    there is none with `-`. With None, the database is nltk's corpus. Raises UsageError where it is missing or broken.
    """
    source = INSTALLED if folder is None else folder
    database = open_installed() if folder is None else open_database(folder)
    try:
        return _graph(source, database, words, every_concept)
    except UsageError:
        raise
    except Exception as error:  # of many kinds: nltk meets a broken file with whatever goes wrong first
        raise _broken(source, error) from error


def open_installed() -> Any:
    """Return nltk's corpus. Raises UsageError where it is not installed."""
    from nltk.corpus import wordnet

    try:
        wordnet.ensure_loaded()
    except LookupError as error:
        raise UsageError(
            "wordnet: nltk has no such corpus on this machine, expected corpora/wordnet in a folder of NLTK_DATA, "
            "or a folder with a WordNet database instead (Debian: wordnet-base, /usr/share/wordnet)"
        ) from error
    except Exception as error:
        raise _broken(INSTALLED, error) from error
    return wordnet


def open_database(folder: Path) -> Any:
    """Return the database of a folder. Raises UsageError where it is incomplete or broken."""
    for name in _FILES:
        if not (folder / name).is_file():
            raise UsageError(f"{folder}: no {name} in it, expected a folder with a WordNet database")
    import nltk.data
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class FolderReader(WordNetCorpusReader):  # type: ignore[misc]
        """Does without files that some packages leave out, Debian's for one: they say nothing of the hierarchy."""

        def open(self, file: str) -> Any:
            if file == "lexnames" and not (folder / file).is_file():
                return io.StringIO("".join(f"{number:02} {number:02} 0\n" for number in range(LEXICOGRAPHER_FILES)))
            return super().open(file)

        def map_wn(self, version: str = INSTALLED) -> None:
            """Map nothing: that is for the words of other languages."""

    resolved = str(folder.resolve())
    nltk.data.path.append(resolved)  # nltk opens only what is in its list
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on other languages
            return FolderReader(resolved, None)
    except Exception as error:
        raise _broken(folder, error) from error


def _broken(source: object, error: Exception) -> UsageError:
    reason = " ".join(str(error).split())[:160] or type(error).__name__
    return UsageError(f"{source}: nltk cannot read it ({reason}), expected a WordNet database")


def _graph(source: object, database: Any, words: Iterable[str], every_concept: bool) -> ConceptGraph:
    builder = ConceptGraphBuilder()
    synsets: dict[str, Any] = {}
    for word in words:
        for synset in senses_of(database, word):
            synsets[_name(synset)] = synset
            builder.add_word(_name(synset), word.lower())
    if every_concept:
        synsets |= {_name(each): each for part in PARTS_OF_SPEECH for each in database.all_synsets(part)}
    queue = list(synsets)
    for name in queue:  # grows while it is read
        builder.add_concept(name)
        for broader in (*synsets[name].hypernyms(), *synsets[name].instance_hypernyms()):
            builder.add_broader(name, _name(broader))
            if _name(broader) not in synsets:
                synsets[_name(broader)] = broader
                queue.append(_name(broader))
    return builder.build(source)


def senses_of(database: Any, word: str) -> Sequence[Any]:
    """Return the synsets of a word of a topic."""
    for spelling in dict.fromkeys((word.lower(), word.lower().replace("-", "_"))):
        if found := [synset for part in PARTS_OF_SPEECH for synset in database.synsets(spelling, part)]:
            return found
    return []


def _name(synset: Any) -> str:
    """Return a name that no other synset has: nltk gives one name to some pairs of them."""
    return f"{synset.name()} {synset.pos()}{synset.offset():08}"
