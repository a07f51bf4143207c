"""What the scenario tests share: the built programs, and runs of them that several tests look at."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scenario_bench import Program, Recorded, executable


@pytest.fixture(scope="session")
def program() -> Program:
    def call(name: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            [executable(name), *arguments], capture_output=True, text=True, timeout=120, **options
        )

    return call


@pytest.fixture(scope="session")
def recorded(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    made: dict[tuple[str, ...], Path] = {}

    def folder(*call: str) -> Path:
        if call not in made:
            made[call] = tmp_path_factory.mktemp("run")
            done = program(*call, f"--out={made[call]}")
            assert done.returncode == 0, done.stderr
        return made[call]

    return folder
