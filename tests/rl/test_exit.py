"""What Python says of our objects when it ends: nothing, unless somebody has lost one."""

from __future__ import annotations

import subprocess
import sys

import pytest

USED = """
import woodstock as ws
position = ws.load("tic_tac_toe").start()
position.play("(mark 2 2)").observation()
env = ws.VectorEnv("tic_tac_toe", 8)
env.reset()
env.step(env.sample())
kept = ws.match("tic_tac_toe", "random", "uct:playouts=20"), ws.analyse(position, "legal")
solved = ws.load("nim").network().solve()
"""
LOST = """
import ctypes
import woodstock as ws
ctypes.pythonapi.Py_IncRef(ctypes.py_object(ws.load("tic_tac_toe").machine().core))
"""
THREAD = """
import threading, time
import woodstock as ws
def wait(machine):
    time.sleep(1000)
threading.Thread(target=wait, args=[ws.load("tic_tac_toe").machine()], daemon=True).start()
"""
REGISTERED = """
import pyspiel
import woodstock.rl.open_spiel
state = pyspiel.load_game("woodstock(game=tic_tac_toe)").new_initial_state().child(4)
"""


@pytest.mark.parametrize(("code", "warned"), [(USED, False), (LOST, True), (THREAD, False), (REGISTERED, False)])
def test_leaks_are_told_but_for_what_others_hold(code: str, warned: bool) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert ("nanobind: leaked" in done.stderr) == warned, done.stderr
    assert warned or not done.stderr
