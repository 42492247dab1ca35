"""Workers by Dask: a cluster inside this process unless an address names another one."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import math
import os
import queue
import signal
import socket
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError
from woodstock.experiments.section import REMEDY, ExperimentError
from woodstock.experiments.work import Batch, Done, Lost, work
from woodstock.referee.schedule import at_once

if TYPE_CHECKING:
    from distributed import Client, Future


_SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,  # a batch whose worker died comes back at once: we decide on it
    "distributed.worker.profile.enabled": False,  # a worker that looks at itself a hundred times a second disturbs
    "distributed.comm.retry.count": 3,
}

_GONE = "the connection to the Dask scheduler was lost; all finished tasks are stored: run the same command again"

_RECOUNT = 1.0
"""Seconds for which a count of workers holds: to ask the scheduler takes its time."""

_CONNECT = 30.0
"""Seconds that a scheduler has to answer."""


class DaskPool:
    """Workers of a Dask cluster. With an address the workers are those that are there, now and later; else there are
    `workers` processes on this machine, one thread each."""

    def __init__(self, address: str | None = None, workers: int | None = None, threads: int = 1) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise ExperimentError(f"experiments need dask.distributed: {REMEDY}") from error
        _quieten()
        dask.config.set(_SETTINGS)
        self._finished: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._under_way: dict[str, tuple[Future, Batch]] = {}
        self._failure: WoodstockError | None = None
        self._number = 0
        self._slots, self._counted = 0, -math.inf
        self._cluster = None
        if address is not None:
            _check_address(address)
        try:
            if address is None:
                with _out_of_reach():
                    self._cluster = LocalCluster(
                        n_workers=workers or at_once(threads),
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address="127.0.0.1:0",
                        memory_limit=0,
                        silence_logs=logging.CRITICAL,
                    )
            self._client: Client = Client(self._cluster or address, timeout=_CONNECT, set_as_default=False)
        except RuntimeError as error:
            raise ExperimentError(f"the workers could not be started: {error}") from error
        except (OSError, ValueError) as error:
            raise ExperimentError(f"no Dask scheduler answers at {address}: {error}") from error

    def slots(self) -> int:
        """How many batches can be worked on at once; it may change."""
        if time.monotonic() > self._counted + _RECOUNT:
            with _talking():
                self._slots = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return self._slots

    def describe(self) -> str:
        """Where the work is done, for the record of the run."""
        scheduler = "local" if self._cluster is not None else self._client.scheduler.address
        count = self.slots()
        return f"{scheduler}, {count} worker{'' if count == 1 else 's'}"

    def submit(self, batch: Batch) -> None:
        """Hand a batch out."""
        self._number += 1
        # A key of its own: a batch that is handed out again must not be taken for the one that was lost.
        with _talking():
            future = self._client.submit(work, batch, key=f"batch-{os.getpid()}-{self._number}", pure=False)
        self._under_way[future.key] = (future, batch)
        future.add_done_callback(self._finished.put)

    def finished(self, timeout: float) -> list[tuple[Batch, Done | Lost]]:
        """The batches that finish within that many seconds; returns at once if there are some. An error that prevents
        further work is raised after all finished batches have been returned."""
        if self._failure is not None:
            raise self._failure
        futures: list[Future] = []
        try:
            futures.append(self._finished.get(timeout=timeout))
            while True:
                futures.append(self._finished.get_nowait())
        except queue.Empty:
            pass
        return self._gathered([future for future in futures if future.key in self._under_way])

    def _gathered(self, futures: Sequence[Future]) -> list[tuple[Batch, Done | Lost]]:
        """All that is done is fetched at once, which costs little more than to fetch one."""
        done = {future.key: future for future in futures if future.status == "finished"}
        with _talking():
            results: dict[str, Done] = self._client.gather(done, errors="skip") if done else {}
        came: list[tuple[Batch, Done | Lost]] = []
        for future in futures:
            _, batch = self._under_way.pop(future.key)
            try:
                came.append((batch, results[future.key] if future.key in results else _lost(future)))
            except WoodstockError as error:
                self._failure = error
        return came

    def close(self) -> None:
        """Stop all work and disconnect from the cluster; a local one is shut down."""
        for future, _ in self._under_way.values():
            future.cancel()
        self._client.close(timeout=5)
        if self._cluster is not None:
            self._cluster.close(timeout=5)


def _check_address(address: str) -> None:
    """Raise `ExperimentError` if this is not an address, or nobody listens there. Dask would report that as well, but
    a client that was never connected waits for a minute before it lets the process end."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not host or not port.isdecimal():
        raise ExperimentError(f"{address!r} is not the address of a Dask scheduler: write tcp://host:port")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT).close()
    except (OSError, OverflowError) as error:
        raise ExperimentError(f"no Dask scheduler answers at {address}: {error}") from error


@contextmanager
def _out_of_reach() -> Iterator[None]:
    """Processes that are started in this block do not hear Ctrl-C: it is for this one to end them, without a word."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _lost(future: Future) -> Lost:
    """Why a batch did not come back; a fault of ours, or of the set-up, ends the run."""
    from distributed.scheduler import KilledWorker

    if future.status == "cancelled":
        raise ExperimentError(_GONE)
    if future.status != "error":  # it was done, but its worker died with the result; Dask may be at it again
        future.cancel()
        return Lost("its worker died")
    error: Any = future.exception()
    if isinstance(error, KilledWorker):
        return Lost("its worker died")
    if isinstance(error, WoodstockError):
        raise error
    raise ExperimentError(
        f"a worker cannot work: {type(error).__name__}: {error}; does it have the same version of woodstock?"
    ) from error


def _quieten() -> None:
    """Dask tells of every worker that comes and goes; what matters of it is told by the client of an experiment."""
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")


@contextmanager
def _talking() -> Iterator[None]:
    """Whatever Dask raises when nobody answers any more becomes one error that says what to do."""
    try:
        yield
    except (OSError, asyncio.CancelledError, concurrent.futures.CancelledError) as error:
        raise ExperimentError(_GONE) from error
