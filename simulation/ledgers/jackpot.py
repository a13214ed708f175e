"""Jackpot of a room: drops, hits with or without a log, payouts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from msgspec import UNSET, Struct, field

from rules.controls.ruleset import Ruleset
from rules.controls.sections.jackpot_pool import JackpotPool
from rules.ledgers.hits_due import hits_due
from rules.ledgers.ledger_days import books_of
from rules.ledgers.ledger_records import Drop, Event, Hit, HitSeat, Payout, Role
from rules.records.events import Jackpot
from rules.records.pot_records import PotHand
from simulation.can_be_simulated import possible
from simulation.ledgers.simulated_ledger_records import LedgerRecords, SessionLog
from simulation.session_request import SimulationRequest
from simulation.simulate_session import Simulated

ACCOUNT = "jackpot"
Line = tuple[dt.datetime, Event]

_HANDS = (40, 160)  # of a session that is dropped without a log
_LOGGED, _COOLERS = 30, 0.05  # hands of a log, and the share of them that are dealt to hit a jackpot
_SEATS = (6, 9)
_OPENS, _HIT, _PAID = dt.timedelta(hours=18), dt.timedelta(hours=21, minutes=17), dt.timedelta(minutes=20)
_DROPPED = dt.timedelta(hours=27, minutes=30)


class JackpotRoom(Struct):
    """Tables of a room. hands: ruleset. numbers: hits and receipts so far."""

    room: str
    pool: JackpotPool
    hands: Ruleset
    currency: str
    random: Random
    logs: list[SessionLog] = field(default_factory=list)
    hits: int = 0
    receipts: int = 0

    def drops(self, day: dt.datetime, tables: int) -> Iterator[Line]:
        """A day's drops of tables without a log, counted in the night."""
        for table in range(2, tables + 2):
            hands = self.random.randint(*_HANDS)
            amount = hands * self.pool.drop.money - 10 * self.random.randint(0, 30)
            session = f"{day.date()}-T{table}"
            yield day + _DROPPED, Drop(account=ACCOUNT, session=session, hands=hands, amount=amount)

    # ------------------------------------------------------------------ a table with its log

    def logged(self, day: dt.datetime, level: int, balance: int, number: int) -> Iterator[Line]:
        """Drop, hits and payouts of a table with a log. level: of the last closing."""
        log = self._log(day, level, number, _COOLERS)
        if sum(_paid(each) for each in _hits_of(log)) > balance:
            log = self._log(day, level, number, 0.0)
        self.logs.append(log)
        for each in _hits_of(log):
            yield from self._booked(log, each, level)
        fees = [
            fee.amount
            for hand in log.records
            if isinstance(hand, PotHand) and isinstance(hand.fees, list)
            for fee in hand.fees
            if fee.kind == "jackpot"
        ]
        drop = Drop(account=ACCOUNT, session=log.session.session, hands=len(fees), amount=sum(fees))
        yield day + _DROPPED, drop

    def _log(self, day: dt.datetime, level: int, number: int, coolers: float) -> SessionLog:
        pots = self.hands.sections.pot
        assert pots is not None, "a jackpot is of pot games"
        request = SimulationRequest(
            self.hands, _LOGGED, 1_000 * day.toordinal() + number, players=(7, 8), room=self.room, table="T1",
            session=f"{day.date()}-T1", number=number, currency=self.currency, opened_at=(day + _OPENS).isoformat(),
            level=level, coolers=coolers, game=next(iter(pots.games)),
        )  # fmt: skip
        return SessionLog([each for block in Simulated(possible(request)).events() for each in block])

    def _booked(self, log: SessionLog, event: Jackpot, level: int) -> Iterator[Line]:
        hand = next(each for each in log.records if isinstance(each, PotHand) and each.hand == event.hand)
        assert event.hit is not UNSET
        got = _amounts(event)
        roles = _roles(event.hit, got)
        seats = [
            HitSeat(seat=each.seat, player=each.player, role=roles.get(each.seat, UNSET), amount=got.get(each.seat, 0))
            for each in hand.seats
        ]  # fmt: skip
        dealt = sum(each.status is UNSET for each in hand.seats)
        self.hits += 1
        hit = Hit(
            hit=f"H{self.hits}", account=ACCOUNT, jackpot=event.hit, session=log.session.session, hand=event.hand,
            game=hand.game, players=dealt, level=level, amount=_paid(event), seats=seats,
        )  # fmt: skip
        at = dt.datetime.fromisoformat(event.at)
        yield at, hit
        yield from self._payouts(at + _PAID, hit)

    # ------------------------------------------------------------------ a table without a log

    def hit(self, day: dt.datetime, ledger: LedgerRecords) -> Iterator[Line]:
        """A hit at a table without a log, and its payouts. ledger: as before it."""
        count = self.random.randint(*_SEATS)
        which: Literal["bad_beat", "royal_flush"] = self.random.choice(
            ("bad_beat", "bad_beat", "royal_flush")
        )
        seats = sorted(self.random.sample(range(1, 11), count))
        names = self.random.sample(range(0x1000, 0x10000), count)
        roles = self._who(which, seats)
        self.hits += 1
        hit = Hit(
            hit=f"H{self.hits}", account=ACCOUNT, jackpot=which, session=f"{day.date()}-T2",
            hand=self.random.randint(5, 40), game="holdem", players=self.random.randint(6, count),
            seats=[
                HitSeat(seat=seat, player=f"p-{name:04x}", role=roles.get(seat, UNSET))
                for seat, name in zip(seats, names, strict=True)
            ],
        )  # fmt: skip
        self._settle(hit, ledger)
        yield day + _HIT, hit
        yield from self._payouts(day + _HIT + _PAID, hit)

    def _who(self, which: str, seats: list[int]) -> dict[int, Role]:
        if which == "royal_flush":
            return {self.random.choice(seats): "royal"}
        loser, *winners = self.random.sample(seats, self.random.choice((2, 2, 3)))
        found: dict[int, Role] = {loser: "loser"}
        return found | dict.fromkeys(winners, "winner")

    def _settle(self, hit: Hit, ledger: LedgerRecords) -> None:
        file = LedgerRecords(ledger.header, ledger.close, [*ledger.events, hit]).file()
        due = hits_due(file, books_of(file), {ACCOUNT: self.pool})[-1]
        assert due.level is not None and due.amount is not None and due.shares is not None
        hit.level, hit.amount = due.level, due.amount
        for seat in hit.seats:
            seat.amount = due.shares[seat.seat]

    def _payouts(self, at: dt.datetime, hit: Hit) -> Iterator[Line]:
        for each in hit.seats:
            if isinstance(each.amount, int) and each.amount:
                self.receipts += 1
                yield at, Payout(
                    account=ACCOUNT, player=each.player, amount=each.amount, hit=hit.hit, receipt=f"J{self.receipts}"
                )  # fmt: skip


def _hits_of(log: SessionLog) -> list[Jackpot]:
    return [each for each in log.records if isinstance(each, Jackpot) and each.kind == "hit"]


def _paid(event: Jackpot) -> int:
    return sum(_amounts(event).values())


def _amounts(event: Jackpot) -> dict[int, int]:
    payouts: Any = event.payouts
    return {each.seat: each.amount for each in payouts}


def _roles(which: str, got: dict[int, int]) -> dict[int, Role]:
    """Roles by payments: loser, then winner, then table."""
    if which == "royal_flush":
        return dict.fromkeys(got, "royal")
    loser, winner = sorted(got, key=lambda seat: -got[seat])[:2]
    return {loser: "loser", winner: "winner"}
