"""Arguments for calls into the core: most fit, some nearly fit, and some are as nasty as their type allows."""

from __future__ import annotations

import math
import queue
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fuzzing.signatures import Call, Stub
from fuzzing.subjects import Subject
from woodstock import core

WHOLE = (0, 0, 0, 1, 1, 2, 3, 5, 17, 64, 255, 1024, 10**5)
NASTY = (-1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, -(2**63))
REALS = (0.0, 0.5, 1.0, -1.0, 1e-300, 1e300, math.inf, -math.inf, math.nan)
TEXTS = ("", "mac", "none", "x" * 3000, "\0", "\N{SNOWMAN}", "\ud800")
NUMBERS: dict[str, Any] = {
    "uint64": np.uint64,
    "uint32": np.uint32,
    "uint8": np.uint8,
    "int64": np.int64,
    "int32": np.int32,
}
TIMEOUT = 0.03  # seconds after which the stop flag is raised for whoever heeds nothing else


class Arguments:
    """Makes arguments for calls on one subject, and now and then on a stranger to it."""

    def __init__(self, stub: Stub, subjects: Sequence[Subject], chance: random.Random) -> None:
        self._stub = stub
        self._subjects = subjects
        self._chance = chance
        self._watchdog = Watchdog()

    def of(self, call: Call, subject: Subject) -> list[Any]:
        """A value for each parameter."""
        own = self._nearby(subject)
        return [self._value(call, name, kind, own) for name, kind in call.parameters]

    def object_of(self, owner: str, subject: Subject) -> Any | None:
        """An object of this class, if there is one."""
        for place in (self._nearby(subject), subject, *self._subjects):
            found = [one for name, kept in place.objects.items() if self._stub.is_a(name, owner) for one in kept]
            if found:
                return self._chance.choice(found)
        return None

    def _nearby(self, subject: Subject) -> Subject:
        return subject if self._chance.random() < 0.9 else self._chance.choice(self._subjects)

    def _value(self, call: Call, name: str, kind: str, subject: Subject) -> Any:
        if self._chance.random() < 0.01:
            return self._chance.choice([None, -1, "x", b"", [], {}, object(), [[]], 1.5, np.zeros((2, 2)), [None]])
        if kind == "Stop":
            return self._watchdog.stop()
        if name == "settings" and kind.startswith("Mapping"):
            return self._settings(call, subject)
        if self._chance.random() < 0.75:
            samples = subject.samples.get(name) or [
                one for other in self._subjects for one in other.samples.get(name, ())
            ]
            if samples:
                fitting = self._chance.choice(samples)
                return fitting if self._chance.random() < 0.7 else self._spoilt(fitting)
        return self._typed(kind, subject)

    def _typed(self, kind: str, subject: Subject) -> Any:
        options = [one.strip() for one in _split(kind, "|")]
        kind = self._chance.choice(options)
        if kind in self._stub.bases:
            return self.object_of(kind, subject)
        if "NDArray" in kind:
            return self._array(kind)
        inner = kind[kind.index("[") + 1 : -1] if "[" in kind else ""
        if kind.startswith(("Sequence", "list")):
            return [self._typed(inner, subject) for _ in range(self._chance.choice([0, 1, 2, 3, 8]))]
        if kind.startswith("tuple"):
            return tuple(self._typed(one.strip(), subject) for one in _split(inner, ","))
        if kind.startswith(("dict", "Mapping")):
            return {self._chance.choice(TEXTS[:4]): self._whole()}
        makers: dict[str, Callable[[], Any]] = {
            "int": self._whole,
            "bool": lambda: self._chance.random() < 0.5,
            "float": lambda: self._chance.choice([*REALS, 0.001, 0.01]),
            "str": lambda: self._chance.choice(TEXTS),
            "bytes": lambda: self._chance.randbytes(self._chance.choice([0, 1, 8, 8, 16, 24, 1000])),
            "None": lambda: None,
        }
        if kind.startswith("Callable"):
            return self._answer
        return makers.get(kind, lambda: None)()

    def _answer(self, *_: object) -> bool:
        """A callback that now and then gives up."""
        if self._chance.random() < 0.1:
            raise ArithmeticError
        return self._chance.random() < 0.5

    def _whole(self) -> int:
        return self._chance.choice(WHOLE if self._chance.random() < 0.85 else NASTY)

    def _array(self, kind: str) -> Any:
        for name, number in NUMBERS.items():
            if name in kind:
                info = np.iinfo(number)
                values = [min(max(self._whole(), int(info.min)), int(info.max)) for _ in range(self._length())]
                return np.array(values, dtype=number)
        real = np.float32 if "float32" in kind else np.float64
        with np.errstate(over="ignore"):
            return np.array([self._chance.choice(REALS) for _ in range(self._length())], dtype=real)

    def _length(self) -> int:
        return self._chance.choice([0, 1, 1, 2, 3, 4, 6, 9])

    def _settings(self, call: Call, subject: Subject) -> dict[str, Any]:
        """Settings as the class declares them, some at the ends of their ranges and beyond."""
        if call.name == "qcsp_player":
            rows = self._chance.choice(core.qcsp_player_kinds())[2]
        elif (owner := {"make_cfr": "Cfr"}.get(call.name, call.owner)) and hasattr(getattr(core, owner), "settings"):
            rows = getattr(core, owner).settings()
        else:
            return self._typed("Mapping[str, int]", subject)  # type: ignore[no-any-return]
        out = {}
        some = self._chance.sample(rows, min(self._chance.randint(0, 3), len(rows)))
        for name, kind, _, standard, low, high, choices in some:
            usual = [standard, low, high, *choices, {"flag": True, "whole": 7, "real": 0.3}.get(kind, "x")]
            odd = [*NASTY, *REALS, None, "x", True]
            out[name] = self._chance.choice(odd if self._chance.random() < 0.2 else usual)
        return out

    def _spoilt(self, value: Any) -> Any:
        """Nearly the same."""
        if isinstance(value, bool) or not isinstance(value, (int, bytes, list, tuple, dict, np.ndarray)):
            return value
        if isinstance(value, int):
            return self._chance.choice([value + 1, value - 1, -value, *NASTY])
        if isinstance(value, dict):
            changed = self._chance.choice(list(value))
            return {**value, changed: self._spoilt(value[changed])}
        if isinstance(value, np.ndarray):
            return self._spoilt_array(value)
        return self._spoilt_sequence(value)

    def _spoilt_array(self, value: Any) -> Any:
        out = value.copy()
        way = self._chance.randrange(4)
        if way == 0 or not out.size:
            return out[: max(len(out) - self._chance.randint(0, 2), 0)]
        if way == 1:
            return np.concatenate([out, out[: self._chance.randint(1, len(out))]])
        for _ in range(self._chance.choice([1, 1, 5])):
            at = self._chance.randrange(out.size)
            info = np.iinfo(out.dtype) if out.dtype.kind in "iu" else None
            number = self._chance.choice([int(out.flat[at]) + 1, self._whole()]) if info else 0
            out.flat[at] = min(max(number, int(info.min)), int(info.max)) if info else self._chance.choice(REALS)
        return out

    def _spoilt_sequence(self, value: Any) -> Any:
        items = list(value)
        way = self._chance.randrange(3)
        if way == 0 and items:
            items = items[: self._chance.randrange(len(items))]
        elif way == 1 or not items:
            items += items[:1] or [0] * self._chance.choice([1, 8])
        else:
            at = self._chance.randrange(len(items))
            items[at] = self._chance.randrange(256) if isinstance(value, bytes) else self._spoilt(items[at])
        return bytes(items) if isinstance(value, bytes) else items


def _split(text: str, mark: str) -> list[str]:
    """The parts of an annotation, but not those of what stands in its brackets."""
    out, depth = [""], 0
    for letter in text:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter == mark and depth == 0:
            out.append("")
        else:
            out[-1] += letter
    return out


class Watchdog:
    """Raises stop flags soon after they were made: no call is to last. One thread does it for all of them."""

    def __init__(self) -> None:
        self._flags: queue.SimpleQueue[tuple[float, core.Stop]] = queue.SimpleQueue()
        threading.Thread(target=self._watch, daemon=True).start()

    def stop(self) -> core.Stop:
        """A flag that will be raised."""
        flag = core.Stop()
        self._flags.put((time.monotonic() + TIMEOUT, flag))
        return flag

    def _watch(self) -> None:
        while True:
            due, flag = self._flags.get()
            time.sleep(max(due - time.monotonic(), 0.0))
            flag.raise_()
