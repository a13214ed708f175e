"""Hands that speak for an alarm, read again from the logs: those of the sessions that say most, with their videos."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from msgspec import Struct

from auditor.errors import EvidenceDamaged, EvidencePurged
from auditor.jobs.received_logs import evidence_of
from auditor.registry import RegistryAtChange
from auditor.store import Store
from auditor.store.kept_statistics import KeptStatistics
from auditor.store.service_clock import now
from auditor.video import video_kept
from rules.audit import NoRuleset
from rules.audit.screened_audit import screened_log
from rules.audit.source import LogSource
from rules.controls.library import UnknownRuleset
from rules.records.problems import Refused
from rules.records.reader import decode_line, numbered_lines
from rules.screening.filed_month import NetChange
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.parts_of_tables import TableInPart
from rules.screening.repeated_deals import RepeatedDeal, RepeatedDeals
from rules.screening.room_year import ScreenedUnit
from rules.screening.screening_result import MOST_HANDS, ShownHand
from rules.screening.statistics import DealRow, HeldRow, ScreenedSession, Unit
from rules.screening.unit_evidence import counted_coding, weight_of

_REPEATED = "SCN002"
_UNREADABLE = (EvidenceDamaged, EvidencePurged, NoRuleset, Refused, UnknownRuleset, OSError)
Place = tuple[int, int]  # number of a hand, line of the log


class HasSnapshot(Protocol):
    """The registry now, or as an audit knew it."""

    def snapshot(self) -> RegistryAtChange:
        """Rooms and rulesets at a change."""


class LoggedSession(Struct, frozen=True):
    """A session whose hands are shown. day: its gaming day; source: gives its log, or raises what an unreadable one does."""

    room: str
    session: str
    day: str
    source: Callable[[], LogSource]


LogOf = Callable[[int], LoggedSession]  # of a session, by its number


def logs_of_store(store: Store) -> LogOf:
    """Logs of sessions on record."""

    def log_of(session: int) -> LoggedSession:
        record = store.sessions.get(session)
        assert record is not None  # it has statistics
        return LoggedSession(record.room, record.session, record.day, lambda: evidence_of(store, record))

    return log_of


class DealFound(NamedTuple):
    """A deal of a session by the position of its hand."""

    session: ScreenedSession
    at: int

    @property
    def place(self) -> Place:
        """The number of the hand, and its line."""
        hands = self.session.hands
        return int(hands.number[self.at]), int(hands.line[self.at])


class FoundHands:
    """Hands of a room's sessions. Each log is read once, and only where it is needed; one that cannot be read shows none."""

    def __init__(
        self,
        log_of: LogOf,
        registry: HasSnapshot,
        kept: Sequence[KeptStatistics],
        corrected: Callable[[], Iterable[tuple[int, NetChange]]] = tuple,
    ) -> None:
        """corrected: changes by corrections, with the number of the session that each is, the largest first."""
        self._log_of = log_of
        self._corrected = corrected
        self._registry = registry
        self._kept = kept
        self._read: dict[int, list[ScreenedSession]] = {}

    def of_unit(self, unit: ScreenedUnit) -> list[ShownHand]:
        """At most twenty hands of a unit, from the sessions that say most, by session and hand."""
        if unit.entry.indicator.reads == "corrections":
            return self._shown(self._changed(unit))
        found: dict[int, list[Place]] = {}
        for session in self._by_weight(unit):
            left = MOST_HANDS - sum(map(len, found.values()))
            if left <= 0:
                break
            found[session] = self._hands(session, unit)[:left]
        return self._shown(found)

    def _changed(self, unit: ScreenedUnit) -> dict[int, list[Place]]:
        """Hands whose results corrections changed, of a player or of the house; none of a unit of files."""
        roles = dict(unit.unit)
        found: dict[int, list[Place]] = {}
        left = MOST_HANDS if roles.keys() & {"player", "room"} else 0
        for session, change in self._corrected() if left else ():
            if change.player == roles.get("player") and roles.get("author", change.author) == change.author:
                found[session] = list(change.hands[:left])
                left -= len(found[session])
        return found

    def sessions_of(self, unit: ScreenedUnit) -> list[ScreenedSession]:
        """The session that says most of a unit, by game; empty: its log cannot be read, or the unit is of no hands."""
        if unit.entry.indicator.reads != "hands":
            return []
        games = unit.entry.indicator.games
        return [
            each for session in self._by_weight(unit)[:1] for each in self._log(session) if each.game in games
        ]

    def first_repeated(self, repeated: Iterable[RepeatedDeals]) -> list[DealFound]:
        """Both deals of the first pair of equal ones; empty: there is none, or a log cannot be read."""
        numbers = self._numbers()
        for of_seats in repeated:
            for pair in of_seats.pairs[:1]:
                found = [self._deal(numbers[session], of_seats, place) for session, place in _both(pair)]
                return [each for each in found if each is not None] if None not in found else []
        return []

    def first_in_part(self, table: TableInPart) -> list[DealFound]:
        """Both deals of the first pair of a table that is equal in part; empty: there is none, or a log cannot be read."""
        numbers = self._numbers()
        for pair in table.pairs[:1]:
            places = (pair.earlier, pair.earlier_place), (pair.later, pair.later_place)
            found = [
                self._last_deal(numbers[session], table.unit, pair.seats, place) for session, place in places
            ]
            return [each for each in found if each is not None] if None not in found else []
        return []

    def of_repeated(self, repeated: Iterable[RepeatedDeals]) -> list[ShownHand]:
        """Hands of equal deals, both of each pair, at most twenty."""
        pairs = ((of_seats, pair) for of_seats in repeated for pair in of_seats.pairs)
        return self.of_deals(
            (of_seats, session, place)
            for of_seats, pair in islice(pairs, MOST_HANDS // 2)
            for session, place in _both(pair)
        )

    def of_deals(self, deals: Iterable[tuple[RepeatedDeals, str, int]]) -> list[ShownHand]:
        """Hands of deals by what they are among, their session, and their place there; at most twenty."""
        numbers, found = self._numbers(), dict[int, list[Place]]()
        for of_seats, session, place in deals:
            deal = self._deal(numbers[session], of_seats, place)
            if deal is not None and deal.place not in found.setdefault(numbers[session], []):
                found[numbers[session]].append(deal.place)
        return self._shown(found)[:MOST_HANDS]

    def of_table(self, table: TableInPart) -> list[ShownHand]:
        """Hands of deals that are equal in part, both of each pair, at most twenty."""
        numbers = self._numbers()
        found: dict[int, list[Place]] = {}
        for pair in table.pairs[: MOST_HANDS // 2]:
            for session, place in ((pair.earlier, pair.earlier_place), (pair.later, pair.later_place)):
                deal = self._last_deal(numbers[session], table.unit, pair.seats, place)
                if deal is not None and deal.place not in found.setdefault(numbers[session], []):
                    found[numbers[session]].append(deal.place)
        return self._shown(found)[:MOST_HANDS]

    def _numbers(self) -> dict[str, int]:
        return {each.sums.session: each.session for each in self._kept if each.session is not None}

    def _by_weight(self, unit: ScreenedUnit) -> list[int]:
        """Sessions that have rows of a unit, the ones with the largest e first."""
        weights, counted = [], counted_coding(unit.rows)
        for kept in self._kept:
            rows = [row for row in kept.statistics.rows.get(unit.entry.code, ()) if row.unit == unit.unit]
            own = [row for row in rows if row.coding == counted]
            if own and kept.session is not None:
                weights.append((-weight_of(own), kept.session))
        return [session for _, session in sorted(weights)]

    def _hands(self, session: int, unit: ScreenedUnit) -> list[Place]:
        found: dict[int, int] = {}
        of_hands, counted = unit.entry.indicator.reads == "hands", counted_coding(unit.rows)
        for screened in self._log(session) if of_hands else ():
            if screened.game in unit.entry.indicator.games:
                for row, hands in unit.entry.rows(screened):
                    if (row.unit, row.coding) == (unit.unit, counted):
                        found.update(_places(screened, hands.tolist()))
        return sorted((number, line) for line, number in found.items())

    def _deal(self, session: int, alike: RepeatedDeals, place: int) -> DealFound | None:
        """The hand of a deal by the place of its digest among those of its kind in the log."""
        entry = indicators_by_code()[_REPEATED]
        for screened in self._log(session):
            if screened.game in entry.indicator.games:
                for row, hands in entry.rows(screened):
                    if not isinstance(row, DealRow) or (row.seats, row.shape) != (alike.seats, alike.shape):
                        continue
                    if place < len(hands):
                        return DealFound(screened, int(hands[place]))
                    place -= len(hands)
        return None

    def _last_deal(self, session: int, table: Unit, seats: int, place: int) -> DealFound | None:
        """The hand of a deal by its place among the last ones of a table with so many seats."""
        entry = indicators_by_code()[_REPEATED]
        for screened in self._log(session):
            for row, hands in entry.rows(screened) if screened.game in entry.indicator.games else ():
                if (
                    isinstance(row, HeldRow)
                    and (row.unit, row.seats) == (table, seats)
                    and place < len(hands)
                ):
                    return DealFound(screened, int(hands[place]))
        return None

    def _log(self, session: int) -> list[ScreenedSession]:
        if session not in self._read:
            found, snapshot = self._log_of(session), self._registry.snapshot()
            library, room = snapshot.of_room(found.room), snapshot.rooms.get(found.room)
            try:
                self._read[session] = screened_log(found.source(), library=library, room=room)
            except _UNREADABLE:
                self._read[session] = []
        return self._read[session]

    def _shown(self, found: dict[int, list[Place]]) -> list[ShownHand]:
        shown: list[ShownHand] = []
        for session, places in found.items():
            if places:
                shown += self._of_session(self._log_of(session), places)
        return sorted(shown, key=lambda each: (each.session, each.hand))

    def _of_session(self, log: LoggedSession, places: Sequence[Place]) -> Iterator[ShownHand]:
        kept = video_kept(self._registry.snapshot(), log.room, log.day, now())
        videos = _videos(log.source(), {line for _, line in places})
        until = kept.until if kept else None
        for number, line in places:
            yield ShownHand(log.session, number, line, videos.get(line), until)


def _places(screened: ScreenedSession, positions: Iterable[int]) -> dict[int, int]:
    """Numbers of hands by line."""
    hands = screened.hands
    return {int(hands.line[at]): int(hands.number[at]) for at in positions}


def _both(pair: RepeatedDeal) -> tuple[tuple[str, int], tuple[str, int]]:
    return (pair.session, pair.place), (pair.other, pair.other_place)


def _videos(source: LogSource, lines: set[int]) -> dict[int, str]:
    """References of videos by line, where the record has them."""
    found = {}
    for line, text in numbered_lines(source.chunks()):
        if line in lines and isinstance(video := getattr(decode_line(text), "video", None), str):
            found[line] = video
    return found
