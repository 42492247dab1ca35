"""Transforms that look at what they cost, made to act whether it pays or not."""

from __future__ import annotations

import pytest

from woodstock.ground.transforms import demand, merge, split


def make_eager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "_WORTH_A_LOOK", 1.0)
    monkeypatch.setattr(split, "_GAIN", 1e-9)
    monkeypatch.setattr(merge, "_WORTH_A_LOOK", 0.0)
    monkeypatch.setattr(merge, "_GAIN", 1e-9)
    monkeypatch.setattr(demand, "_HEAVY", 0.5)
    monkeypatch.setattr(demand, "_COSTLY", 0.5)
    monkeypatch.setattr(demand, "_GAIN", 1e-9)
    monkeypatch.setattr(demand, "split", tuple)
    monkeypatch.setattr(demand, "_too_dear", lambda asking, plain: False)
