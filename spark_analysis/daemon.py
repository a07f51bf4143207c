"""PySpark's daemon, with the analysis imported already: its workers are forks and need not import it each."""

from pyspark.daemon import manager

import spark_analysis.measurement  # noqa: F401

if __name__ == "__main__":
    manager()
