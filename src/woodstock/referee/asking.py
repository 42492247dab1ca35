"""Asking the players of a match: remote ones all at once, local ones one after the other."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from woodstock.referee.seated import Halted, Seated

T = TypeVar("T")


Answered: TypeAlias = tuple[T, float]
"""What a player answered and the seconds that it took."""


def ask_all(
    seated: Mapping[int, Seated], question: Callable[[int], T], halt: threading.Event
) -> dict[int, Answered[T]]:
    """The answer of each role to a question, which is put to it by its number.

    Players elsewhere have machines of their own: they are asked first, in a thread each, and think at the same time.
    The others share this machine, and each has it to itself. What a question raises is raised here.
    """
    elsewhere = [role for role, player in seated.items() if player.elsewhere]
    results: queue.SimpleQueue[tuple[int, Answered[T] | BaseException]] = queue.SimpleQueue()
    for role in elsewhere:
        threading.Thread(target=_ask, args=(question, role, results), name="woodstock-elsewhere", daemon=True).start()
    answers: dict[int, Answered[T]] = {}
    for role in [role for role in seated if role not in elsewhere]:
        if halt.is_set():
            raise Halted
        answers[role] = _answered(question, role)
    for _ in elsewhere:
        role, result = results.get()
        if isinstance(result, BaseException):
            raise result
        answers[role] = result
    return {role: answers[role] for role in seated}


def _answered(question: Callable[[int], T], role: int) -> Answered[T]:
    begun = time.perf_counter()
    return question(role), time.perf_counter() - begun


def _ask(
    question: Callable[[int], T], role: int, results: queue.SimpleQueue[tuple[int, Answered[T] | BaseException]]
) -> None:
    try:
        results.put((role, _answered(question, role)))
    except BaseException as error:  # noqa: BLE001 (raised again by the thread that waits for it)
        results.put((role, error))
