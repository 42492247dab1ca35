"""Where a process of ours begins: it binds its life to the one that started it, then does what it is there for."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable

from woodstock.processes.channel import Channel

OUT_OF_MEMORY = 12
"""The exit code of a process that has no memory left to say so."""

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Run the function that the command line names, with our end of the channel."""
    entry, parent, memory, handle, *handles = sys.argv[1:]
    if not killed_with(int(parent)):
        threading.Thread(target=watch, args=(int(handle),), daemon=True).start()
    # Ctrl-C is for the one that started us, which ends its processes in an orderly way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if isinstance(sys.stdout, io.TextIOWrapper):  # what was printed is seen, even if we are killed
        sys.stdout.reconfigure(line_buffering=True)
    if int(memory):
        bound_memory(int(memory))
    try:
        _function(entry)(Channel(socket.socket(fileno=int(handle))), *map(int, handles))
    except (EOFError, ConnectionError):  # whoever started us has hung up; threads that work for it are left behind
        os._exit(0)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _function(entry: str) -> Callable[..., None]:
    """The function of an entry such as `package.module:function`.

    With a file instead of the module nothing of the package around it is loaded.
    """
    where, _, name = entry.rpartition(":")
    if where.endswith(".py"):
        spec = importlib.util.spec_from_file_location("entry", where)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(where)
    function: Callable[..., None] = getattr(module, name)
    return function


def killed_with(parent: int) -> bool:
    """Have the system kill this process when its parent ends, also while this one is suspended.

    Only Linux does that. It goes by the thread that started this process, see `starting`.
    """
    try:
        import ctypes

        if ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
            return False
    except (ImportError, OSError, AttributeError):
        return False
    if os.getppid() != parent:  # it ended before the system was told
        os._exit(0)
    return True


def watch(handle: int) -> None:
    """End as soon as the other end of the channel closes, for systems that do not end a process with its parent.

    A process that is suspended ends only when it is resumed, unless it has a process group of its own in its parent's
    session: POSIX ends a suspended group that is left alone.
    """
    poll = select.poll()
    poll.register(handle, getattr(select, "POLLRDHUP", select.POLLHUP))
    poll.poll()
    os._exit(0)


def bound_memory(memory: int, kind: str = "RLIMIT_AS") -> None:
    """From here on, asking for more memory than this fails; by default it is address space that is counted.

    Where the system has no such limit there is none.
    """
    try:
        import resource
    except ImportError:
        return
    limit = getattr(resource, kind)
    _, hard = resource.getrlimit(limit)
    allowed = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(limit, (allowed, hard))
