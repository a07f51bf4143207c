"""How fast are captures read, by us and by others? `./waf python -m benchmarks.captures [--folder DIR]`.

540 MB of captures of one run of ours, 50 radios with radiotap, in the page cache. tshark, dpkt and scapy read
the first few and are compared by their MB/s; their start-up does not count. What is measured is processor time, which
other programs on the machine change little, and of Spark time. Least of several rounds in which all take turns.
Without --folder the captures are made in build/captures, which takes two minutes.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from benchmarks import command_line, data_source
from benchmarks.markdown import head
from benchmarks.peers import peers_python
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError
from spark_analysis.capture import COLUMNS, read_batches, read_capture
from spark_analysis.datasource import register
from spark_analysis.run.session import spark_session

RUN = (
    *("--nodes=50", "--width=700", "--height=700", "--protocol=flooding", "--duration=48", "--warmup=5"),
    *("--publishers=5", "--event_rate=20", "--payload_bytes=200"),
)
FIELDS = (
    *("frame.time_epoch", "frame.len", "radiotap.dbm_antsignal", "wlan.sa", "wlan.seq", "wlan.fc.retry"),
    *("ip.src", "ip.dst", "udp.srcport", "udp.dstport"),
)
"""What tshark, dpkt and scapy are asked for; we read all columns that we have."""
FEW = (
    *("time_ns", "bytes", "signal_dbm", "source", "frame", "retry"),
    *("ipv4_source", "ipv4_destination", "udp_source", "udp_destination"),
)
"""The same of ours."""


OURS = (f"ours, all {len(COLUMNS)} columns", f"ours, the {len(FEW)} columns that the others are asked for")
"""The two that all are compared with."""

Seconds = Callable[[Sequence[Path]], float]


def make_captures(folder: Path) -> list[Path]:
    """The captures in `folder`, made by a run if it is not there."""
    if not folder.exists():
        unfinished = folder.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        subprocess.run([Checkout.here().programs / "manet", *RUN, f"--out={unfinished}"], check=True)
        unfinished.rename(folder)
    files = sorted(folder.glob("*.pcap"))
    if not files:
        raise UsageError(f"{folder}: no captures in it, expected *.pcap")
    return files


def readers(files: Sequence[Path]) -> dict[str, tuple[Seconds, Sequence[Path]]]:
    """By name: how a reader is timed, and on which files."""
    return {
        OURS[0]: (_timed(read_capture), files),
        "ours, all columns, by pieces": (_timed(lambda file: sum(1 for _ in read_batches(file))), files),
        OURS[1]: (_timed(lambda file: read_capture(file, FEW)), files),
        "`cat`, to nowhere": (_cat, files),
        "tshark `-T fields`": (_tshark, files[:2]),
        "dpkt": (_peer("dpkt"), files[:4]),
        "scapy": (_peer("scapy"), files[:1]),
    }


def take_turns(timed: Mapping[str, tuple[Seconds, Sequence[Path]]], rounds: int) -> dict[str, float]:
    """Least seconds by name."""
    least = dict.fromkeys(timed, float("inf"))
    for _ in range(rounds):
        for name, (seconds, files) in timed.items():
            least[name] = min(least[name], seconds(files))
    return least


def megabytes(files: Sequence[Path]) -> float:
    return sum(file.stat().st_size for file in files) / 1e6


def _timed(read: Callable[[Path], object]) -> Seconds:
    def seconds(files: Sequence[Path]) -> float:
        started = time.process_time()
        for file in files:
            read(file)
        return time.process_time() - started

    return seconds


def _cat(files: Sequence[Path]) -> float:
    return _run("cat", *map(str, files))


def _tshark(files: Sequence[Path]) -> float:
    """Without what it takes for a capture that has no record."""
    options = ["-T", "fields", *(word for field in FIELDS for word in ("-e", field))]
    with tempfile.NamedTemporaryFile() as empty:
        empty.write(files[0].read_bytes()[:24])
        empty.flush()
        start_up = min(_run("tshark", "-n", "-r", empty.name, *options) for _ in range(3))
    return sum(_run("tshark", "-n", "-r", str(file), *options) for file in files) - start_up * len(files)


def _run(*command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _peer(name: str) -> Seconds:
    """Its own word on how long it took. Raises UsageError if it does not find the records and datagrams that we do."""

    def seconds(files: Sequence[Path]) -> float:
        command: list[str | Path] = [peers_python(), Path(__file__).with_name("peer_readers.py"), name, *files]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        captures = [read_capture(file, ["udp_destination"]).columns["udp_destination"] for file in files]
        if said[1:] != [str(sum(map(len, captures))), str(sum(np.count_nonzero(ports) for ports in captures))]:
            raise UsageError(f"{name} found {said[1:]} records and datagrams in {files}, expected as many as we do")
        return float(said[0])

    return seconds


def by_spark(folder: Path, cores: int, rounds: int) -> dict[str, float]:
    """Least seconds of the data source's warm jobs over all captures."""
    with spark_session(f"local[{cores}]") as spark:
        register(spark)
        found = data_source.least(data_source.jobs(spark, str(folder)), rounds)
    plural = "s" if cores > 1 else ""
    return {f"Spark, {cores} core{plural}: {job}": seconds for job, seconds in found.items()}


def main(
    folder: Annotated[Path, typer.Option(help="Captures; made if it is not there.")] = Path("build/captures"),
    cores: Annotated[str, typer.Option(help="Spark's, several with commas; empty: without Spark.")] = "1,2,4",
    rounds: Annotated[int, typer.Option(min=1)] = 5,
) -> None:
    """Print a table: MB/s, records/s, and how many times the speed of each we have."""
    files = make_captures(folder)
    records = sum(
        len(read_capture(file, ["time_ns"]).columns["time_ns"]) for file in files
    )  # compiles; fills the cache
    total = megabytes(files)
    timed = readers(files)
    rates = {name: megabytes(timed[name][1]) / seconds for name, seconds in take_turns(timed, rounds).items()}
    for each in cores.split(",") if cores else ():
        rates |= {name: total / seconds for name, seconds in by_spark(folder.resolve(), int(each), rounds).items()}
    print(f"{len(files)} captures, {total:.0f} MB, {records:,} records.\n")
    print("\n".join(head("reader", "MB/s", "thousand records/s", *(f"{name}: times as fast" for name in OURS))))
    for name, rate in rates.items():
        times = [f"{rates[ours] / rate:.{0 if rates[ours] > 10 * rate else 2}f}" for ours in OURS]
        speed = f"{rate:.{1 if rate < 100 else 0}f} | {rate * records / total / 1000:.0f}"
        print(f"| {name} | {speed} | {' | '.join(times)} |")


if __name__ == "__main__":
    command_line.run(main)
