"""The line to a process, for whoever must not wait: the server."""

from __future__ import annotations

import asyncio
from typing import Self

from woodstock.processes.line import LENGTH, Line, framed, length_of


class AsyncLine:
    """One end of a line, over asyncio. It ends and refuses as `Line` does."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, longest: int) -> None:
        self._reader = reader
        self._writer = writer
        self._longest = longest

    @classmethod
    async def over(cls, line: Line) -> Self:
        """Take a line over, before anything came or went."""
        return cls(*await asyncio.open_connection(sock=line.detach()), line.longest)

    def send(self, data: bytes) -> None:
        """Send a message, in time. After the end of the line nobody hears it."""
        if not self._writer.is_closing():
            self._writer.write(framed(data))

    async def receive(self) -> bytes:
        """The next message."""
        try:
            head = await self._reader.readexactly(LENGTH.size)
            return await self._reader.readexactly(length_of(head, self._longest))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise EOFError from None

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
