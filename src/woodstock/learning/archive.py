"""The format of files of learned weights: how they are written, and how one is read that may hold anything.

Nothing is believed: no pickles, no compression, no size that was not compared with what is there, no number that is not
finite.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from woodstock.errors import DamagedFileError, WoodstockError
from woodstock.learning.weights import LINEAR, Learned, Rating, Weights

LARGEST: Final = 1 << 29
"""Bytes of a file at most. What the core takes fits."""

_LARGEST_HEADER = 1 << 26
_LONGEST_CURVE = 100_000
_MEMBERS = ("header", "rows", "outputs")
_FORMAT = 1

_KINDS = ("predicate", "function", "constant")


def pack(learned: Learned, file: IO[bytes]) -> None:
    """Write what was learned."""
    weights = learned.weights
    header = {
        "format": _FORMAT,
        "game": learned.game,
        "digest": learned.digest,
        "names": learned.names,
        "seconds": learned.seconds,
        "positions": learned.positions,
        "generations": learned.generations,
        "mix": learned.mix,
        "curve": [[one.minutes, one.elo, one.matches, one.score] for one in learned.curve],
        "roles": weights.roles,
        "fluents": weights.fluents,
        "phases": [sorted(held) for held in weights.phases],
    }
    arrays: dict[str, NDArray[Any]] = {
        "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8),
        "rows": np.ascontiguousarray(weights.rows, dtype="<f4"),
        "outputs": np.ascontiguousarray(weights.outputs, dtype="<f4"),
    }
    checksum = _checksum({name: array.tobytes() for name, array in arrays.items()})
    arrays["checksum"] = np.frombuffer(checksum, dtype=np.uint8)
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as member:
                np.lib.format.write_array(member, array, (1, 0), allow_pickle=False)


def unpack(content: bytes) -> Learned:
    """What was learned, from the bytes of a file. Whatever is wrong with them raises `DamagedFileError`."""
    members = _members(content)
    header = _array(members["header"], "|u1", 1).tobytes()
    if len(header) > _LARGEST_HEADER:
        raise DamagedFileError("its header is too large")
    rows, outputs = _array(members["rows"], "<f4", 2), _array(members["outputs"], "<f4", 3)
    data = {"header": header, "rows": rows.tobytes(), "outputs": outputs.tobytes()}
    if _array(members["checksum"], "|u1", 1).tobytes() != _checksum(data):
        raise DamagedFileError("its checksum is wrong: it was changed, or not copied as a whole")
    if not (np.isfinite(rows).all() and np.isfinite(outputs).all()):
        raise DamagedFileError("it has weights that are not finite numbers")
    try:
        told = json.loads(header)
        if told["format"] != _FORMAT:
            raise DamagedFileError("it has the format of another version of woodstock")
        return _learned(told, rows.astype(np.float32), outputs.astype(np.float32))
    except (ValueError, LookupError, TypeError, RecursionError):
        raise DamagedFileError("its header is not as we write it") from None
    except WoodstockError as error:
        raise DamagedFileError(error.message) from None


def _learned(told: dict[str, Any], rows: NDArray[np.float32], outputs: NDArray[np.float32]) -> Learned:
    """What a header says. What is not of the right kind raises `ValueError`."""
    weights = Weights(
        _texts(told["roles"]),
        _texts(told["fluents"]),
        tuple(frozenset(_texts(held)) for held in _list(told["phases"])),
        rows,
        outputs,
    )
    if weights.rows.shape[1] != weights.hidden + LINEAR:
        raise ValueError
    names = tuple((_one_of(kind, _KINDS), _text(name), _whole(arity)) for kind, name, arity in _list(told["names"]))
    curve = tuple(
        Rating(_real(minutes), _real(elo), _whole(matches), _real(score))
        for minutes, elo, matches, score in _list(told["curve"])[:_LONGEST_CURVE]
    )
    digest = _text(told["digest"])
    if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
        raise ValueError
    seconds, positions, generations = _real(told["seconds"]), _whole(told["positions"]), _whole(told["generations"])
    mix = _real(told["mix"])
    if not 0 <= mix <= 1:
        raise ValueError
    weights.network()  # the core has limits of its own
    return Learned(_text(told["game"]), digest, names, weights, seconds, positions, generations, curve, mix)


def _members(content: bytes) -> dict[str, bytes]:
    """The files in the archive: those that we write, as they are and no larger than the archive."""
    if len(content) > LARGEST:
        raise DamagedFileError(f"it is larger than {LARGEST >> 20} MiB")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = archive.infolist()
            if sorted(one.filename for one in found) != sorted(f"{name}.npy" for name in (*_MEMBERS, "checksum")):
                raise DamagedFileError("it holds other arrays than weights that were learned")
            if any(one.compress_type != zipfile.ZIP_STORED or one.file_size > len(content) for one in found):
                raise DamagedFileError("it is packed in another way than ours")
            return {one.filename.removesuffix(".npy"): archive.read(one) for one in found}
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError, LookupError):
        raise DamagedFileError("this is not a file of learned weights, or only a part of one") from None


def _array(content: bytes, kind: str, dimensions: int) -> NDArray[Any]:
    """An array of a known kind. Its size is compared with what is there before anything is made of it."""
    file = io.BytesIO(content)
    try:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError
        shape, fortran, found = np.lib.format.read_array_header_1_0(file)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise DamagedFileError("it has an array that cannot be read") from None
    size = len(content) - file.tell()
    if found != np.dtype(kind) or fortran or len(shape) != dimensions:
        raise DamagedFileError("it has an array of another kind than ours")
    if min(shape) < 0 or math.prod(shape) * found.itemsize != size:
        raise DamagedFileError("it has an array of another size than it says")
    return np.frombuffer(content, dtype=found, offset=file.tell()).reshape(shape)


def _checksum(data: dict[str, bytes]) -> bytes:
    digest = hashlib.sha256()
    for name in _MEMBERS:
        digest.update(f"{name} {len(data[name])} ".encode())
        digest.update(data[name])
    return digest.digest()


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError  # noqa: TRY004 (what is read is data)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError  # noqa: TRY004
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _one_of(value: object, kinds: tuple[str, ...]) -> str:
    if value not in kinds:
        raise ValueError
    return str(value)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value


def _real(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError
    return float(value)
