"""A Mosquitto broker on loopback, and its own programs as publishers and subscribers."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from waiting import PATIENCE_S, wait_until

HOST = "127.0.0.1"
READY, END = "control/ready", "control/end"
"""Topics of ours. A retained message on the first reaches each new subscriber as soon as it has subscribed; a message
on the second reaches it after all events that were published before."""


@dataclass(frozen=True)
class Server:
    """A running Mosquitto."""

    port: int

    def publish(self, topic: str, text: str, *options: str) -> None:
        """Publish, and wait until the server has acknowledged it."""
        words = ["mosquitto_pub", "-h", HOST, "-p", str(self.port), "-q", "1", "-t", topic, "-m", text, *options]
        subprocess.run(words, check=True, timeout=PATIENCE_S)

    @contextmanager
    def subscriber(self, output: Path, *filters: str) -> Iterator[None]:
        """Subscribe to `filters`; `output` gets a line `topic text` for each message while the context lasts."""
        options = [word for each in (*filters, READY, END) for word in ("-t", each)]
        words = ["stdbuf", "-oL", "mosquitto_sub", "-h", HOST, "-p", str(self.port), "-F", "%t %p", *options]
        with output.open("wb") as lines, subprocess.Popen(words, stdout=lines) as process:
            try:
                yield
            finally:
                process.terminate()


def messages(output: Path) -> list[tuple[str, str]]:
    """Topics and texts that a subscriber has got so far, without ours."""
    lines = [line.partition(" ") for line in output.read_text().splitlines()]
    return [(topic, text) for topic, _, text in lines if topic not in (READY, END)]


def wait_for(topic: str, *outputs: Path) -> None:
    """Return when each of these subscribers has a message on `topic`."""
    wait_until(lambda: all(f"{topic} " in output.read_text() for output in outputs), f"a message on {topic}")


@contextmanager
def serve() -> Iterator[Server]:
    """Start Mosquitto on a free port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        server = Server(probe.getsockname()[1])
    with subprocess.Popen(["mosquitto", "-p", str(server.port)], stderr=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: process.poll() is not None or _accepts(server.port), "Mosquitto accepts connections")
            assert process.poll() is None, "Mosquitto has ended"
            server.publish(READY, "yes", "-r")
            yield server
        finally:
            process.terminate()


def _accepts(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False
