"""What all tests share."""

from __future__ import annotations

import signal

# A shell that runs the tests in the background has them ignore Ctrl-C, and every program they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)
