"""Months of a room, one ledger each, day by day."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from rules.ledgers.ledger_days import books_of
from rules.ledgers.ledger_records import (
    FORMAT,
    Account,
    Close,
    Closing,
    Count,
    Diversion,
    Event,
    Ledger,
    RankingPayout,
)
from simulation.events.holdem import hands_of
from simulation.ledgers import jackpot, simulated_ledger_ranking
from simulation.ledgers.jackpot import JackpotRoom
from simulation.ledgers.ledger_request import LedgerRequest
from simulation.ledgers.simulated_ledger_ranking import RankingRoom
from simulation.ledgers.simulated_ledger_records import LedgerRecords, RoomRecords
from simulation.ledgers.simulated_ledger_statements import carry, rank

PROMOTIONS = "promotions"
CURRENCY = "EUR"

_YEAR, _QUARTER = 2026, 3
_ZONE = dt.timezone(dt.timedelta(hours=2))
_EVENTS, _LOGS = 3, 2  # of a month
_OPENINGS = {
    jackpot.ACCOUNT: (800_000, 2_400_000),
    simulated_ledger_ranking.ROYAL: (0, 90_000),
    PROMOTIONS: (300_000, 600_000),
}
_ADDED = (5_000, 10_000, 25_000)  # by the house, to the jackpot
_NOON, _CLOSED, _COUNTED = dt.timedelta(hours=12), dt.timedelta(hours=28, minutes=10), dt.timedelta(hours=29)
_FIRST, _LAST = (
    3,
    26,
)  # days on which logs, hits and events are: before the last days, so that an event's quarter is its own

Kind = Literal["jackpot", "ranking", "tournament_royal"]
_IDS: dict[Kind, str] = {
    "jackpot": jackpot.ACCOUNT,
    "ranking": simulated_ledger_ranking.RANKING,
    "tournament_royal": simulated_ledger_ranking.ROYAL,
}


@dataclass(frozen=True)
class Planned:
    """Days of a month with more than drops."""

    logs: frozenset[int]
    hit: int
    added: int
    events: frozenset[int]


@dataclass
class Months:
    request: LedgerRequest
    random: Random
    made: RoomRecords = field(default_factory=RoomRecords)

    def __post_init__(self) -> None:
        rulesets, room = self.request.rulesets, self.request.room
        self.jackpots: JackpotRoom | None = None
        self.rankings: RankingRoom | None = None
        if "jackpot" in rulesets:
            pool = rulesets["jackpot"].sections.jackpot_pool
            assert pool is not None
            hands = hands_of(rulesets["jackpot"])
            self.jackpots = JackpotRoom(room, pool, hands, CURRENCY, self.random, self.made.logs)
        if "ranking" in rulesets:
            royal = "tournament_royal" in rulesets
            self.rankings = RankingRoom(
                room, rulesets["ranking"], self.request.seed, self.random, royal, self.made.tournaments
            )

    def all(self) -> RoomRecords:
        for number in range(self.request.months):
            year, month = divmod(number, 12)
            self._month(number + 1, dt.date(_YEAR + year, month + 1, 1))
        self._restate()
        return self.made

    def _restate(self) -> None:
        points = self.request.rulesets["ranking"].sections.ranking_points if self.rankings else None
        rank(
            self.made.ledgers, {simulated_ledger_ranking.RANKING: points.prizes} if points is not None else {}
        )
        carry(self.made.ledgers)

    # ------------------------------------------------------------------ a month

    def _month(self, number: int, first: dt.date) -> None:
        days = calendar.monthrange(first.year, first.month)[1]
        ledger = LedgerRecords(self._header(number, first, first.replace(day=days)), Close(balances={}))
        self.made.ledgers.append(ledger)
        planned = self._planned()
        for day in range(1, days + 1):
            self._day(ledger, first.replace(day=day), planned)
        end = dt.datetime.combine(first.replace(day=days), dt.time(), _ZONE) + _COUNTED
        self._write(ledger, self._at_the_end(ledger, first, end))
        ledger.close.at = end.isoformat()

    def _header(self, number: int, first: dt.date, last: dt.date) -> Ledger:
        accounts = [
            Account(account=_IDS[kind], kind=kind, ruleset=str(self.request.rulesets[kind]), opening=self._opening(_IDS[kind]))
            for kind in _IDS
            if kind in self.request.rulesets
        ]  # fmt: skip
        accounts.append(Account(account=PROMOTIONS, kind="other", opening=self._opening(PROMOTIONS)))
        return Ledger(
            format=FORMAT, room=self.request.room, ledger=f"L-{first:%Y-%m}", currency=CURRENCY, accounts=accounts,
            number=number, from_=first.isoformat(), until=last.isoformat(), source="paper", recorded_by="cage-1",
        )  # fmt: skip

    def _opening(self, account: str) -> int:
        return self.random.randint(*_OPENINGS[account]) if account in _OPENINGS else 0

    def _planned(self) -> Planned:
        """Logs and hits on days apart, so that no day pays more than there is."""
        busy = self.random.sample(range(_FIRST, _LAST, 2), _LOGS + 1)
        events = self.random.sample(range(_FIRST, _LAST), _EVENTS)
        return Planned(
            frozenset(busy[:_LOGS]), busy[_LOGS], self.random.randint(_FIRST, _LAST), frozenset(events)
        )

    def _at_the_end(
        self, ledger: LedgerRecords, first: dt.date, end: dt.datetime
    ) -> Iterator[tuple[dt.datetime, Event]]:
        if self.rankings is not None and first.month % _QUARTER == 0:
            period = f"{first.year}-Q{first.month // _QUARTER}"
            yield (
                end - dt.timedelta(minutes=20),
                RankingPayout(account=simulated_ledger_ranking.RANKING, period=period, prizes=[]),
            )
        for account in ledger.header.accounts:
            yield (
                end - dt.timedelta(minutes=10),
                Count(account=account.account, amount=0, counted_by=["cage-1", "s-12"]),
            )

    # ------------------------------------------------------------------ a day

    def _day(self, ledger: LedgerRecords, date: dt.date, planned: Planned) -> None:
        day = dt.datetime.combine(date, dt.time(), _ZONE)
        found = list(self._of_day(ledger, day, planned))
        self._write(ledger, sorted(found, key=lambda each: each[0]))

    def _of_day(
        self, ledger: LedgerRecords, day: dt.datetime, planned: Planned
    ) -> Iterator[tuple[dt.datetime, Event]]:
        if self.jackpots is not None:
            if day.day == planned.added:
                yield day + _NOON, self._added()
            if day.day in planned.logs:
                level, balance = self._level(ledger), self._balance(ledger, jackpot.ACCOUNT)
                yield from self.jackpots.logged(day, level, balance, len(self.made.logs) + 1)
            if day.day == planned.hit:
                self._balance(ledger, jackpot.ACCOUNT)
                yield from self.jackpots.hit(day, ledger)
            yield from self.jackpots.drops(day, self.random.randint(1, 3))
            yield day + _CLOSED, Closing(account=jackpot.ACCOUNT, day=day.date().isoformat(), balance=0)
        if self.rankings is not None and day.day in planned.events:
            yield from self.rankings.event(
                day, self._balance(ledger, simulated_ledger_ranking.ROYAL) if self.rankings.royal else 0
            )

    def _added(self) -> Diversion:
        return Diversion(
            from_=PROMOTIONS, to=jackpot.ACCOUNT, amount=self.random.choice(_ADDED), reason="promotion", approved=True,
            by="manager-1",
        )  # fmt: skip

    def _balance(self, ledger: LedgerRecords, account: str) -> int:
        self._restate()
        balance = books_of(ledger.file())[account].balance
        assert balance is not None
        return balance

    def _level(self, ledger: LedgerRecords) -> int:
        self._restate()
        return books_of(ledger.file())[jackpot.ACCOUNT].level

    def _write(self, ledger: LedgerRecords, lines: Iterable[tuple[dt.datetime, Event]]) -> None:
        for at, event in lines:
            event.at = at.isoformat()
            ledger.events.append(event)
