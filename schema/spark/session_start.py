"""The Spark session, with the settings that a laptop and a loopback cluster both need."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from schema.spark.classes import java_options

if TYPE_CHECKING:
    from pyspark import SparkConf
    from pyspark.sql import SparkSession

_ROOT = Path(__file__).resolve().parent.parent
"""The folder of the packages that a worker imports; the worker is started in another folder."""

_LOGGING = """\
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1}: %m%n
"""
_NO_SETTINGS = str(Path(sys.prefix) / "no-spark-settings")
"""A folder that is not there: a user's own settings of Spark do not change ours. It is part of Java's class path, and
the classes that schema.spark.classes keeps hold for one class path only."""
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For a short life: quick to start, and without threads beside Spark's own."""
LISTEN_S = 10.0
_jvms: list[subprocess.Popen[bytes]] = []
"""The JVM that this process has started, if any."""

_SQL = {
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}


@contextlib.contextmanager
def spark_session(master: str, settings: Mapping[str, str] | None = None) -> Iterator[SparkSession]:
    """A session on `master` (`local[*]`, `spark://host:port`), with `settings` of Spark besides ours, that is stopped
    at the end.

    Where Spark runs already in this process, in a notebook say, that one is used whatever `master` is and goes on
    running; the session has views and settings of its own. Raises ConnectionError where there is no Spark.
    """
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    with _killed_if_interrupted():
        if running is None:
            with _started(master, settings or {}) as spark:
                yield spark
            return
        spark = running.newSession()
        for key, value in _SQL.items():
            spark.conf.set(key, value)
        yield spark


@contextlib.contextmanager
def _started(master: str, settings: Mapping[str, str]) -> Iterator[SparkSession]:
    with tempfile.TemporaryDirectory() as folder:
        logging = Path(folder) / "log4j2.properties"
        logging.write_text(_LOGGING)
        os.environ["SPARK_CONF_DIR"] = _NO_SETTINGS
        here = _address_towards(_listening(master))
        os.environ.setdefault("SPARK_LOCAL_IP", here)
        os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
        from pyspark import SparkConf
        from pyspark.sql import SparkSession

        conf = SparkConf().setMaster(master).setAppName("adhoc-pubsub")
        for key, value in {
            "spark.executorEnv.PYTHONPATH": str(_ROOT),
            "spark.driver.extraJavaOptions": f"{JAVA_OPTIONS} {java_options()}",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.host": here,
            "spark.driver.bindAddress": here,
            **_SQL,
            "spark.driver.memory": "2g",
            "spark.sql.warehouse.dir": str(Path(folder) / "warehouse"),
            **settings,
        }.items():
            if key == "spark.driver.extraJavaOptions":
                value += f' "-Dlog4j2.configurationFile={logging.as_uri()}"'
            conf.set(key, value)
        try:
            _start(conf)
            spark = SparkSession.builder.getOrCreate()
        except Exception as error:  # whatever py4j makes of it
            raise ConnectionError(first_line(error)) from error
        try:
            yield spark
        except Exception:
            spark.stop()
            raise
        spark.stop()


def _start(conf: SparkConf) -> None:
    """Start a context in a JVM that a terminal's signals do not reach.

    Signals wait until that is done: before, PySpark gives no access to the JVM, and it installs a handler for SIGINT
    that calls the JVM.
    """
    from pyspark import SparkContext
    from pyspark.java_gateway import launch_gateway

    logging.getLogger().removeFilter(_not_from_py4j)
    with _signals_held():
        if SparkContext._gateway is None:
            gateway = launch_gateway(conf, {"start_new_session": True})  # type: ignore[no-untyped-call]
            _jvms.append(gateway.proc)
            SparkContext._ensure_initialized(gateway=gateway)
        SparkContext.getOrCreate(conf)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, lambda number, _: came.append(number)) for number in ending}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


@contextlib.contextmanager
def _killed_if_interrupted() -> Iterator[None]:
    """Kill the JVM on an interruption: a call that was cut off has no reply, so Spark cannot be stopped any more."""
    try:
        yield
    except Exception:
        raise
    except BaseException:
        from pyspark import SparkContext

        if _jvms:
            logging.getLogger().addFilter(_not_from_py4j)
            jvm = _jvms.pop()
            jvm.kill()
            jvm.wait()
            if SparkContext._active_spark_context is not None:
                SparkContext._active_spark_context._jsc = None
            SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None
        raise


def _not_from_py4j(record: logging.LogRecord) -> bool:
    """No traceback from a thread that waits for a reply: py4j has one that tells the JVM what Python has let go."""
    return "py4j" not in Path(record.pathname).parts


def _listening(master: str) -> str:
    """Return `master`. Raises ConnectionError where no process listens; Spark would retry for a minute."""
    if not master.startswith("spark://"):
        return master
    for address in master.removeprefix("spark://").split(","):
        host, _, port = address.rpartition(":")
        with contextlib.suppress(OSError, OverflowError), socket.create_connection((host, int(port)), LISTEN_S):
            return master
    raise ConnectionError("nothing listens")


def first_line(error: Exception) -> str:
    """Return the first line of a Java exception, without its stack trace."""
    said = str(getattr(error, "java_exception", None) or error) or type(error).__name__
    return said.splitlines()[0].rstrip(".")


def _address_towards(master: str) -> str:
    """Return this machine's address as the cluster at `master` sees it; the loopback address without a cluster."""
    cluster = re.match(r"spark://([^:,/]+):(\d+)", master)
    if cluster is None:
        return "127.0.0.1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # nothing is sent: the route is asked for
        try:
            probe.connect((cluster[1], int(cluster[2])))
        except OSError:
            return "127.0.0.1"  # Spark will say what is wrong with it
        return str(probe.getsockname()[0])
