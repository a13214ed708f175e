"""Jackpot hits of a ledger against those of table logs, by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Hit
from rules.records.events import Jackpot
from rules.tournaments.tournament_logs import TournamentTableLog


class LogHit(NamedTuple):
    """A hit of a table log. amounts: paid to seats."""

    log: TournamentTableLog
    line: int
    event: Jackpot

    @property
    def amounts(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for each in self.event.payouts if self.event.payouts is not UNSET else ():
            found[each.seat] = found.get(each.seat, 0) + each.amount
        return found


class SeatByLedger(NamedTuple):
    """Payment to a seat by ledger and log. seat None: all seats together."""

    seat: int | None
    player: str | None
    stated: int
    logged: int


def hits_of(logs: Iterable[TournamentTableLog]) -> Iterator[LogHit]:
    """Hits of logs in order."""
    for log in logs:
        for line, event in log.jackpots:
            if event.kind == "hit":
                yield LogHit(log, line, event)


def in_log(hit: Hit, logs: Iterable[TournamentTableLog]) -> LogHit | None:
    """A ledger's hit in the log of its hand; None: not given, or not there."""
    return next((each for each in hits_of(logs) if _is_same(hit, each)), None)


def is_booked(hit: LogHit, file: LedgerFile) -> bool | None:
    """Whether a ledger has a log's hit; None: it may be one without a recorded hand."""
    of_kind = [each for _, each in file.events if isinstance(each, Hit) and each.jackpot == hit.event.hit]
    if any(_is_same(each, hit) for each in of_kind):
        return True
    session = hit.log.session.session
    return None if any(_may_be(each, session) for each in of_kind) else False


def _may_be(hit: Hit, session: str) -> bool:
    return hit.session is UNSET or (hit.hand is UNSET and hit.session == session)


def _is_same(hit: Hit, other: LogHit) -> bool:
    mine = (hit.session, hit.hand, hit.jackpot)
    return mine == (other.log.session.session, other.event.hand, other.event.hit)


def seats_of(hit: Hit, logged: LogHit) -> list[SeatByLedger] | None:
    """Payments of a hit by ledger and log, by seat, or in all where the ledger has only the total; None: it has no amount."""
    amounts = logged.amounts
    if all(each.amount is UNSET for each in hit.seats):
        return None if hit.amount is UNSET else [SeatByLedger(None, None, hit.amount, sum(amounts.values()))]
    found = [
        SeatByLedger(
            each.seat, each.player, 0 if each.amount is UNSET else each.amount, amounts.get(each.seat, 0)
        )
        for each in hit.seats
    ]
    there = {each.seat for each in hit.seats}
    return found + [
        SeatByLedger(seat, None, 0, amount) for seat, amount in amounts.items() if seat not in there
    ]
