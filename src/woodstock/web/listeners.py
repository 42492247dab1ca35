"""Those who listen to a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

_QUEUE = 64
"""Events that a listener may be behind; the oldest are dropped."""

Event = tuple[str, Any]


class Listeners:
    """Tells everybody who listens what happens. Nobody is waited for."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[Event]] = set()

    def tell(self, kind: str, what: Any) -> None:
        """Something happened."""
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait((kind, what))

    async def listen(self, first: Event) -> AsyncIterator[Event]:
        """The first event, and all that happen from now on, until the table is closed."""
        queue: asyncio.Queue[Event] = asyncio.Queue(_QUEUE)
        self._queues.add(queue)
        try:
            yield first
            while True:
                event = await queue.get()
                yield event
                if event[0] == "closed":
                    return
        finally:
            self._queues.discard(queue)
