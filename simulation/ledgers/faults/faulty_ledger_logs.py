"""Logs of tables that do not fit the ledger."""

from __future__ import annotations

from typing import Any

from rules.ledgers.ledger_records import Drop, Hit
from rules.records.events import Jackpot
from rules.records.events import Payout as LogPayout
from rules.records.pot_records import PotHand
from simulation.ledgers.faults.ledger_fault_base import LedgerAltered, LedgerFamily, LedgersAltering
from simulation.ledgers.simulated_ledger_records import SessionLog

FAMILY = LedgerFamily()


def _any_log(ledgers: LedgersAltering) -> SessionLog | None:
    free = [
        log for log in ledgers.made.logs if not any(ledgers.is_touched(each) for each in (log, *log.records))
    ]
    return ledgers.random.choice(free) if free else None


@FAMILY.fault("fee-missing-in-log", "drop-differs-from-fees")
def fee_missing_in_log(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A hand of a log paid less for the jackpot than the drop has of it."""
    log = _any_log(ledgers)
    if log is None:
        return None
    fees: list[Any] = [
        fee
        for hand in log.records
        if isinstance(hand, PotHand) and isinstance(hand.fees, list)
        for fee in hand.fees
        if fee.kind == "jackpot" and fee.amount > 10
    ]
    ledger = ledgers.ledger_of(log)
    drops = [each for each in ledger.events if isinstance(each, Drop) and each.session == log.session.session]
    if not fees or not drops or ledgers.is_touched(drops[-1]):
        return None
    fee = ledgers.random.choice(fees)
    true, fee.amount = fee.amount, fee.amount - 10
    ledgers.touched.append(log)
    return LedgerAltered(
        ledger=ledger, record=drops[-1], field="fees.amount", recorded=fee.amount, true=true, account=drops[-1].account
    )  # fmt: skip


@FAMILY.fault("level-in-log-wrong", "closing-differs-from-log")
def level_in_log_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A table was given another level than that of the last closing."""
    log = _any_log(ledgers)
    if log is None:
        return None
    event = next(each for each in log.records if isinstance(each, Jackpot) and each.kind == "close")
    assert isinstance(event.level, int)
    true, event.level = event.level, event.level - 7_000
    ledgers.touched.append(log)
    return LedgerAltered(
        ledger=ledgers.ledger_of(log), record=event, log=log, field="level", recorded=event.level, true=true
    )  # fmt: skip


@FAMILY.fault("hit-paid-to-others-in-log", "hit-differs-from-log")
def hit_paid_to_others_in_log(ledgers: LedgersAltering) -> LedgerAltered | None:
    """By the log, a part of a jackpot went to another seat."""
    for log in ledgers.made.logs:
        for event in log.records:
            found = isinstance(event, Jackpot) and event.kind == "hit" and _booked(ledgers, log, event)
            if found and not ledgers.is_touched(log):
                ledger, hit = found
                other = next(each for each in hit.seats if each.seat != event.payouts[0].seat)
                true = event.payouts[0].amount
                event.payouts[0].amount = true - 100
                event.payouts.append(LogPayout(seat=other.seat, player=other.player, amount=100))
                ledgers.touched.append(log)
                return LedgerAltered(
                    ledger=ledger, record=hit, field="payouts.amount", recorded=true - 100, true=true,
                    account=hit.account, player=event.payouts[0].player,
                )  # fmt: skip
    return None


def _booked(ledgers: LedgersAltering, log: SessionLog, event: Jackpot) -> Any:
    """Hit of a ledger for one of a log; None: touched by a fault."""
    key = (log.session.session, event.hand, event.hit)
    return next((each for each in ledgers.of(Hit) if (each[1].session, each[1].hand, each[1].jackpot) == key), None)  # fmt: skip


@FAMILY.fault("hit-not-booked", "hit-not-booked")
def hit_not_booked(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A log has a royal flush of which the ledger has no hit."""
    log = _any_log(ledgers)
    if log is None:
        return None
    paid = {each.hand for each in log.records if isinstance(each, Jackpot)}
    hands = [each for each in log.records if isinstance(each, PotHand) and each.hand not in paid]
    if not hands:
        return None
    hand = ledgers.random.choice(hands)
    seat = hand.seats[0]
    event = Jackpot(
        at=str(hand.ended_at), kind="hit", hit="royal_flush", hand=hand.hand,
        payouts=[LogPayout(seat=seat.seat, player=seat.player, amount=50_000)],
    )  # fmt: skip
    place = next(place for place, each in enumerate(log.records) if each is hand)
    log.records.insert(place + 1, event)
    ledgers.touched.append(log)
    return LedgerAltered(
        ledger=ledgers.ledger_of(log), record=event, log=log, field="hit", recorded="royal_flush", player=seat.player
    )  # fmt: skip
