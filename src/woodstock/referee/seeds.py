"""Seeds from seeds: every source of chance in a match gets its own, all from one number."""

from __future__ import annotations

from hashlib import blake2b


def derive(seed: int, *labels: str | int) -> int:
    """A seed of 63 bits for one use. Different labels give unrelated seeds; the same ones give the same seed."""
    text = "/".join(str(part) for part in (seed, *labels))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
