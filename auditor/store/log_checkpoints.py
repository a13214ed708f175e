"""Checkpoints of a store's log for a copy, each as it was signed, with the signatures of witnesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from sqlite_utils import Database

AT_ONCE = 256  # checkpoints of a bundle

_UP_TO = "SELECT id, note FROM checkpoints WHERE size = ? ORDER BY id DESC"
_CHECKPOINTS = "SELECT id, size, note FROM checkpoints WHERE id > ? AND id <= ? ORDER BY id"
_COSIGNED = (
    "SELECT checkpoint, witness, line, at FROM cosignatures WHERE checkpoint > ? AND checkpoint <= ? "
    "ORDER BY checkpoint, witness"
)
_INSERT = "INSERT INTO checkpoints (id, size, note) VALUES (?, ?, ?)"
_COSIGN = "INSERT INTO cosignatures (checkpoint, witness, line, at) VALUES (?, ?, ?, ?)"


class CopiedCheckpoint(Struct, frozen=True):
    """A checkpoint. note: as the log signed it; cosignatures: (public key of the witness, its line, when it came)."""

    id: int
    size: int
    note: str
    cosignatures: tuple[tuple[str, str, str], ...] = ()


def number_of(db: Database, size: int, note: str) -> int:
    """Number of a checkpoint that has been read, with the signatures of witnesses below it; 0: there is none."""
    rows = db.execute(_UP_TO, [size])
    return next((number for number, own in rows if note.startswith(own)), 0)


def bundles_of_checkpoints(db: Database, up_to: int) -> Iterator[tuple[int, list[CopiedCheckpoint]]]:
    """Bundles of checkpoints up to a number, each with its own number from 0."""
    for bundle in range(-(-up_to // AT_ONCE)):
        ends = [bundle * AT_ONCE, min(up_to, (bundle + 1) * AT_ONCE)]
        cosigned: dict[int, list[tuple[str, str, str]]] = {}
        for number, *signature in db.execute(_COSIGNED, ends):
            cosigned.setdefault(number, []).append((signature[0], signature[1], signature[2]))
        rows = db.execute(_CHECKPOINTS, ends)
        yield (
            bundle,
            [CopiedCheckpoint(id, size, note, tuple(cosigned.get(id, ()))) for id, size, note in rows],
        )


def put_checkpoints(db: Database, checkpoints: Iterable[CopiedCheckpoint]) -> None:
    """Write checkpoints into a store that has none."""
    for each in checkpoints:
        db.execute(_INSERT, [each.id, each.size, each.note])
        for signature in each.cosignatures:
            db.execute(_COSIGN, [each.id, *signature])
