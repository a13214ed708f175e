"""Oddities of a log that is taken nevertheless: its room, table, dates, clocks and players."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from msgspec import Struct

from auditor.evidence import Evidence
from auditor.named_rulesets import named_revision
from auditor.registry import RegistryAtChange
from auditor.same_evening import same_evening
from auditor.store import Store
from auditor.store.rows import Selection
from auditor.warned import ArrivalWarning
from rules.audit import SeenOfLog, rooms_own
from rules.card_room import Room
from rules.controls.retention_years import ground
from rules.controls.ruleset import Ruleset
from rules.results import LogFacts
from rules.times import minutes_ahead, parse_one, text_of
from rules.zones import clock_text

_AHEAD = 600_000_000  # microseconds by which clocks may differ
_GAMES = {"chinese": "closed hands", "ofc": "open-face hands", "pot": "hands of pot games"}
_OF = {"chinese": "closed hands", "ofc": "open-face play", "pot": "pot games"}
_TIMES = {"opened_at": "opened", "closed_at": "closed"}
_NAME = re.compile(r"[^\W\d_]{2,}(?:[,.]? |-)[^\W\d_]{2,}(?:[ .-][^\W\d_]+)*\.?")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_LIKE = re.compile(r"[\W_]+")


class Arriving(Struct, frozen=True):
    """A log that arrives. seen, evidence: its summary and bytes; None for a log on record."""

    facts: LogFacts
    seen: SeenOfLog | None = None
    evidence: Evidence | None = None


def oddities(
    log: Arriving, store: Store, snapshot: RegistryAtChange, day: dt.date, at: str
) -> Iterator[ArrivalWarning]:
    """Oddities of a log of a gaming day at a time (RFC 3339)."""
    room = snapshot.rooms.get(log.facts.room)
    if room is None:
        yield _no_room(log.facts)
    else:
        yield from _tables(log.facts, room, store, day)
        yield from _before_terms(room, day)
        yield from _clocks(log, room)
    yield from _future(log, at)
    yield from _out_of_time(log.facts, room, snapshot, day, at)
    yield from _games(log, room, snapshot, day)
    yield from _players(log.seen.players if log.seen is not None else ())
    yield from same_evening(log.facts, log.seen, log.evidence, store, day)


def _no_room(facts: LogFacts) -> ArrivalWarning:
    return ArrivalWarning(
        "room-not-on-record", "room", f"Room {facts.room} is not on record.",
        "Check the room's id. Until its terms are on record, days are those of the log, and no limits of an authority apply.",
    )  # fmt: skip


def _tables(facts: LogFacts, room: Room, store: Store, day: dt.date) -> Iterator[ArrivalWarning]:
    known = store.sessions.tables(room.id)
    alike = [each for each in known if each != facts.table and _plain(each) == _plain(facts.table)]
    if alike and facts.table not in known:
        yield ArrivalWarning(
            "table-not-known", "table", f"No log of the room has a table {facts.table}; it has a table {alike[0]}.",
            "Check how the table is written: two names are two tables.",
        )  # fmt: skip
    most = room.on(day).tables
    if most is None:
        return
    that = Selection(room=room.id, first_day=day.isoformat(), last_day=day.isoformat(), current=True)
    others = {
        each.table
        for each in store.sessions.all(that)
        if each.session != facts.session and each.facts.tournament is None
    }
    every = sorted({*others, facts.table})
    if len(every) > most and facts.table not in others and facts.tournament is None:
        listed = ", ".join(every)
        licensed = f"{most} table{'s' * (most != 1)}"
        yield ArrivalWarning(
            "too-many-tables", "table",
            f"The room's terms have {licensed}, and with this log {len(every)} have one of {day.isoformat()}: {listed}.",
            "Check the table and the date.",
        )  # fmt: skip


def _plain(table: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", _LIKE.sub("", table).casefold())


def _before_terms(room: Room, day: dt.date) -> Iterator[ArrivalWarning]:
    starts = room.terms[0].starts
    if starts is not None and day < starts:
        yield ArrivalWarning(
            "before-terms", "opened_at",
            f"The gaming day {day.isoformat()} is before the first terms of room {room.id}, of {starts.isoformat()}.",
            "Check the date. The first terms are taken for that day.",
        )  # fmt: skip


def _future(log: Arriving, at: str) -> Iterator[ArrivalWarning]:
    limit = _instant(at) + _AHEAD
    for name, word in _TIMES.items():
        text = getattr(log.facts, name)
        found = parse_one(text) if text else None
        if found is not None and found[0] > limit:
            yield ArrivalWarning(
                "in-the-future",
                name,
                f"The session {word} at {text}, which is in the future.",
                "Check the date.",
            )
    last = log.seen.last if log.seen is not None else None
    if last is not None and last > limit:
        yield ArrivalWarning(
            "in-the-future",
            "at",
            f"The last hand is of {_utc(last)}, which is in the future.",
            "Check the date.",
        )


def _out_of_time(
    facts: LogFacts, room: Room | None, snapshot: RegistryAtChange, day: dt.date, at: str
) -> Iterator[ArrivalWarning]:
    if facts.room in snapshot.unreadable:
        return
    library = snapshot.of_room(facts.room)

    def in_force(on: dt.date) -> list[Ruleset]:
        named = named_revision(facts.room, on, facts.ruleset, snapshot)
        return [*([named] if named is not None else []), *rooms_own(room, on, library)]

    kept = ground(room, day, day, library, in_force)
    if kept.until < dt.date.fromisoformat(at[:10]):
        yield ArrivalWarning(
            "record-not-kept", "opened_at",
            f"The log is of {day.isoformat()}, and the record of that day is kept until {kept.until.isoformat()}.",
            "Check the date. The log is purged with the next purge.",
        )  # fmt: skip


def _games(
    log: Arriving, room: Room | None, snapshot: RegistryAtChange, day: dt.date
) -> Iterator[ArrivalWarning]:
    """A warning where the named ruleset is of another game than the hands."""
    if log.seen is None or log.facts.room in snapshot.unreadable or not log.seen.games:
        return
    own = {each.family for each in rooms_own(room, day, snapshot.of_room(log.facts.room))}
    named = named_revision(log.facts.room, day, log.facts.ruleset, snapshot)
    if named is None or log.seen.games & {named.family, *own}:
        return
    games = " and ".join(_GAMES[each] for each in sorted(log.seen.games))
    yield ArrivalWarning(
        "other-game", "ruleset",
        f"{log.facts.ruleset} is of {_OF.get(named.family, named.family + 's')}, and the log has {games}.",
        "No hand is tested under it. Check the ruleset.",
    )  # fmt: skip


def _clocks(log: Arriving, room: Room) -> Iterator[ArrivalWarning]:
    """The first time whose offset is not that of the room's clock."""
    for name, instant, offset, text in _offsets(log):
        day = room.day_of(instant)
        zone = room.on(day).zone
        due = clock_text(zone, instant)
        if minutes_ahead(due) != offset:
            yield ArrivalWarning(
                "other-clock", name, f"{text} has another offset than the room's clock ({zone}), which showed {due}.",
                "Check the clock of what writes the log: the gaming day follows from it.",
            )  # fmt: skip
            return


def _offsets(log: Arriving) -> Iterator[tuple[str, int, int, str]]:
    for name in _TIMES:
        text = getattr(log.facts, name)
        found = parse_one(text) if text else None
        if found is not None:
            yield name, found[0], minutes_ahead(text), text
    for instant, offset in log.seen.clocks() if log.seen is not None else ():
        clock = dt.timezone(dt.timedelta(minutes=offset))
        yield "at", instant, offset, f"A hand of about {text_of(instant, clock)}"


def _players(players: tuple[str, ...]) -> Iterator[ArrivalWarning]:
    names = [each for each in players if _NAME.fullmatch(each.strip()) or _MAIL.fullmatch(each.strip())]
    if names:
        many = f"{len(names)} players are named" if len(names) > 1 else "A player is named"
        yield ArrivalWarning(
            "player-name", "seats[].player", f"{many} as a person is, such as {names[0]!r}.",
            "Logs have ids of players, such as a card's number. A log on record stays as it is: send it with ids.",
        )  # fmt: skip


def _instant(text: str) -> int:
    found = parse_one(text)
    assert found is not None  # it is the service's own
    return found[0]


def _utc(instant: int) -> str:
    return text_of(instant, dt.UTC) or ""
