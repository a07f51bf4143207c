"""Starts one command and says what it took; runs alone under `python -I -S`, see benchmarks.rivals.

    launch.py '{"LD_PRELOAD": "libtcmalloc_minimal.so.4"}' COMMAND ARGUMENT…

Linux counts the moment before exec, when a child is still its parent's copy, into the child's peak memory. So the
parent has to be smaller than what it measures, and this is the smallest Python there is.
"""

import json
import os
import sys
import time

started = time.perf_counter()
child = os.posix_spawn(sys.argv[2], sys.argv[2:], {**os.environ, **json.loads(sys.argv[1])})
_, status, usage = os.wait4(child, 0)
taken = {
    "real_s": time.perf_counter() - started,
    "processor_s": usage.ru_utime + usage.ru_stime,
    "peak_bytes": usage.ru_maxrss * 1024,
}
print(json.dumps(taken), file=sys.stderr)
sys.exit(min(os.waitstatus_to_exitcode(status) % 256, 255))
