"""`python -m spark_analysis VERB …`: see spark_analysis.commands."""

from __future__ import annotations

import sys

from spark_analysis.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
