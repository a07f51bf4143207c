"""A Spark session that is interrupted ends at once and without a word."""

from __future__ import annotations

import subprocess
import sys

WAITING = """
import signal, threading, time
from contextlib import suppress
from schema.spark.session_start import _jvms, spark_session

def wait_for_a_reply(jvm):
    with suppress(Exception):
        jvm.java.lang.Thread.sleep(1)

with suppress(KeyboardInterrupt), spark_session("local[1]") as spark:
    _jvms[0].send_signal(signal.SIGSTOP)  # it does not read what comes, so that its end resets the connection
    waiting = threading.Thread(target=wait_for_a_reply, args=[spark._jvm])
    waiting.start()
    time.sleep(1)
    raise KeyboardInterrupt
waiting.join()
print("ended")
"""


def test_a_thread_that_waits_for_the_jvm_prints_no_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", WAITING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("ended\n", 0), done.stderr
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr, done.stderr
