"""What pyharness, spark_analysis and the C++ modules share: messages, trace tables, manifests, captures."""

import os

# One thread of linear algebra for each process: sums of several have another order on a machine with other cores, and
# with matrices as small as ours they mostly wait for each other. It holds where numpy is not imported yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
