"""Contributions, awards and prizes of a ranking that are not due."""

from __future__ import annotations

from fractions import Fraction

from rules.ledgers.ledger_records import Award, Contribution, RankingPayout
from rules.tournaments.points_due import as_text
from simulation.faults.figures import Figure
from simulation.ledgers.faults.ledger_fault_base import LedgerAltered, LedgerFamily, LedgersAltering
from simulation.ledgers.simulated_ledger_ranking import RANKING, ROYAL

FAMILY = LedgerFamily()


FAMILY.figure(
    "contribution-short", "contribution-differs", "A tournament gave less to the ranking than its share.",
    Figure(Contribution, "amount", more=(-10,)), where=lambda each: each.account == RANKING and each.amount > 10,
    restates="all",
)  # fmt: skip


FAMILY.figure(
    "royal-share-short", "contribution-differs", "A tournament gave less to the royal flush pool than its share.",
    Figure(Contribution, "amount", more=(-10,)), where=lambda each: each.account == ROYAL and each.amount > 10,
    restates="all",
)  # fmt: skip


@FAMILY.fault("award-wrong", "award-differs", restates="all")
def award_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A player was awarded three points more than the tournament makes."""
    found = ledgers.any_of(Award)
    if found is None:
        return None
    ledger, award = found
    true, award.points = award.points, as_text(Fraction(award.points) + 3) or 0
    return LedgerAltered(
        ledger=ledger, record=award, field="points", recorded=award.points, true=true, account=award.account,
        player=award.player,
    )  # fmt: skip


@FAMILY.fault("prize-short", "ranking-prize-differs", restates="balances")
def prize_short(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A prize of the quarter is too small."""
    found = ledgers.any_of(RankingPayout, lambda each: bool(each.prizes) and each.prizes[0].amount > 500)
    if found is None:
        return None
    ledger, payout = found
    prize = payout.prizes[0]
    true, prize.amount = prize.amount, prize.amount - 500
    return LedgerAltered(
        ledger=ledger, record=payout, field="prizes.amount", recorded=prize.amount, true=true, account=payout.account,
        player=prize.player,
    )  # fmt: skip


@FAMILY.fault("prize-left-out", "ranking-prize-differs", restates="balances")
def prize_left_out(ledgers: LedgersAltering) -> LedgerAltered | None:
    """One of the best of the quarter has no prize."""
    found = ledgers.any_of(RankingPayout, lambda each: len(each.prizes) > 1 and each.prizes[-1].amount > 0)
    if found is None:
        return None
    ledger, payout = found
    prize = payout.prizes.pop()
    return LedgerAltered(
        ledger=ledger, record=payout, field="prizes", true=prize.amount, account=payout.account, player=prize.player
    )  # fmt: skip


@FAMILY.fault("standing-wrong", "standing-differs")
def standing_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A prize states other points than the player was awarded in the quarter."""
    found = ledgers.any_of(RankingPayout, lambda each: bool(each.prizes))
    if found is None:
        return None
    ledger, payout = found
    prize = ledgers.random.choice(payout.prizes)
    true = prize.points
    assert isinstance(true, int | str)
    prize.points = as_text(Fraction(true) + 1) or 0
    return LedgerAltered(
        ledger=ledger, record=payout, field="prizes.points", recorded=prize.points, true=true, account=payout.account,
        player=prize.player,
    )  # fmt: skip


FAMILY.figure(
    "ranking-pool-wrong", "ranking-pool-differs", "The pool that a quarter divided is stated too high.",
    Figure(RankingPayout, "pool", more=(100,)), where=lambda each: isinstance(each.pool, int),
)  # fmt: skip
