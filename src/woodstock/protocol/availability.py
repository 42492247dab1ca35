"""What the frontend knows of the handler: enough to answer strangers without asking it."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.protocol.messages import Glance, info_reply


@dataclass(frozen=True, slots=True)
class Availability:
    """The player's name, its match, and until when others are told that it is busy, by the monotonic clock."""

    name: str = "woodstock"
    match: str | None = None
    until: float = 0.0

    def busy(self, now: float) -> bool:
        """Is the player taken?"""
        return now <= self.until

    def concerns(self, seen: Glance) -> bool:
        """Does a message belong to the match?"""
        return self.match is not None and seen.name == self.match and seen.keyword in ("PLAY", "STOP", "ABORT")

    def at_a_glance(self, seen: Glance, now: float) -> str | None:
        """The answer to a message of which the first words are enough; `None` where it has to be read."""
        match seen.keyword:
            case "INFO" | "PING":
                return info_reply(self.name, busy=self.busy(now))
            case "START" | "PREVIEW" if self.busy(now):
                return "busy"
            case "PLAY" | "STOP" | "ABORT" if seen.name is not None:
                return None if self.concerns(seen) else "busy"
        return None
