"""What pyharness, spark_analysis and the C++ models agree on: wire headers, trace tables, run folders."""
