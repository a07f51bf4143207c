"""`./waf python -m spark_analysis.cluster.package OUT.zip`: what a cluster's workers need of this checkout, in a file.

The libraries of requirements.txt are not in it: they are compiled, and have to be where the workers' Python finds them.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
from pathlib import Path

from schema.analysis_sources import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Of every file in it: the same checkout gives the same bytes."""


def write_package(out: Path) -> int:
    """Write the archive and return the number of files in it. Raises OSError."""
    files = sorted(
        file
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    )
    unfinished = out.with_name(f".{out.name}.part")
    with zipfile.ZipFile(unfinished, "w") as archive:
        for file in files:
            entry = zipfile.ZipInfo(str(file.relative_to(ROOT)), _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    unfinished.replace(out)
    return len(files)


def main() -> int:
    """Write the archive and print its name and number of files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT.zip")
    out = parser.parse_args().out
    try:
        count = write_package(out)
    except OSError as error:
        print(f"{out}: cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{out}: {count} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
