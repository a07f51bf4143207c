"""The evaluation of many series in Spark's workers: settings, cache, progress, tables of errors and skill."""
