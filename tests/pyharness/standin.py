"""A scenario program for the tests of what real ones seldom do: crash, hang, write half a table, talk nonsense.

It honours docs/run-contract.md with the standard library alone. `EMPTY` (argument 1) is a folder of empty trace tables.
"""

import argparse
import ctypes
import json
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any

PROTOCOLS = ["sp-nhop", "topsim"]
FAULTS = ["none", "crash", "say", "hang", "garbage", "cut", "absent", "usage", "mute"]


def parameter(
    name: str,
    kind: str,
    default: object,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: list[str] | None = None,
    unit: str | None = None,
) -> dict[str, Any]:
    return {
        "name": name, "type": kind, "default": default, "minimum": minimum, "maximum": maximum,
        "choices": choices, "unit": unit, "help": "",
    }  # fmt: skip


DESCRIPTION: dict[str, Any] = {
    "program": "standin",
    "build": os.environ.get("STANDIN_BUILD", "release"),
    "check": "STANDIN_CHECK" in os.environ,
    **({"kind": os.environ["STANDIN_KIND"]} if "STANDIN_KIND" in os.environ else {}),
    "summary": "Stands in for a scenario.",
    "parameters": [
        parameter("nodes", "int", 5, 1, 1000, unit="nodes"),
        parameter("protocol", "str", "topsim", choices=PROTOCOLS)
        | {"labels": {"topsim": "TopSim"}, "bounds": ["sp-nhop"]},
        parameter("speed", "float", 1.0, 0.0, None, unit="m/s"),
        parameter("fading", "bool", False),
        parameter("label", "str", ""),
        parameter("mobility_file", "str", "", unit="file"),
        parameter("seconds", "float", 0.0, 0.0),
        parameter("fault", "str", "none", choices=FAULTS),
        parameter("faulty_run", "int", 0, 0),
        parameter("megabytes", "int", 0, 0),
    ],
    "attributes": [{"name": "ns3::ShopParent::BeaconPeriod", "default": "+2e+09ns", "help": ""}],
}


def main() -> int:
    empty, arguments = Path(sys.argv[1]), sys.argv[2:]
    if "PUBSUB_DIE_WITH_PARENT" in os.environ:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if "--describe" in arguments:
        print(json.dumps(DESCRIPTION))
        return 0
    parser = argparse.ArgumentParser()
    for each in DESCRIPTION["parameters"]:
        parser.add_argument(f"--{each['name']}", default=str(each["default"]))
    parser.add_argument("--ns3::ShopParent::BeaconPeriod")
    parser.add_argument("--RngRun", default="1")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--check", action="store_true")
    return simulate(parser.parse_args(arguments), arguments, empty)


def simulate(given: argparse.Namespace, arguments: list[str], empty: Path) -> int:
    if Path("executions").exists():
        with Path("executions").open("a") as told:
            told.write(f"{given.label} {given.protocol} {given.RngRun}\n")
    decides = " ".join(argument for argument in arguments if not argument.startswith("--out="))
    ballast = b"x" * (int(given.megabytes) << 20)
    print(f"{len(ballast)} bytes held")
    time.sleep(0 if given.check else float(given.seconds))
    faulty = given.faulty_run in ("0", given.RngRun)
    fault = given.fault if faulty and not Path("mended").exists() else "none"
    if fault == "usage":
        print("standin: nodes and speed do not go together", file=sys.stderr)
        return 2
    if given.check:
        return 0
    given.out.mkdir(parents=True, exist_ok=True)
    for table in empty.iterdir():
        if not (fault == "absent" and table.stem == "due"):
            shutil.copyfile(table, given.out / table.name)
    (given.out / "radio-0.pcap").write_bytes(decides.encode())
    return misbehave(fault, given.out)


def misbehave(fault: str, out: Path) -> int:
    sys.stdout.flush()  # a killed Python loses what it has not flushed, if its output is buffered at all
    if fault == "crash":
        os.abort()
    if fault == "say":
        print("the radio\ncaught fire", file=sys.stderr)
        return 3
    if fault == "mute":
        return 4
    if fault == "hang":
        time.sleep(3600)
    if fault == "garbage":
        sys.stdout.buffer.write(bytes(range(256)) * 1000)
        return 5
    if fault == "cut":
        cut = (out / "parents.trace").read_bytes()[:-3]
        (out / "parents.trace").write_bytes(cut)
    return 0


if __name__ == "__main__":
    sys.exit(main())
