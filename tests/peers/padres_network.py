"""PADRES from a checkout of its own: compiled into a folder, run by our program in tests/peers/padres."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from routing_plans import Plan, Step
from waiting import PATIENCE_S

HERE = Path(__file__).parent
HOME = "PADRES_HOME"
"""The variable that names a checkout. PADRES reads it, too, for its sample configuration."""
SOURCE_PATH = Path("src", "main", "java")
ROOTS = ("broker/brokercore/BrokerCore.java", "client/Client.java")
"""What we compile; the compiler finds the rest."""
JARS = ("log4j-*.jar", "commons-*.jar", "zookeeper*.jar", "curator*.jar", "slf4j-api*.jar")
"""Of pyspark, which has the libraries that PADRES needs."""


@dataclass(frozen=True)
class Arrived:
    """A message that a broker has received from another one, or a client from its broker."""

    kind: str
    sender: str
    receiver: str
    name: str
    """Of the step that it is about; of PADRES's own messages the class."""


def find_jdk() -> Path | None:
    """The folder of `java` and `javac`; None where there is no compiler."""
    javac = shutil.which("javac", path=Path(os.environ.get("JAVA_HOME", "/usr"), "bin")) or shutil.which("javac")
    return Path(javac).parent if javac else None


def missing() -> str:
    """A sentence on what is missing; empty where PADRES can be compiled."""
    if HOME not in os.environ:
        return f"{HOME} names no checkout of PADRES (docs/overlays.md)"
    if not all(source.is_file() for source in _roots(Path(os.environ[HOME]))):
        return f"{HOME}={os.environ[HOME]} is no checkout of PADRES"
    return "" if find_jdk() else "needs javac (Debian: openjdk-17-jdk-headless)"


def _jars_of_pyspark() -> Path:
    found = importlib.util.find_spec("pyspark")
    assert found and found.origin
    return Path(found.origin).with_name("jars")


def _roots(home: Path) -> list[Path]:
    return [home / SOURCE_PATH / "ca" / "utoronto" / "msrg" / "padres" / source for source in ROOTS]


class Padres:
    """PADRES, compiled."""

    def __init__(self, folder: Path) -> None:
        """Compile the checkout and our program into `folder`."""
        jdk = find_jdk()
        assert jdk
        self._home, self._folder, self._jdk = Path(os.environ[HOME]).resolve(), folder, jdk
        jars = [jar for pattern in JARS for jar in _jars_of_pyspark().glob(pattern)]
        self._path = os.pathsep.join(map(str, [folder, *sorted(jars), *sorted(self._home.glob("lib/*.jar"))]))
        source_path = str(self._home / SOURCE_PATH)
        self._compile("-encoding", "ISO-8859-1", "-sourcepath", source_path, *map(str, _roots(self._home)))
        self._compile(*map(str, sorted((HERE / "padres").glob("*.java"))))

    def _compile(self, *words: str) -> None:
        command = [str(self._jdk / "javac"), "-nowarn", "-d", str(self._folder), "-cp", self._path, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=10 * PATIENCE_S)
        assert done.returncode == 0, done.stderr

    def run(self, plan: Plan, covering: str, folder: Path) -> list[Arrived]:
        """Carry `plan` out with the covering OFF, LAZY or ACTIVE; return what arrived, in order."""
        file = folder / "padres.txt"
        file.write_text("".join("\t".join(words) + "\n" for words in _lines(plan)))
        options = ["-Djava.awt.headless=true", f"-Duser.home={folder}", "-cp", self._path]
        done = subprocess.run(
            [str(self._jdk / "java"), *options, "PadresNetwork", covering, str(folder / "logs"), str(file)],
            capture_output=True,
            text=True,
            timeout=10 * PATIENCE_S,
            env={**os.environ, HOME: str(self._home)},
        )
        assert done.returncode == 0, done.stderr
        return [Arrived(*line.split("\t")) for line in done.stdout.splitlines()]


def _lines(plan: Plan) -> list[list[str]]:
    earlier = {a: b for a, b in plan.links}
    brokers = [["broker", str(earlier.get(number, -1))] for number in range(plan.brokers)]
    return brokers + [
        [step.verb, str(plan.clients[step.client]), step.client, step.name, _text(step)] for step in plan.steps
    ]


def _text(step: Step) -> str:
    """The filter or the publication as PADRES writes it."""
    if step.verb == "publish":
        return ",".join([f"[class,'{step.topic}']", *(f"[{name},'{value}']" for name, value in step.values.items())])
    predicates = (
        f"[{name},isPresent,'any']" if value is None else f"[{name},eq,'{value}']"
        for name, value in step.values.items()
    )
    return ",".join([f"[class,eq,'{step.topic}']", *predicates])
