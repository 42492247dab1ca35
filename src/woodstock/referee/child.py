"""The process of a player, which answers the referee's messages one at a time, through all matches of a series."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.processes.channel import Channel
from woodstock.processes.trusted import unpack
from woodstock.referee.failures import failure, trace_of
from woodstock.referee.in_process import described
from woodstock.referee.messages import Choose, Load, Message, Reply, Start, Stop, Tell, encode_reply
from woodstock.referee.player import Player, Seat, Turn, report_of
from woodstock.referee.report import to_dict


def main(channel: Channel) -> None:
    """Serve the referee at the other end of the channel until it hangs up."""
    host = _Host()
    while (data := channel.receive()) is not None:
        begun = time.monotonic()
        channel.send(_answered(host, unpack(data), begun))


def _answered(host: _Host, message: Message, begun: float) -> bytes:
    """The reply, encoded. A failure becomes a reply as well."""
    try:
        reply = host.answer(message, begun)
        return encode_reply(replace(reply, seconds=time.monotonic() - begun))
    except Exception as error:  # noqa: BLE001 (a player may raise anything)
        told = Reply(failure=failure(error), seconds=time.monotonic() - begun, trace=trace_of(error))
        return encode_reply(told)


class _Host:
    """Keeps the game and the player between messages."""

    _player: Player | None = None

    def answer(self, message: Message, begun: float) -> Reply:
        """Do what the message asks for. Seconds count from the arrival of the message."""
        match message:
            case Load():
                self._load(message)
            case Start():
                self._start(message, begun)
            case Choose():
                return self._choose(message, begun)
            case Stop():
                self._stop()
            case Tell():
                return self._tell()
        return Reply()

    def _load(self, message: Load) -> None:
        try:
            game, entrant = unpack(message.payload)
        except (AttributeError, ImportError) as error:
            raise WoodstockError(
                f"the player cannot be created in a separate process: {error}; define it in a module"
            ) from error
        self._game: Any = game
        self._entrant: Any = entrant

    def _start(self, message: Start, begun: float) -> None:
        self._player = None
        self._machine = self._game.machine()
        self._role = message.role
        self._player = self._entrant.make()
        self._player.start(
            Seat(
                game=self._game,
                machine=self._game.machine(),
                role=message.role,
                seed=message.seed,
                hidden=self._game.sees,
                start_deadline=_deadline(begun, message.seconds),
                play_clock=message.play_clock,
            )
        )

    def _choose(self, message: Choose, begun: float) -> Reply:
        if self._player is None:
            raise WoodstockError("there is no player: it could not be created")
        machine, role = self._machine, self._role
        legal = {machine.move_number(role, name): name for name in message.legal}
        turn = Turn(
            step=message.step,
            legal=tuple(legal),
            state=None if message.state is None else machine.state(message.state),
            last=None
            if message.last is None
            else tuple(machine.move_number(at, name) for at, name in enumerate(message.last)),
            own_last=None if message.own_last is None else machine.move_number(role, message.own_last),
            percepts=message.percepts,
            deadline=_deadline(begun, message.seconds),
            history=tuple((machine.move_number(role, name), seen) for name, seen in message.history),
        )
        answer = self._player.choose(turn)
        if type(answer) is int and answer in legal:
            return Reply(legal[answer])
        return Reply(["illegal", described(answer)])

    def _stop(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.stop()

    def _tell(self) -> Reply:
        report = report_of(self._player)
        return Reply(None if report is None else to_dict(report, self._machine))


def _deadline(begun: float, seconds: float | None) -> float | None:
    return None if seconds is None else begun + seconds
