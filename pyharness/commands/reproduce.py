"""A run again, from its manifest alone: whether every byte is the same, and how to watch it in a debugger."""

from __future__ import annotations

import shlex
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pyharness.executors import STDERR, LocalExecutor, Work
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import find_program, set_up
from pyharness.store.status import again
from schema import digests as fingerprint
from schema.errors import UsageError
from schema.manifest import MANIFEST, CorruptManifest, Manifest, unsealed
from schema.text import counted, size


@dataclass(frozen=True)
class Reproduced:
    """How a run made anew compares with the one there is."""

    manifest: Manifest
    differing: tuple[str, ...]
    """Files whose bytes differ, or that only one of the two has."""
    kept: Path | None
    """Where the new one is, if they differ."""
    exit_status: int
    same_program: bool


def manifest_of(run: Path) -> Manifest:
    """The manifest of the run whose folder is `run`. Raises UsageError where there is none to rely on."""
    if run.name == MANIFEST:
        run = run.parent
    try:
        return unsealed((run / MANIFEST).read_bytes())
    except OSError as error:
        raise UsageError(f"{run}: not a run's folder, expected a {MANIFEST} in it") from error
    except CorruptManifest as error:
        raise UsageError(f"{run}: {error}, the next sweep makes this run anew") from error


def reproduce(checkout: Checkout, run: Path) -> Reproduced:
    """Execute `run` once more beside its folder and compare every file. Raises UsageError, OSError."""
    manifest = manifest_of(run)
    if manifest.failure in ("timeout", "memory", "lost"):
        raise UsageError(
            f"{run}: did not end by itself ({manifest.failure}), so its bytes cannot come again; try debug"
        )
    program = find_program(checkout, manifest.program)
    set_up(checkout, program)
    place = run.resolve()
    out = Path(tempfile.mkdtemp(prefix=f".{place.name}.", suffix=".partial", dir=place.parent))  # a sweep clears these
    command = [argument.replace("--out=reproduced", f"--out={out}") for argument in manifest.command]
    executor = LocalExecutor()
    try:
        work = Work(
            command=tuple(_absolute(checkout, word) for word in command),
            folder=out,
            environment={"NS_LOG": manifest.ns_log},
            merged=STDERR not in {file.name for file in manifest.files},  # an empty stream, or an earlier harness
        )
        ended = executor.execute(work)
        differing = _differing(manifest, out)
        kept = out.rename(place.with_name(f"{place.name}.reproduced-{out.name.split('.')[2]}")) if differing else None
    finally:
        executor.stop()
        shutil.rmtree(out, ignore_errors=True)
    now = fingerprint.of_files(program.hashed)
    return Reproduced(manifest, differing, kept, ended.exit_status, now == manifest.program_sha256)


def reproduced_text(run: Path, found: Reproduced) -> str:
    """One sentence, and where the new bytes are if they differ."""
    files = found.manifest.files
    total = size(sum(file.bytes for file in files))
    if not found.differing:
        return f"{run}: every byte is the same, {counted(len(files), 'file')}, {total}"
    names = ", ".join(found.differing[:5]) + (
        f" and {len(found.differing) - 5} more" if len(found.differing) > 5 else ""
    )
    lines = [
        f"{run}: {len(found.differing)} of {counted(len(files), 'file')} differ: {names}; the new ones: {found.kept}"
    ]
    if found.exit_status != found.manifest.exit_status:
        lines.append(f"it ended with exit status {found.exit_status}, then with {found.manifest.exit_status}")
    if not found.same_program:
        lines.append("the program is not the one that made it: compiled from other sources, or by another compiler")
    return "\n".join(lines)


def debug_line(run: Path) -> str:
    """The command that runs it in gdb, as typed in the current folder."""
    manifest = manifest_of(run)
    command = shlex.join(manifest.command)
    return again(manifest).replace(command, f"gdb -ex run --args {command}")


def _absolute(checkout: Checkout, word: str) -> str:
    """Programs and input files below the checkout are named from its root."""
    name, equals, value = word.rpartition("=")
    path = checkout.root / value
    return f"{name}{equals}{path}" if "/" in value and path.is_file() else word


def _differing(manifest: Manifest, out: Path) -> tuple[str, ...]:
    then = {file.name: file.sha256 for file in manifest.files}
    now = {
        path.relative_to(out).as_posix(): fingerprint.of_file(path) for path in sorted(out.rglob("*")) if path.is_file()
    }
    return tuple(sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name)))
