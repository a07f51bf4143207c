"""What pyharness, spark_analysis and the C++ modules share: messages, trace tables, manifests, captures."""
