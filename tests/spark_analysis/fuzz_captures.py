"""The capture reader under atheris, a coverage-guided fuzzer: `fuzz_captures.py CORPUS [libFuzzer's options]`.

With NUMBA_DISABLE_JIT=1 the kernels are the Python that they are written in, and atheris sees every branch of them.
It is benchmarks.peers' interpreter that has atheris; test_broken_captures.py runs this.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["spark_analysis.capture"]):
    from record_accounting import check_accounting

    import spark_analysis.capture.scan  # noqa: F401


def one_input(data: bytes) -> None:
    check_accounting(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
