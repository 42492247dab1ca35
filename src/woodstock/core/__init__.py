"""The compiled core. Only this package imports the extension module; everyone else imports from here."""

import atexit
import threading

from woodstock.core._core import *  # noqa: F403 (all of it)
from woodstock.core._core import set_leak_warnings


def held_elsewhere() -> None:
    """Another library holds objects of the core until Python ends: nanobind need not call them leaked."""
    set_leak_warnings(False)


@atexit.register
def _held_by_threads() -> None:
    """Nor what a thread has in hand that nobody waited for."""
    if any(thread.daemon for thread in threading.enumerate()):
        held_elsewhere()
