"""Where captures lie: local files, and whatever pyarrow opens by the scheme of its URI (S3, HDFS, GCS)."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast
from urllib.parse import unquote, urlsplit

from pyarrow import fs

from spark_analysis.datasource.experiments import Experiments, RunFolder, replication_number

_S3_SCHEMES = ("s3", "s3a", "s3n")
_READ_AHEAD = 4 << 20
"""Bytes asked for at a time where every request has a latency."""
_GLOB = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class S3:
    """How an S3 store is reached, where the environment (AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, …) does not
    define it, or defines something else."""

    endpoint: str | None = None
    region: str | None = None
    access_key: str | None = None
    secret_key: str | None = None


@dataclass(frozen=True)
class CaptureFile:
    """One file: its absolute path, or URI where it is not local, and its size."""

    path: str
    bytes: int
    variant: str | None = None
    """Of the run it is of, where it is in the folder of an experiment of ours."""
    replication: int | None = None


def list_captures(paths: Sequence[str], patterns: Sequence[str], s3: S3) -> list[CaptureFile]:
    """The files of `paths`, by name and each once: files, globs (`**` for any folders), and folders with all below them
    that matches one of `patterns` and is not hidden by a `.` or `_` in front.

    Of an experiment of ours, globs and folders give the captures of the planned runs that are done; other runs' are
    given where they, or their run's folder, are named. Raises FileNotFoundError where a path is nothing, or gives
    nothing, ValueError where an experiment's plan cannot be read.
    """
    found: dict[str, CaptureFile] = {}
    for path in paths:
        named, files = _found(path, patterns, s3)
        if not files:
            raise FileNotFoundError(f"{path}: no capture there (a folder's are {', '.join(patterns)})")
        experiments = Experiments.around(files, partial(_content, s3))
        if named not in files and experiments.run_of(f"{named}/") is None:
            files = {name: files[name] for name in experiments.that_count(files)}
        if not files:
            raise FileNotFoundError(f"{path}: no capture there of a planned run that is done, ./waf status tells why")
        found |= {name: _of_run(file, experiments.run_of(name)) for name, file in files.items()}
    return [found[name] for name in sorted(found)]


def _of_run(file: CaptureFile, run: RunFolder | None) -> CaptureFile:
    if run is None:
        return file
    return replace(file, variant=run.variant, replication=replication_number(run.replication))


@dataclass(frozen=True)
class _Named:
    """A stream of a capture's bytes, with the name that error messages have."""

    name: str
    readinto: Callable[[memoryview], int]


def open_capture(path: str, s3: S3) -> Path | BinaryIO:
    """A path where it is local, else a stream. Raises OSError."""
    storage, inside, prefix = _storage(path, s3)
    if not prefix:
        return Path(inside)
    # No decompression by name: the reader looks at the bytes.
    stream = storage.open_input_stream(inside, compression=None, buffer_size=_READ_AHEAD)
    return cast(BinaryIO, _Named(path, stream.readinto))


def _storage(path: str, s3: S3) -> tuple[fs.FileSystem, str, str]:
    """What holds `path`, its name in there, and what stands before such a name in a URI; nothing where it is local."""
    scheme = urlsplit(path).scheme if "://" in path or path.startswith("file:") else ""
    if scheme in ("", "file"):
        local = unquote(urlsplit(path).path) if scheme else str(Path(path).absolute())
        return fs.LocalFileSystem(), local, ""
    if scheme in _S3_SCHEMES:
        return _s3_storage(s3), path.partition("://")[2], f"{scheme}://"
    host = urlsplit(path).netloc
    storage, _ = fs.FileSystem.from_uri(f"{scheme}://{host}/")
    if scheme == "hdfs":
        return storage, urlsplit(path).path, f"{scheme}://{host}"
    return storage, path.partition("://")[2], f"{scheme}://"


def _s3_storage(s3: S3) -> fs.FileSystem:
    endpoint = s3.endpoint or os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    address = urlsplit(endpoint if endpoint and "://" in endpoint else f"https://{endpoint}")
    return fs.S3FileSystem(
        access_key=s3.access_key,
        secret_key=s3.secret_key,
        region=s3.region or os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION"),
        endpoint_override=address.netloc if endpoint else None,
        scheme=address.scheme,
    )


def _content(s3: S3, path: str) -> bytes | None:
    """What is in the small file `path`; None where there is none."""
    storage, inside, _ = _storage(path, s3)
    try:
        with storage.open_input_stream(inside, compression=None) as stream:
            return cast(bytes, stream.read())
    except (FileNotFoundError, NotADirectoryError):
        return None


def _found(path: str, patterns: Sequence[str], s3: S3) -> tuple[str, dict[str, CaptureFile]]:
    """What `path` names, empty where it is a glob; and the files it gives, by their paths."""
    storage, inside, prefix = _storage(path, s3)
    glob = _GLOB.search(inside)
    if glob and storage.get_file_info(inside).type == fs.FileType.NotFound:
        above = inside[: glob.start()].rpartition("/")[0] or ("/" if inside.startswith("/") else "")
        wanted = _matcher(inside)
        named, chosen = "", [each for each in _below(storage, above) if wanted.fullmatch(each.path)]
    else:
        named, chosen = prefix + inside.rstrip("/"), [storage.get_file_info(inside)]
    infos = (info for each in chosen for info in _files_of(storage, each, patterns))
    return named, {prefix + info.path: CaptureFile(prefix + info.path, info.size) for info in infos}


def _files_of(storage: fs.FileSystem, chosen: fs.FileInfo, patterns: Sequence[str]) -> Iterator[fs.FileInfo]:
    """A file itself, or a folder's captures."""
    if chosen.type == fs.FileType.File:
        yield chosen
    elif chosen.type == fs.FileType.Directory:
        for file in _below(storage, chosen.path):
            if file.type == fs.FileType.File and _is_wanted(file.path[len(chosen.path) :], patterns):
                yield file


def _below(storage: fs.FileSystem, folder: str) -> list[fs.FileInfo]:
    found = storage.get_file_info(fs.FileSelector(folder, recursive=True, allow_not_found=True))
    return cast("list[fs.FileInfo]", found)


def _is_wanted(relative: str, patterns: Sequence[str]) -> bool:
    parts = PurePosixPath(relative.lstrip("/")).parts
    hidden = any(part.startswith((".", "_")) for part in parts)
    return not hidden and any(fnmatch.fnmatchcase(parts[-1], pattern) for pattern in patterns)


def _matcher(glob: str) -> re.Pattern[str]:
    """`*`, `?` and `[…]` stay within one name, `**` stands for any number of folders."""
    parts = []
    for name in glob.split("/"):
        one = fnmatch.translate(name).removeprefix("(?s:").removesuffix(r")\Z").replace(".*", "[^/]*")
        parts.append("(?:[^/]+/)*" if name == "**" else one + "/")
    return re.compile("".join(parts).removesuffix("/"))
