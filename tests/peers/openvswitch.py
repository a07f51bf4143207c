"""Open vSwitch without root and without installing: in userspace, with the dummy datapath.

`find_openvswitch()` takes an installed one, or downloads Debian's packages once and unpacks them into build/peers-ovs.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from pyharness.programs.checkout import Checkout

PACKAGES = ("openvswitch-common", "openvswitch-switch", "libxdp1", "libbpf1", "libunbound8")
ECHO_REQUEST, ECHO_REPLY, BARRIER_REPLY, HELLO, ERROR = 2, 3, 21, 0, 1
BARRIER_REQUEST = bytes([4, 20, 0, 8, 0xFF, 0xFF, 0xFF, 0xFF])
"""With a number that no message of a run has."""


class NoOpenVSwitch(Exception):
    """It is not here and cannot be had; the text says why."""


@dataclass(frozen=True)
class OpenVSwitch:
    """Where its programs are."""

    root: Path
    """Of the file system that the packages were unpacked into; / where it is installed."""

    def program(self, name: str) -> str:
        """Path of a program. Raises NoOpenVSwitch where it is missing."""
        for folder in ("usr/bin", "usr/sbin", "usr/lib/openvswitch-switch"):
            if (self.root / folder / name).is_file():
                return str(self.root / folder / name)
        raise NoOpenVSwitch(f"there is no {name} below {self.root}")

    @property
    def schema(self) -> Path:
        """Of its database."""
        return self.root / "usr/share/openvswitch/vswitch.ovsschema"


def find_openvswitch() -> OpenVSwitch:
    """The one that is installed, or a private copy. Raises NoOpenVSwitch where there is neither."""
    if shutil.which("ovs-vswitchd") and Path("/usr/share/openvswitch/vswitch.ovsschema").is_file():
        return OpenVSwitch(Path("/"))
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        raise NoOpenVSwitch("Open vSwitch is not installed, and there is no apt-get to download it with")
    folder = Checkout.here().root / "build" / "peers-ovs"
    folder.parent.mkdir(exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / "complete").is_file():
            _download(folder)
    return OpenVSwitch(folder / "root")


def _download(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    done = subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise NoOpenVSwitch(f"apt-get download of openvswitch-switch fails: {lines[-1]}")
    for package in sorted(folder.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)
    (folder / "complete").touch()


class Bridge:
    """A bridge of a running Open vSwitch, with the same port numbers as a switch of ours."""

    def __init__(self, running: RunningOpenVSwitch, name: str, ports: int) -> None:
        self.name = name
        self._running = running
        words = ["add-br", name, "--", "set", "bridge", name, "datapath-type=dummy", "fail-mode=secure"]
        words += ["protocols=OpenFlow13"]
        for port in range(1, ports + 1):
            device = f"{name}p{port}"
            words += ["--", "add-port", name, device]
            words += ["--", "set", "interface", device, "type=dummy", f"ofport_request={port}"]
        running.control(*words)
        shown = running.ask("dpif/show")
        found = re.findall(rf"^\s*{name}p\d+ (\d+)/(\d+):", shown, re.MULTILINE)
        self._ports = {int(datapath): int(port) for port, datapath in found}
        assert sorted(self._ports.values()) == list(range(1, ports + 1)), shown

    def replay(self, messages: list[bytes]) -> list[bytes]:
        """Send messages as a controller, wait until they are executed, and return the errors that came back."""
        errors = []
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(20)
            channel.connect(str(self._running.folder / f"{self.name}.mgmt"))
            channel.sendall(b"".join(messages) + BARRIER_REQUEST)
            for octets in _incoming(channel):
                if octets[1] == ERROR:
                    errors.append(octets)
                elif octets[1] == ECHO_REQUEST:
                    channel.sendall(bytes([4, ECHO_REPLY]) + octets[2:])
                elif octets[1] == BARRIER_REPLY and octets[4:8] == BARRIER_REQUEST[4:]:
                    return errors
        raise AssertionError("Open vSwitch has ended the connection")

    def flows(self) -> list[str]:
        """The flow table as it prints it."""
        management = f"unix:{self._running.folder / self.name}.mgmt"
        words = ("-O", "OpenFlow13", "--no-stats", "dump-flows", management)
        return [line.strip() for line in self._running.run("ovs-ofctl", *words).splitlines()]

    def ports_for(self, in_port: int, source: str, address: str) -> set[int]:
        """The ports by which an event leaves that comes in by a port."""
        packet = f"in_port={in_port},udp6,ipv6_src={source},ipv6_dst={address},nw_ttl=64,udp_dst=9999"
        traced = self._running.ask("ofproto/trace", self.name, packet)
        (actions,) = re.findall(r"^Datapath actions: (.*)$", traced, re.MULTILINE)
        while "(" in actions:
            actions = re.sub(r"\w+\([^()]*\)|\([^()]*\)", "", actions)
        return {self._ports[int(word)] for word in re.findall(r"\d+", actions)}


def _incoming(channel: socket.socket) -> Iterator[bytes]:
    """The messages that arrive until the other side hangs up."""
    pending = b""
    while received := channel.recv(65536):
        pending += received
        while len(pending) >= 8 and len(pending) >= (length := int.from_bytes(pending[2:4], "big")):
            yield pending[:length]
            pending = pending[length:]


class RunningOpenVSwitch:
    """Its database and daemon, with all their files in one folder."""

    def __init__(self, programs: OpenVSwitch, folder: Path) -> None:
        self.folder = folder
        self._programs = programs
        libraries = {str(path.parent) for path in programs.root.glob("usr/lib/*/*.so*")}
        self._environment = {
            **os.environ,
            **({"LD_LIBRARY_PATH": ":".join(sorted(libraries))} if programs.root != Path("/") else {}),
            **{f"OVS_{name}DIR": str(folder) for name in ("RUN", "LOG", "DB", "SYSCONF")},
        }

    def run(self, name: str, *words: str) -> str:
        """Execute a program. Raises CalledProcessError where it fails."""
        command = [self._programs.program(name), *words]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    def start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        """Start a daemon, which logs to a file."""
        log = f"--log-file={self.folder / name}.log"
        control = f"--unixctl={self.folder / name}.ctl"
        command = [self._programs.program(name), *words, log, control]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, env=self._environment, stdout=quiet, stderr=quiet)

    def control(self, *words: str) -> str:
        """ovs-vsctl, which waits until the daemon has done it."""
        return self.run("ovs-vsctl", f"--db=unix:{self.folder}/db.sock", "--timeout=30", *words)

    def ask(self, *words: str) -> str:
        """ovs-appctl."""
        return self.run("ovs-appctl", "--timeout=30", "-t", f"{self.folder}/ovs-vswitchd.ctl", *words)

    def bridge(self, name: str, ports: int) -> Bridge:
        """A new bridge with ports 1 to `ports`."""
        return Bridge(self, name, ports)


@contextmanager
def run_openvswitch(programs: OpenVSwitch, folder: Path) -> Iterator[RunningOpenVSwitch]:
    """Open vSwitch for the length of a `with` block. The folder's path must be short: it gets sockets."""
    running = RunningOpenVSwitch(programs, folder)
    running.run("ovsdb-tool", "create", f"{folder}/conf.db", str(programs.schema))
    database = running.start("ovsdb-server", f"{folder}/conf.db", f"--remote=punix:{folder}/db.sock")
    try:
        running.run("ovs-vsctl", f"--db=unix:{folder}/db.sock", "--timeout=30", "--no-wait", "--retry", "init")
        words = (f"unix:{folder}/db.sock", "--enable-dummy=override", "--disable-system")
        daemon = running.start("ovs-vswitchd", *words)
        try:
            yield running
        finally:
            daemon.terminate()
            daemon.wait(20)
    finally:
        database.terminate()
        database.wait(20)
