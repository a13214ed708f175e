"""Jackpots on another level, in another amount, to others, or without a hit."""

from __future__ import annotations

from itertools import pairwise

from rules.ledgers.ledger_records import Hit, HitSeat, Payout
from simulation.faults.figures import Figure
from simulation.ledgers.faults.ledger_fault_base import LedgerAltered, LedgerFamily, LedgersAltering, moment
from simulation.ledgers.simulated_ledger_records import LedgerRecords

FAMILY = LedgerFamily()


def _held(hit: Hit, role: str) -> HitSeat:
    return next(each for each in hit.seats if each.role == role)


def _payouts(ledger: LedgerRecords, hit: Hit) -> list[Payout]:
    return [each for each in ledger.events if isinstance(each, Payout) and each.hit == hit.hit]


@FAMILY.fault("hit-amount-wrong", "hit-amount-differs", restates="balances")
def hit_amount_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A jackpot paid 30 euros more than is due, to the one who gets most."""
    last = ledgers.of(Hit, lambda each: ledgers.unlogged(each) and not ledgers.matters(moment(each), None))
    if not last:
        return None
    ledger, hit = last[0]
    seat = _held(hit, "loser" if hit.jackpot == "bad_beat" else "royal")
    payout = next(each for each in _payouts(ledger, hit) if each.player == seat.player)
    assert isinstance(hit.amount, int) and isinstance(seat.amount, int)
    true = hit.amount
    hit.amount, seat.amount, payout.amount = true + 3_000, seat.amount + 3_000, payout.amount + 3_000
    ledgers.touched.append(payout)
    return LedgerAltered(
        ledger=ledger, record=hit, field="amount", recorded=hit.amount, true=true, account=hit.account,
        player=seat.player, also=[("payout-differs", hit)],
    )  # fmt: skip


FAMILY.figure(
    "hit-on-the-running-pool", "hit-level-differs", "A hit states the pool at its moment as its level.",
    Figure(Hit, "level", more=(8_300,)),
)  # fmt: skip


@FAMILY.fault("shares-exchanged", "hit-share-differs")
def shares_exchanged(ledgers: LedgersAltering) -> LedgerAltered | None:
    """The book has the shares of the loser and of a winner of a bad beat the wrong way round."""
    found = ledgers.any_of(Hit, lambda each: each.jackpot == "bad_beat" and ledgers.unlogged(each))
    if found is None:
        return None
    ledger, hit = found
    loser, winner = _held(hit, "loser"), _held(hit, "winner")
    loser.amount, winner.amount = winner.amount, loser.amount
    return LedgerAltered(
        ledger=ledger, record=hit, field="seats.amount", recorded=loser.amount, true=winner.amount, account=hit.account,
        player=loser.player,
    )  # fmt: skip


@FAMILY.fault("hit-with-five-players", "hit-not-qualified")
def hit_with_five_players(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A jackpot was paid in a hand to which too few were dealt in."""
    rules = ledgers.request.rulesets.get("jackpot")
    found = ledgers.any_of(Hit)
    if rules is None or rules.sections.jackpot_pool is None or found is None:
        return None
    ledger, hit = found
    true, hit.players = hit.players, rules.sections.jackpot_pool.players.least - 1
    return LedgerAltered(
        ledger=ledger, record=hit, field="players", recorded=hit.players, true=true, account=hit.account
    )


@FAMILY.fault("payout-without-hit", "payout-without-hit")
def payout_without_hit(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A player was paid for a hit that does not exist."""
    found = ledgers.any_of(Payout, lambda each: isinstance(each.hit, str))
    if found is None:
        return None
    ledger, other = found
    payout = Payout(account=other.account, player=other.player, amount=100, hit="H-none", receipt="J0")
    ledgers.insert(ledger, payout, other)
    return LedgerAltered(
        ledger=ledger, record=payout, field="hit", recorded="H-none", account=other.account, player=other.player
    )  # fmt: skip


@FAMILY.fault("payout-short", "payout-differs")
def payout_short(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A player got less of a jackpot than is due."""
    hits = ledgers.of(Hit)
    pairs = [
        (ledger, hit, payout)
        for ledger, hit in hits
        for payout in _payouts(ledger, hit)
        if payout.amount > 500 and not ledgers.is_touched(payout)
    ]
    if not pairs:
        return None
    ledger, hit, payout = ledgers.random.choice(pairs)
    true, payout.amount = payout.amount, payout.amount - 500
    ledgers.touched.append(payout)
    return LedgerAltered(
        ledger=ledger, record=hit, field="payout.amount", recorded=payout.amount, true=true, account=hit.account,
        player=payout.player,
    )  # fmt: skip


FAMILY.figure(
    "royal-payout-short", "payout-differs", "A player got less of a tournament's royal flush pool than is due.",
    Figure(Payout, "amount", more=(-20,)), where=lambda each: isinstance(each.tournament, str) and each.amount > 20,
    restates="balances",
)  # fmt: skip


@FAMILY.fault("receipt-of-two-players", "receipt-repeated")
def receipt_of_two_players(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A payout has the receipt of another player."""
    for (ledger, first), (other, second) in pairwise(ledgers.of(Payout)):
        if ledger is other and first.player != second.player:
            true, second.receipt = second.receipt, first.receipt
            return LedgerAltered(
                ledger=ledger, record=second, field="receipt", recorded=second.receipt, true=true, account=second.account,
                player=second.player,
            )  # fmt: skip
    return None
