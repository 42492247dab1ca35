"""Networks of games: built, preprocessed, and kept on disk beside the circuit, so that they are built only once."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from woodstock.engine import cache as disk
from woodstock.engine.digests import sources_digest
from woodstock.engine.game_network import GameNetwork
from woodstock.engine.reached import reached
from woodstock.network.encoding import ENCODINGS, MutexGroups, Stage, compact
from woodstock.network.encoding.stored import packed, unpacked
from woodstock.network.errors import NetworkError
from woodstock.solver import preprocessed as preprocess

if TYPE_CHECKING:
    from woodstock.engine.game import Game

ENCODER = ("network", "solver", "engine/networks.py", "engine/game_network.py", "engine/reached.py")
"""The sources that, together with the compiled game, determine a network. No version of the core's solver removes a
value that a solution has."""

_LARGEST = 256 << 20
"""Bytes of the largest network that is kept."""


def stage_of(game: Game, encoding: str, *, preprocessed: bool) -> GameNetwork:
    """The network of a game, from disk if it is there."""
    data = kept(game, encoding, preprocessed=preprocessed)
    if data is not None and (stage := restored(game, encoding, data)):
        return stage
    begun = time.perf_counter()
    if preprocessed:
        built = game.network(encoding)
        network, reports = preprocess(built.acting)  # players get percepts from the machine
        seconds = built.seconds + time.perf_counter() - begun
        unseen: tuple[dict[str, str], ...] = tuple({} for _ in built.sees)
        stage = replace(built, network=network, acting=network, sees=unseen, reports=reports, seconds=seconds)
    else:
        built = GameNetwork.of(_encoded(game, encoding))
        stage = replace(built, seconds=time.perf_counter() - begun)
    _keep(game, stage, preprocessed=preprocessed)
    return stage


def kept(game: Game, encoding: str, *, preprocessed: bool) -> bytes | None:
    """The stored network, if the game may be kept on disk."""
    return disk.kept(_name(game, encoding, preprocessed=preprocessed)) if game.kept else None


def restored(game: Game, encoding: str, data: bytes) -> GameNetwork | None:
    """The network from these bytes; `None` if they do not hold one."""
    stage = unpacked(data, lambda proved: partial(_encoded, game, encoding, proved))
    return GameNetwork.of(stage) if stage else None


def _encoded(game: Game, encoding: str, proved: MutexGroups | None = None, *, absorbing: bool = False) -> Stage:
    if encoding != "compact":
        return ENCODINGS[encoding](game.program, absorbing=absorbing)
    states = () if proved else reached(game.machine())
    return compact(game.program, proved=proved, reached=states, absorbing=absorbing)


def _keep(game: Game, stage: Stage, *, preprocessed: bool) -> None:
    """Keep a network, unless another attempt may improve it, or it has percepts, in which case players do not solve
    it."""
    if not game.kept or not stage.proof_finished or any(stage.sees):
        return
    try:
        data = packed(stage)
    except NetworkError:
        return
    if len(data) <= _LARGEST:
        disk.keep(_name(game, stage.encoding, preprocessed=preprocessed), data)


def _name(game: Game, encoding: str, *, preprocessed: bool) -> str:
    kind = f"{encoding}-preprocessed" if preprocessed else encoding
    return f"{disk.key(game.source)}.{kind}.{sources_digest(*ENCODER)[:16]}.network"
