"""The command line. `woodstock --help` lists the commands.

Modules here import what they need inside the commands, so that help and small commands start at once.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        from woodstock.cli.app import run
    except KeyboardInterrupt:  # Ctrl-C before there is anything to interrupt
        print("error: interrupted", file=sys.stderr)
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))
