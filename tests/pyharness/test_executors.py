"""Every executor keeps the contract of pyharness/executors/base.py."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psutil
import pytest
import submitit
from loopback import needs_root, needs_slurm, slurm_cluster, spark_cluster
from waiting import PATIENCE_S, wait_until

from pyharness.executors import CANNOT_START, STDERR, STDOUT, Ended, Executor, Stopped, Work, queue
from pyharness.executors.job import run_job
from pyharness.executors.queue import STILL_QUEUED, QueueExecutor
from pyharness.executors.registry import ExecutorChoice, choose_executor

LONG_S = 5 * PATIENCE_S
"""What is to be ended sleeps longer than anybody waits for its end."""
SLEEP = f"import os, time; print(os.getpid(), flush=True); time.sleep({LONG_S})"
FORK = f"import subprocess, time; print(subprocess.Popen(['sleep', '{LONG_S}']).pid, flush=True);"
MIB = 1 << 20


class OnSubmitit(QueueExecutor):
    """A queue that is none: submitit's own local executor."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp())
        self._here = submitit.LocalExecutor(folder)
        super().__init__(folder)

    def submit(self, works: Sequence[Work], sign_of_life: Path) -> list[Any]:
        return self._here.map_array(run_job, works, [sign_of_life] * len(works))

    def states(self, jobs: Sequence[Any]) -> dict[str, str]:
        return {job.job_id: STILL_QUEUED if job.state == "RUNNING" else job.state for job in jobs}

    def cancel(self, jobs: Sequence[Any]) -> None:
        for job in jobs:
            job.cancel()


Place = Callable[[], Executor]


WITH_WORKERS = [
    "spark",
    "submitit",
    pytest.param("spark-cluster", marks=pytest.mark.long),
    pytest.param("slurm", marks=[pytest.mark.long, needs_slurm, needs_root]),
]
"""Places where the command is started by another process than the harness."""


