"""Samples: commitment, draw, entries, and comparison with the record."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from auditor.errors import CannotSample, HandEntered, SampleClosed
from auditor.facts.kinds.facts_of_reports import (
    SampleCommitted,
    SampleCompared,
    SampleDrawn,
    SampleHandEntered,
)
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import keep_part, part
from auditor.store.rows import Page, encoded
from auditor.store.sealed import Sealed
from rules.typed import from_json, from_plain

TABLES = ("samples", "sample_draws", "sample_closings")


class ListedSession(Struct, frozen=True, array_like=True):
    """A session drawn from, as then. sha256: of its uncompressed log."""

    number: int
    session: str
    sha256: str
    hands: int


class DrawnHand(Struct, frozen=True, array_like=True):
    """A drawn hand. place: among all hands, from 0; session: number; at: dealt; seats: number."""

    place: int
    session: int
    line: int
    hand: int
    at: str | None
    video: str | None
    seats: int


class EnteredSeat(Struct, frozen=True):
    """A seat seen in a video; None: not seen."""

    seat: int
    front: str | None
    middle: str | None
    back: str | None
    net: int | None


class Compared(Struct, frozen=True):
    """A hand against the record. agrees: None where nothing could be compared; differences: in words."""

    number: int
    agrees: bool | None
    differences: list[str]


class NewSample(Struct, frozen=True):
    """A sample to commit. sessions: in order; source, value: of the public value."""

    room: str
    first_day: str
    last_day: str
    sessions: tuple[ListedSession, ...]
    sessions_sha256: str
    wanted: int
    source: str
    value: str
    by: str | None


class SampleDraw(Struct, frozen=True):
    """A draw. root, size: of the first checkpoint over the commitment."""

    at: str
    root: str
    size: int
    drawn: tuple[DrawnHand, ...]


class EnteredHand(Struct, frozen=True):
    """Entry for a hand. number: in the draw, from 1; unseen: the reason, or None."""

    id: int
    at: str
    number: int
    unseen: str | None
    seats: tuple[EnteredSeat, ...]
    by: str | None
    key: str | None


class NewEntered(Struct, frozen=True):
    """Entry for a hand, to be kept."""

    number: int
    unseen: str | None
    seats: tuple[EnteredSeat, ...]
    by: str | None


class SampleClosing(Struct, frozen=True):
    """End of a sample."""

    at: str
    results: tuple[Compared, ...]
    by: str | None
    key: str | None


class Sample(Struct, frozen=True):
    """A sample. hands: in its sessions; draw, closing: None before; entered: number of hands."""

    id: int
    at: str
    room: str
    first_day: str
    last_day: str
    sessions: tuple[ListedSession, ...]
    sessions_sha256: str
    hands: int
    wanted: int
    source: str
    value: str
    by: str | None
    key: str | None
    draw: SampleDraw | None
    closing: SampleClosing | None
    entered: int


_SELECT = """
SELECT s.id, s.at, s.room, s.first_day, s.last_day, s.sessions, s.sessions_sha256, s.hands, s.wanted, s.source, s.value,
    s.by, s.key,
    d.at, d.root, d.size, d.drawn, c.at, c.results, c.by, c.key,
    (SELECT count(*) FROM sample_hands AS h WHERE h.sample = s.id)
