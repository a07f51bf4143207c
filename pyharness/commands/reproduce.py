"""`./waf reproduce RUN`: execute a run again from its manifest and compare every byte."""

from __future__ import annotations

import shutil
import tempfile
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from pyharness.commands import Verb, add_run, register_verb
from pyharness.executors import STDERR, LocalExecutor, Work
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import find_program, set_up
from pyharness.store.run_folders import run_manifest
from schema import digests
from schema.errors import UsageError
from schema.manifest import Manifest
from schema.text import counted, size


@dataclass(frozen=True)
class Reproduction:
    """How a run executed again compares with the stored one."""

    manifest: Manifest
    differing: tuple[str, ...]
    """Files whose bytes differ, or that only one of the two has."""
    kept: Path | None
    """Folder of the new run, if the two differ."""
    exit_status: int
    same_program: bool


def reproduce_run(checkout: Checkout, run: Path) -> Reproduction:
    """Execute `run` again in a new folder beside its own and compare every file. Raises UsageError, OSError."""
    manifest = run_manifest(run)
    if manifest.failure in ("timeout", "memory", "lost"):
        raise UsageError(f"{run}: did not end by itself ({manifest.failure}), so it cannot be reproduced; try debug")
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
    now = digests.of_files(program.hashed)
    return Reproduction(
        manifest=manifest,
        differing=differing,
        kept=kept,
        exit_status=ended.exit_status,
        same_program=now == manifest.program_sha256,
    )


def reproduced_text(run: Path, found: Reproduction) -> str:
    """Return one sentence, and the folder of the new run if they differ."""
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


def _absolute(checkout: Checkout, word: str) -> str:
    """Return the absolute form of a program or input file that is named from the checkout's root."""
    name, equals, value = word.rpartition("=")
    path = checkout.root / value
    return f"{name}{equals}{path}" if "/" in value and path.is_file() else word


def _differing(manifest: Manifest, out: Path) -> tuple[str, ...]:
    then = {file.name: file.sha256 for file in manifest.files}
    now = {path.relative_to(out).as_posix(): digests.of_file(path) for path in sorted(out.rglob("*")) if path.is_file()}
    return tuple(sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name)))


def print_reproduction(arguments: Namespace) -> int:
    """Reproduce the run and print how it compares; return 1 where a byte differs."""
    found = reproduce_run(Checkout.here(), arguments.run)
    print(reproduced_text(arguments.run, found))
    return 1 if found.differing else 0


register_verb(
    Verb(
        name="reproduce",
        summary="Execute a run again from its manifest and compare every byte.",
        add_arguments=add_run,
        run=print_reproduction,
    )
)
