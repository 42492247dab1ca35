"""The command line. `woodstock --help` lists the commands.

Modules here import what they need inside the commands, so that help and small commands start at once.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    from woodstock.cli.app import run

    sys.exit(run(sys.argv[1:]))
