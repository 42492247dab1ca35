"""The process that looks for symmetries may fail in any way: then there are none, and nobody hears of it."""

from __future__ import annotations

import time

import pytest

import woodstock as ws
from woodstock.processes.process import Process
from woodstock.symmetry import Detection


class Broken:
    """A process whose channel is closed, as it may be when Ctrl-C comes in between."""

    def __init__(self, failure: Exception) -> None:
        self.channel = self
        self._failure = failure

    def flush(self, deadline: float) -> bool:
        raise self._failure

    def end(self) -> None:
        pass


@pytest.mark.parametrize("failure", [EOFError(), OSError(), ValueError("I/O operation on closed file")], ids=repr)
def test_a_channel_that_is_closed(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Detection, "_at_work", lambda self: Broken(failure))
    with Detection(ws.load("tic_tac_toe", cache=False), task="survey") as detection:
        assert detection.wait(time.monotonic() + 60) == []
        assert detection.finished


def test_a_process_that_is_ended_meanwhile() -> None:
    with Detection(ws.load("tic_tac_toe", cache=False), task="survey") as detection:
        child = detection._at_work()
        assert isinstance(child, Process)
        child.end()
        assert detection.wait(time.monotonic() + 60) == []
        assert detection.finished
