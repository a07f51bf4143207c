"""`python -m pyharness`."""

import sys

try:
    from pyharness.command_line import main

    status = main(sys.argv[1:])
except KeyboardInterrupt:  # so early that nothing had begun
    print("ended.", file=sys.stderr)
    status = 130
sys.exit(status)
