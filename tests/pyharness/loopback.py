"""Clusters of one machine, for the tests: a standalone Spark with two workers, a SLURM with one node."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pyspark
import pytest
from system_tools import needs


@dataclass(frozen=True)
class SparkCluster:
    """Its master's URL, and its workers."""

    url: str
    workers: list[subprocess.Popen[bytes]]

    def kill_worker(self) -> None:
        """The worker that is busiest, as a power cut would: it and its executors get no word out."""
        worker = max(self.workers, key=lambda each: len(psutil.Process(each.pid).children(recursive=True)))
        for process in [*psutil.Process(worker.pid).children(recursive=True), psutil.Process(worker.pid)]:
            if process.name().startswith("java"):
                process.kill()


@contextmanager
def spark_cluster(folder: Path) -> Iterator[SparkCluster]:
    """One master and two workers of one core each."""
    url = f"spark://127.0.0.1:{_free_port()}"
    host, port = url.removeprefix("spark://").split(":")
    with ExitStack() as stack:
        start = _starter(stack, folder)
        daemon = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
        place = "org.apache.spark.deploy"
        start("master", [daemon, f"{place}.master.Master", "--host", host, "--port", port, "--webui-port", "0"])
        _wait(lambda: _listens(int(port)), "the master listens")
        options = ["--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0"]
        workers = [
            start(name, [daemon, f"{place}.worker.Worker", *options, "--work-dir", str(folder / name), url])
            for name in ("worker-1", "worker-2")
        ]
        log = folder / "master.log"
        _wait(lambda: log.read_text().count("Registering worker") == len(workers), "the workers are known")
        yield SparkCluster(url, workers)


SLURM_CONF = """\
ClusterName=loopback
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=sched_interval=1,batch_sched_delay=0
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/node.pid
MpiDefault=none
ReturnToService=2
KillWait=5
DefMemPerCPU=500
NodeName=localhost NodeAddr=127.0.0.1 NodeHostname={host} CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


needs_slurm = needs("slurmctld", "slurmd", "sbatch")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="slurmd has to be root")
"""Both are marks of each test that uses `slurm_cluster`."""


@contextmanager
def slurm_cluster(folder: Path) -> Iterator[None]:
    """A SLURM of its own on loopback, which the environment names while it is there."""
    for name in ("state", "spool"):
        (folder / name).mkdir()
    configuration = folder / "slurm.conf"
    ports = {"controller_port": _free_port(), "node_port": _free_port()}
    configuration.write_text(SLURM_CONF.format(folder=folder, host=socket.gethostname().split(".")[0], **ports))
    before = os.environ.get("SLURM_CONF")
    os.environ["SLURM_CONF"] = str(configuration)
    try:
        with ExitStack() as stack:
            start = _starter(stack, folder)
            start("controller", ["slurmctld", "-D"])
            start("node", ["slurmd", "-D", "-N", "localhost"])
            _wait(lambda: "idle" in _says(["sinfo", "--noheader", "--format=%t"]), "the node is idle")
            yield
            # Cancelled jobs take a moment to end, and without their cluster they would wait for it for ever.
            _wait(lambda: not _says(["squeue", "--noheader"]).strip(), "the queue is empty")
    finally:
        del os.environ["SLURM_CONF"]
        if before is not None:
            os.environ["SLURM_CONF"] = before


def _starter(stack: ExitStack, folder: Path) -> Callable[[str, list[str]], subprocess.Popen[bytes]]:
    def start(name: str, command: list[str]) -> subprocess.Popen[bytes]:
        output = stack.enter_context((folder / f"{name}.log").open("wb"))
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        stack.callback(_end, process)
        return process

    return start


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(psutil.NoSuchProcess):
        left = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGTERM)
        for each in psutil.wait_procs(left, timeout=5)[1]:
            each.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)
    process.kill()
    process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _says(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _wait(until: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 90
    while not until():
        assert time.monotonic() < deadline, f"waited for: {what}"
        time.sleep(0.1)
