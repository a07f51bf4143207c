"""`python -m pyharness`."""

import sys

from pyharness.cli import main

sys.exit(main(sys.argv[1:]))