FROM samples AS s LEFT JOIN sample_draws AS d ON d.sample = s.id LEFT JOIN sample_closings AS c ON c.sample = s.id
"""
_sessions = from_json(tuple[ListedSession, ...])
_seats = from_plain(tuple[EnteredSeat, ...])
_drawn = from_json(tuple[DrawnHand, ...])
_results = from_json(tuple[Compared, ...])


class Samples:
    """Samples of the caller's rooms."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def get(self, number: int) -> Sample | None:
        """One sample."""
        seen, rooms = self._caller.where("s.room")
        row = self._connections.db.execute(
            f"{_SELECT} WHERE s.id = ? AND {seen}", [number, *rooms]
        ).fetchone()
        found = [_record(row)] if row else []
        self._must_be_as_written(found)
        return found[0] if found else None

    def page(self, page: Page, room: str | None) -> tuple[list[Sample], int]:
        """Page of the samples, newest first, and the total."""
        where, values = self._caller.where("s.room")
        if room is not None:
            where, values = f"{where} AND s.room = ?", [*values, room]
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM samples AS s WHERE {where}", values).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY s.id DESC LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            ).fetchall()
        found = [_record(row) for row in rows]
        self._must_be_as_written(found)
        return found, total

    def entered(self, sample: int) -> list[EnteredHand]:
        """Entries of a sample in the draw's order."""
        rows = self._connections.db.execute(
            "SELECT id, at, number, by, key, seen FROM sample_hands WHERE sample = ? ORDER BY number",
            [sample],
        ).fetchall()
        self._sealed.must_be_as_written("sample_hands", ((row[0],) for row in rows))
        return [
            EnteredHand(hand, at, number, *self._seen(digest), by, key)
            for hand, at, number, by, key, digest in rows
        ]

    def _seen(self, digest: str) -> tuple[str | None, tuple[EnteredSeat, ...]]:
        seats, unseen = part(self._connections.db, digest)
        return unseen, _seats(seats)

    def commit(self, new: NewSample, at: str) -> int:
        """Commit a population and value; returns the sample's number."""
        with self._connections.writing() as db:
            number, text = self._log.next_number(db, "samples"), encoded(new.sessions)
            self._log.append(
                db,
                SampleCommitted(
                    number=number,
                    room=new.room,
                    first_day=new.first_day,
                    last_day=new.last_day,
                    sessions_sha256=new.sessions_sha256,
                    list_sha256=hashlib.sha256(text.encode()).hexdigest(),
                    hands=sum(each.hands for each in new.sessions),
                    wanted=new.wanted,
                    source=new.source,
                    value=new.value,
                    who=new.by,
                    **self._acting(at, new.room),
                ),
            )
            db.execute("UPDATE samples SET sessions = ? WHERE id = ?", [text, number])
            return number

    def keep_draw(self, sample: int, draw: SampleDraw) -> None:
        """Record a draw once."""
        with self._connections.writing() as db:
            if db.execute("SELECT 1 FROM sample_draws WHERE sample = ?", [sample]).fetchone():
                return  # somebody else drew the same hands meanwhile
            about: dict[str, Any] = {
                "root": draw.root,
                "size": draw.size,
                "drawn": msgspec.to_builtins(list(draw.drawn)),
            }
            acting = self._acting(draw.at, self._room_of(sample))
            self._log.append(db, SampleDrawn(sample=sample, **about, **acting))

    def enter(self, sample: int, hand: NewEntered, at: str) -> None:
        """Record what was seen of a hand. Raises HandEntered, SampleClosed."""
        with self._connections.writing() as db:
            if db.execute("SELECT 1 FROM sample_closings WHERE sample = ?", [sample]).fetchone():
                raise SampleClosed(f"Sample {sample} is closed, and takes no more hands.")
            there = [sample, hand.number]
            if db.execute("SELECT 1 FROM sample_hands WHERE sample = ? AND number = ?", there).fetchone():
                raise HandEntered(
                    f"Hand {hand.number} of sample {sample} was entered before. What is entered stays as it is."
                )
            parts = {"seen": keep_part(db, [msgspec.to_builtins(hand.seats), hand.unseen])}
            about: dict[str, Any] = {
                "number": self._log.next_number(db, "sample_hands"),
                "sample": sample,
                "hand": hand.number,
            }
            acting = self._acting(at, self._room_of(sample))
            self._log.append(db, SampleHandEntered(who=hand.by, parts=parts, **about, **acting))

    def close(self, sample: int, results: list[Compared], by: str | None, at: str) -> None:
        """Record the comparison. Raises SampleClosed, CannotSample where an entry came meanwhile."""
        with self._connections.writing() as db:
            if db.execute("SELECT 1 FROM sample_closings WHERE sample = ?", [sample]).fetchone():
                raise SampleClosed(f"Sample {sample} is closed already.")
            (entered,) = db.execute("SELECT count(*) FROM sample_hands WHERE sample = ?", [sample]).fetchone()
            if entered != len(results):
                raise CannotSample(f"Another hand of sample {sample} was entered meanwhile. Close it again.")
            text = encoded(results)
            digest = hashlib.sha256(text.encode()).hexdigest()
            acting = self._acting(at, self._room_of(sample))
            self._log.append(db, SampleCompared(sample=sample, results_sha256=digest, who=by, **acting))
            db.execute("UPDATE sample_closings SET results = ? WHERE sample = ?", [text, sample])

    def _acting(self, at: str, room: str) -> dict[str, Any]:
        return {"at": at, "by": self._caller.key, "rooms": (room,)}

    def _room_of(self, sample: int) -> str:
        """Room of a sample, as facts say. Raises RecordDamaged."""
        self._sealed.must_rest_on_facts("samples", sample)
        row = self._sealed.authority.row("samples", sample)
        assert row is not None  # it is not altered, and was read before
        return str(row["room"])

    def _must_be_as_written(self, found: list[Sample]) -> None:
        for table in TABLES:  # a row that was removed is found, too
            self._sealed.must_be_as_written(table, ((each.id,) for each in found))


def _record(row: tuple[Any, ...]) -> Sample:
    (
        number, at, room, first, last, sessions, digest, hands, wanted, source, value, by, key,
        drawn_at, root, size, drawn, closed_at, results, closed_by, closed_with, entered,
    ) = row  # fmt: skip
    draw = None if drawn_at is None else SampleDraw(drawn_at, root, size, _drawn(drawn))
    closing = (
        None if closed_at is None else SampleClosing(closed_at, _results(results), closed_by, closed_with)
    )
    return Sample(
        number, at, room, first, last, _sessions(sessions), digest, hands, wanted, source, value, by, key, draw, closing, entered
    )  # fmt: skip
