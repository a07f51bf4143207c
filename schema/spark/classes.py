"""Where the classes of Spark are kept that Java has read and verified once, and Java's options that use them.

Most of the processor time of a Spark start is Java reading some 10,000 classes from 280 archives. Java can keep them
in a file that it maps into memory instead ("class data sharing", JEP 350), which saves two fifths of that time.
schema/spark/keep_classes.py makes the file. Java ignores a file that does not fit its version or Spark's archives.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

QUIET = "-Xlog:disable -Xlog:all=error:stderr"
"""Java warns of each class that it cannot keep, and of a file that does not fit."""


def classes_file() -> Path:
    """The file for this Spark and this Java, which need not exist, in the environment of this interpreter."""
    home = os.environ.get("JAVA_HOME")
    java = Path(home, "bin", "java") if home else Path(shutil.which("java") or "java")
    try:
        status = java.stat()
        build = f"{java.resolve()} {status.st_size} {status.st_mtime_ns}"
    except OSError:  # Spark will report that there is no Java
        build = "none"
    name = hashlib.sha256(f"{version('pyspark')} {build}".encode()).hexdigest()[:12]
    return Path(sys.prefix) / f"spark-classes-{name}.jsa"


def java_options() -> str:
    """Java's options that map the classes, where the file exists; empty otherwise."""
    kept = classes_file()
    return f'"-XX:SharedArchiveFile={kept}" {QUIET}' if kept.is_file() else ""
