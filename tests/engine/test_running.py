"""Long calls into the core can be interrupted, and hand on what goes wrong in them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

from woodstock.core import Stop
from woodstock.core.running import interruptible


def test_the_result_and_the_flag() -> None:
    stop = Stop()
    assert not stop.raised
    assert interruptible(lambda flag: flag is stop and not flag.raised, stop)
    assert stop.raised


def test_errors_pass_through() -> None:
    def fail(_: Stop) -> int:
        raise LookupError("of a kind")

    stop = Stop()
    with pytest.raises(LookupError, match="of a kind"):
        interruptible(fail, stop)
    assert stop.raised


def test_the_call_runs_beside_its_caller() -> None:
    assert interruptible(lambda _: threading.current_thread(), Stop()) is not threading.current_thread()


def test_threads_are_used_again_but_not_by_two_at_once() -> None:
    """What the system counts for a thread then covers all calls (`experiments.work`)."""

    def mine(_: Stop) -> threading.Thread:
        return threading.current_thread()

    first = interruptible(mine, Stop())
    assert interruptible(mine, Stop()) is first
    outer, inner = interruptible(lambda flag: (mine(flag), interruptible(mine, Stop())), Stop())
    assert inner is not outer


CALLS = {
    "playouts": "machine.playouts(10**12)",
    "playouts of a game that is over": "machine.playouts(10**15, start=end)",
    "perft": "machine.perft(20)",
    "interpreter playouts": "slow.playouts(10**12)",
    "interpreter perft": "slow.perft(20)",
}

SCRIPT = """
import woodstock as ws
game = ws.load("connect_four")
machine, slow = game.machine(), ws.InterpreterMachine(game.rules)
end = machine.initial()
while not machine.terminal(end):
    end = machine.next(end, [moves[0] for moves in machine.legal(end)])
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("came to an end", flush=True)
"""


@pytest.mark.clock
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_interrupt_ends_the_call(call: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", SCRIPT.format(call=call)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        assert child.poll() is None
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
        assert out == "interrupted\n"
        assert time.monotonic() - begun < 5
    finally:
        child.kill()
