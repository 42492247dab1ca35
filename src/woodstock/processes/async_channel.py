"""A channel to a process over asyncio, for servers."""

from __future__ import annotations

import asyncio
from typing import Self

from woodstock.processes.channel import LENGTH, Channel, framed, length_of


class AsyncChannel:
    """One end of a channel, over asyncio. It raises the same errors as `Channel`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, longest: int) -> None:
        self._reader = reader
        self._writer = writer
        self._longest = longest

    @classmethod
    async def over(cls, channel: Channel) -> Self:
        """Convert a channel that has not been used yet."""
        return cls(*await asyncio.open_connection(sock=channel.detach()), channel.longest)

    def send(self, data: bytes) -> None:
        """Queue a message. If the channel is closed, it is dropped."""
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
        """Close the channel."""
        self._writer.close()
