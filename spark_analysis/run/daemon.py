"""PySpark's daemon, with the analysis imported and compiled: its workers are forks of it, and need do neither."""

from __future__ import annotations

import numpy as np
from pyspark.daemon import manager

# A metric imports it late, which would cost each worker half a second.
import schema.similarity.topic_similarity  # noqa: F401
import spark_analysis.run.measurement  # noqa: F401
from spark_analysis.capture import read_capture
from spark_analysis.run.arrivals import Arrivals

_EMPTY = bytes.fromhex("4d3cb2a1020004000000000000000000ffff00007f000000")
"""A capture without a record, of radiotap."""

if __name__ == "__main__":
    read_capture(_EMPTY)
    nothing = (np.empty(0, np.uint32),) * 3
    Arrivals.of(*nothing).find(*nothing)
    manager()