@pytest.fixture(params=["local", *WITH_WORKERS], scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Makes executors, all in the same place."""
    folder = tmp_path_factory.mktemp(request.param)
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(queue, "COLLECT_EVERY_S", 0.05)
        patch.setattr(queue, "ASK_EVERY_S", 0.5)
        match request.param:
            case "spark":
                yield lambda: choose_executor({"--master": "local[2]"}).start(folder)
            case "submitit":
                yield OnSubmitit
            case "spark-cluster":
                cluster = stack.enter_context(spark_cluster(folder))
                yield lambda: choose_executor({"--master": cluster.url}).start(folder)
            case "slurm":
                stack.enter_context(slurm_cluster(folder))
                yield lambda: choose_executor({"--slurm": "partition=all"}).start(folder)
            case _:
                yield lambda: ExecutorChoice().start(folder)


@pytest.fixture(scope="module")
def executor(place: Place) -> Iterator[Executor]:
    """One for all tests that do not stop it."""
    with closing(place()) as found:
        yield found


def work(folder: Path, code: str, **limits: float | int | dict[str, str] | None) -> Work:
    folder.mkdir(exist_ok=True)
    return Work((sys.executable, "-c", code), folder, **limits)  # type: ignore[arg-type]


def read_number(folder: Path) -> int:
    """What a command that was just started prints; where an executor puts it until the command ends is its own."""

    def written() -> list[str]:
        texts = [path.read_text() for path in folder.rglob(STDOUT)]
        return [text for text in texts if text.endswith("\n")]

    wait_until(written, "the command writes into its log")
    return int(written()[0])


def assert_gone(pid: int) -> None:
    wait_until(lambda: is_gone(pid), f"process {pid} ends")


def is_gone(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def in_background(executor: Executor, asked: Work) -> Future[Ended]:
    future: Future[Ended] = Future()

    def execute() -> None:
        try:
            future.set_result(executor.execute(asked))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=execute, daemon=True).start()
    return future


BOTH = "import os; os.write(1, b'one\\n'); os.write(2, b'two\\n'); os.write(1, b'three\\n'); raise SystemExit(7)"


def test_exit_status_and_each_output_in_its_own_file(executor: Executor, tmp_path: Path) -> None:
    ended = executor.execute(work(tmp_path, BOTH))
    assert (ended.exit_status, ended.timed_out, ended.out_of_memory, ended.lost) == (7, False, False, False)
    assert (tmp_path / STDOUT).read_text() == "one\nthree\n" and (tmp_path / STDERR).read_text() == "two\n"
    assert ended.host and 0 < ended.wall_seconds < PATIENCE_S
    assert sorted(path.name for path in tmp_path.iterdir()) == [STDERR, STDOUT]


def test_both_outputs_in_one_file_in_order(executor: Executor, tmp_path: Path) -> None:
    assert executor.execute(work(tmp_path, BOTH, merged=True)).exit_status == 7
    assert (tmp_path / STDOUT).read_text() == "one\ntwo\nthree\n"
    assert [path.name for path in tmp_path.iterdir()] == [STDOUT]


def test_what_it_writes_is_there_afterwards(executor: Executor, tmp_path: Path) -> None:
    folder = tmp_path / "with a space"
    asked = work(
        folder, "import pathlib, sys; pathlib.Path(sys.argv[1].removeprefix('--out='), 'made').write_text('x')"
    )
    asked = Work((*asked.command, f"--out={folder}"), folder)
    assert executor.execute(asked).exit_status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["made", STDOUT]


def test_a_crash_is_its_own_fault(executor: Executor, tmp_path: Path) -> None:
    ended = executor.execute(work(tmp_path, "import os; os.abort()"))
    assert ended.exit_status == -signal.SIGABRT and not ended.lost


def test_reads_nothing(executor: Executor, tmp_path: Path) -> None:
    assert executor.execute(work(tmp_path, "import sys; assert sys.stdin.read() == ''")).exit_status == 0


def test_environment(executor: Executor, tmp_path: Path) -> None:
    code = "import os; print(os.environ['NS_LOG'], 'PATH' in os.environ)"
    assert executor.execute(work(tmp_path, code, environment={"NS_LOG": "Aodv=all"})).exit_status == 0
    assert (tmp_path / STDOUT).read_text() == "Aodv=all True\n"


def test_a_command_that_cannot_start(executor: Executor, tmp_path: Path) -> None:
    ended = executor.execute(Work((str(tmp_path / "gone"),), tmp_path))
    assert ended.exit_status == CANNOT_START and "No such file" in (tmp_path / STDERR).read_text()


def test_outputs_that_cannot_be_written(executor: Executor, tmp_path: Path) -> None:
    with pytest.raises(OSError):
        executor.execute(Work((sys.executable, "-c", ""), tmp_path / "absent"))


def test_time_limit_ends_grandchildren_too(executor: Executor, tmp_path: Path) -> None:
    for timeout_s in (1, 10, 100):  # a slow machine may not have started the grandchild within the first
        ended = executor.execute(work(tmp_path, FORK + f"time.sleep({LONG_S})", timeout_s=timeout_s))
        assert ended.timed_out and not ended.lost and ended.exit_status == -signal.SIGKILL
        assert timeout_s <= ended.wall_seconds < timeout_s + PATIENCE_S
        if grandchild := (tmp_path / STDOUT).read_text():
            break
    assert_gone(int(grandchild))


def test_leaves_no_child_of_a_program_that_ended(executor: Executor, tmp_path: Path) -> None:
    assert executor.execute(work(tmp_path, FORK)).exit_status == 0
    assert_gone(int((tmp_path / STDOUT).read_text()))


def test_memory_limit(executor: Executor, tmp_path: Path) -> None:
    hold = "x = bytearray({} << 20); import time; time.sleep({})"
    ended = executor.execute(work(tmp_path, hold.format(300, LONG_S), memory_bytes=200 * MIB))
    assert ended.out_of_memory and not ended.lost and not ended.timed_out and ended.wall_seconds < PATIENCE_S
    assert ended.exit_status == -signal.SIGKILL and ended.peak_memory_bytes > 200 * MIB
    ended = executor.execute(work(tmp_path, hold.format(100, 0.3), memory_bytes=200 * MIB))
    assert ended.exit_status == 0 and not ended.out_of_memory and 100 * MIB < ended.peak_memory_bytes < 200 * MIB


def test_memory_is_the_commands_own(executor: Executor, tmp_path: Path) -> None:
    ballast = bytearray(150 << 20)  # in this process: must not be told of a small child
    small = executor.execute(work(tmp_path, "import time; time.sleep(0.8)")).peak_memory_bytes
    del ballast
    assert MIB < small < 100 * MIB


def test_killed_from_outside_is_lost(executor: Executor, tmp_path: Path) -> None:
    asked = work(tmp_path, SLEEP)
    future = in_background(executor, asked)
    os.kill(read_number(asked.folder), signal.SIGKILL)
    ended = future.result(timeout=PATIENCE_S)
    assert ended.lost and ended.exit_status == -signal.SIGKILL and not ended.timed_out and not ended.out_of_memory


@pytest.mark.parametrize("place", WITH_WORKERS, indirect=True, scope="module")
def test_a_worker_that_is_killed_leaves_nothing_behind(executor: Executor, tmp_path: Path) -> None:
    once = tmp_path / "once"
    again = f"import pathlib; again = pathlib.Path({str(once)!r}); again.exists() and exit(0); again.touch();"
    asked = work(tmp_path / "asked", again + SLEEP)
    future = in_background(executor, asked)
    command = psutil.Process(read_number(asked.folder))
    worker = command.parent()
    assert worker is not None and worker.pid != os.getpid()
    worker.kill()
    assert_gone(command.pid)
    ended = future.result(timeout=PATIENCE_S)  # Spark has tried again; of a queue's job we hear that it was lost
    assert ended.exit_status == 0 or ended.lost
    assert [path.name for path in asked.folder.iterdir()] in ([], [STDOUT], [STDERR])


def test_many_at_once(executor: Executor, tmp_path: Path) -> None:
    def one(number: int) -> Ended:
        return executor.execute(work(tmp_path / str(number), f"print({number}); raise SystemExit({number})"))

    with ThreadPoolExecutor(8) as pool:
        ended = list(pool.map(one, range(8)))
    assert [each.exit_status for each in ended] == list(range(8))
    assert [int((tmp_path / str(number) / STDOUT).read_text()) for number in range(8)] == list(range(8))


def test_stop_ends_what_runs_and_what_comes_after(place: Place, executor: Executor, tmp_path: Path) -> None:
    with closing(place()) as stopping:
        stop_it(stopping, tmp_path)
    assert executor.execute(work(tmp_path / "another's", "")).exit_status == 0


def stop_it(executor: Executor, tmp_path: Path) -> None:
    asked = [work(tmp_path / str(number), SLEEP) for number in range(2)]
    futures = [in_background(executor, each) for each in asked]
    pids = [read_number(each.folder) for each in asked]
    executor.stop()
    executor.stop()
    for future in futures:
        assert isinstance(future.exception(timeout=PATIENCE_S), Stopped)
    for pid in pids:
        assert_gone(pid)
    with pytest.raises(Stopped):
        executor.execute(work(tmp_path / "later", "import pathlib; pathlib.Path('made').touch()"))
    assert not (tmp_path / "later" / "made").exists()


def test_a_queue_that_breaks_down_lets_nobody_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "COLLECT_EVERY_S", 0.05)
    with closing(OnSubmitit()) as executor:
        asked = work(tmp_path, SLEEP)
        future = in_background(executor, asked)
        pid = read_number(asked.folder)
        monkeypatch.setattr(executor, "_collect", lambda: 1 / 0)
        assert isinstance(future.exception(timeout=PATIENCE_S), ZeroDivisionError)
        assert_gone(pid)
