"""Tournaments over HTTP: those in the folder where the server was started, and one that the page starts."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import sys
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from woodstock.errors import WoodstockError
from woodstock.files import write_text
from woodstock.web.answers import answered, body, lobby, number, text
from woodstock.web.seats import chair
from woodstock.web.workers import Standby

_NAME = re.compile(r"[\w.-]+\.sqlite")
_LOOKING = 30.0
"""Seconds to add up what an experiment has so far."""
_NOTHING_YET = {
    "done": 0,
    "total": 0,
    "failed": 0,
    "table": {"header": [], "rows": [], "notes": []},
    "bars": [],
    "failures": [],
}
_RUN = "from woodstock.cli import main; raise SystemExit(main())"


class Tournaments:
    """The experiments of a folder. One at a time is run from here, on one worker, as `woodstock experiment run` does;
    it goes on where it was when it is started again."""

    def __init__(self, folder: Path, standby: Standby) -> None:
        self._folder, self._standby = folder, standby
        self._process: asyncio.subprocess.Process | None = None
        self.running: str | None = None

    def path(self, name: str) -> Path:
        """A file of results in the folder, and nowhere else."""
        if not _NAME.fullmatch(name) or not (self._folder / name).is_file():
            raise WoodstockError("there is no such file of results here")
        return self._folder / name

    async def listed(self) -> dict[str, Any]:
        """What there is."""
        found = await self._standby.ask("list_tournaments", _LOOKING, folder=str(self._folder))
        return {"tournaments": found, "running": self._alive(), "folder": self._folder.name}

    async def standing(self, name: str) -> dict[str, Any]:
        """How far one is. One that has just been started has no results yet."""
        try:
            told: dict[str, Any] = await self._standby.ask("tournament", _LOOKING, path=str(self.path(name)))
        except WoodstockError:
            if self._alive() != name:
                raise
            told = {"file": name, "title": Path(name).stem, **_NOTHING_YET}
        return {**told, "running": self._alive() == name}

    async def start(self, stem: str, toml: str) -> str:
        """Write the file of an experiment, and run it."""
        if self._alive():
            raise WoodstockError(f"{self.running} is still running: stop it first")
        name = f"{stem}-{secrets.token_hex(2)}"
        file, results = self._folder / f"{name}.toml", self._folder / f"{name}.sqlite"
        write_text(file, toml)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _RUN, "experiment", "run", str(file), "--results", str(results), "--workers", "1",
            "--json",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        self.running = results.name
        return results.name

    async def close(self) -> None:
        """Stop what is running; it can be resumed."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 10.0)
            except TimeoutError:
                process.kill()
                await process.wait()

    def _alive(self) -> str | None:
        return self.running if self._process is not None and self._process.returncode is None else None


def _tournaments(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


async def listed(request: Request) -> Any:
    """What experiments there are in the folder."""
    return await _tournaments(request).listed()


async def standing(request: Request) -> Any:
    """How far one is."""
    return await _tournaments(request).standing(request.path_params["name"])


async def start(request: Request) -> Any:
    """Start a small one."""
    data, house = await body(request), lobby(request)
    games, players = data.get("games"), data.get("players")
    if not isinstance(games, list) or not isinstance(players, list):
        raise WoodstockError("games and players must be lists")
    chosen = [chair(str(one), house.own, house.limits).player for one in players]
    if None in chosen:
        raise WoodstockError("people do not play in tournaments")
    given = {
        "title": text(data, "title", "A tournament")[:80],
        "chosen": [str(one) for one in games],
        "players": list(dict.fromkeys(chosen)),
        "matches": int(number(data, "matches", 1, 10_000, 10)),
        "seconds": number(data, "seconds", 0.01, house.limits.thought, 0.2),
    }
    toml = await house.standby.ask("write_tournament", _LOOKING, **given)
    return {"file": await _tournaments(request).start("tournament", toml)}


async def stop(request: Request) -> Any:
    """Stop the one that is running."""
    await _tournaments(request).close()
    return {"stopped": True}


ROUTES = [
    Route("/api/tournaments", answered(listed), methods=["GET"]),
    Route("/api/tournaments", answered(start), methods=["POST"]),
    Route("/api/tournaments/stop", answered(stop), methods=["POST"]),
    Route("/api/tournaments/{name}", answered(standing), methods=["GET"]),
]
