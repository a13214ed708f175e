"""A settled hand as plain dicts for `auditor replay`; None: unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.controls.sections.pots import Game
from rules.pot_hands import Flags
from rules.replay.pots.betting.hand_outcome import Circumstances, HandOutcome
from rules.replay.pots.division.pot_jackpots import PotJackpotDue
from rules.replay.pots.division.pot_settlement import Settled
from rules.replay.pots.division.pot_shares import Awards
from rules.times import NOT_RECORDED

Row = dict[str, Any]


def presented(
    settled: Settled,
    outcome: HandOutcome,
    under: Circumstances,
    numbers: NDArray[np.int8],
    stacks: NDArray[np.int64],
    game: Game | None,
    hand: int,
) -> Row:
    """A hand's seats, returned, pots, awards, rake, drop, show_order and jackpots. numbers, stacks: (H, S);
    game None: not in the ruleset.
    """
    number = numbers[hand]
    return {
        "seats": _seats(settled, outcome, numbers[hand], stacks[hand], hand),
        "returned": _returned(settled, number, hand),
        "pots": _pots(settled, number, hand),
        "awards": _awards(settled, number, game, hand),
        "rake": _known(settled.fees.rake[hand]),
        "drop": _known(settled.fees.drop[hand]),
        "show_order": [int(number[column]) for column in settled.show_order[hand] if column >= 0],
        "jackpots": _jackpots(settled, number, under, hand),
    }


def _known(amount: np.int64) -> int | None:
    return None if amount == NOT_RECORDED else int(amount)


def _numbers(number: NDArray[np.int8], which: Flags) -> list[int]:
    return [int(each) for each in number[which]]


def _seats(
    settled: Settled, outcome: HandOutcome, number: NDArray[np.int8], stack: NDArray[np.int64], hand: int
) -> list[Row]:
    rows = []
    for seat in np.flatnonzero(outcome.dealt[hand]).tolist():
        awarded_known, net_known = settled.awarded_known[hand, seat], settled.net_known[hand, seat]
        net = int(settled.net[hand, seat]) if net_known else None
        after = None if net is None or stack[seat] == NOT_RECORDED else int(stack[seat]) + net
        rows.append(
            {
                "seat": int(number[seat]),
                "put_in": _known(settled.pots.put_in[hand, seat]),
                "awarded": int(settled.awarded[hand, seat]) if awarded_known else None,
                "net": net,
                "stack_after": after,
            }
        )
    return rows


def _returned(settled: Settled, number: NDArray[np.int8], hand: int) -> list[Row] | None:
    if not settled.pots.chips_known[hand]:
        return None
    amounts = settled.pots.returned[hand]
    return [
        {"seat": int(number[seat]), "amount": int(amounts[seat])} for seat in np.flatnonzero(amounts).tolist()
    ]


def _pots(settled: Settled, number: NDArray[np.int8], hand: int) -> list[Row] | None:
    pots, won = settled.pots, settled.won
    if not pots.known[hand]:
        return None
    return [
        {
            "pot": pot,
            "amount": int(pots.amounts[hand, pot]),
            "eligible": _numbers(number, pots.eligible[hand, pot]) if pots.seats_known[hand] else None,
            "rake": _known(settled.fees.by_pot[hand, pot]),
            "drop": 0 if pot else _known(settled.fees.drop[hand]),
            "winners": _numbers(number, won.won[hand, pot].any(axis=(0, 1)))
            if won.known[hand, pot]
            else None,
        }
        for pot in range(int(pots.count[hand]))
    ]


def _awards(settled: Settled, number: NDArray[np.int8], game: Game | None, hand: int) -> list[Row] | None:
    awards, pots = settled.awards, settled.pots
    if not pots.known[hand] or (pots.there[hand] & ~awards.known[hand]).any():
        return None
    return award_rows(settled, awards, number, game, hand)


def award_rows(
    settled: Settled, awards: Awards, number: NDArray[np.int8], game: Game | None, hand: int
) -> list[Row]:
    """Awards of a hand in order, in minor units. number: (S,) seats by column."""
    first, after = np.searchsorted(awards.hand, [hand, hand + 1])
    rows = []
    for row in range(first, after):
        pot = int(awards.pot[row])
        shared = game is not None and len(game.halves) > 1 and settled.won.contested[hand, pot]
        rows.append(
            {
                "pot": pot,
                "run": int(awards.run[row]),
                "half": game.halves[int(awards.half[row])].name if game is not None and shared else "all",
                "seat": int(number[awards.seat[row]]),
                "amount": int(awards.amount[row]),
            }
        )
    return rows


def _jackpots(
    settled: Settled, number: NDArray[np.int8], under: Circumstances, hand: int
) -> list[Row] | None:
    """Jackpots of a hand; None where an unseen hand could have hit one."""
    found = []
    kinds = (
        ("bad_beat", settled.jackpots.bad_beat),
        ("royal_flush", settled.jackpots.royal_flush),
    )
    for kind, jackpot in kinds:
        if jackpot is None:
            continue
        if not jackpot.known[hand]:
            return None
        if jackpot.hit[hand]:
            found.append({"kind": kind, **_jackpot(jackpot, number, under, hand)})
    return found


def _jackpot(jackpot: PotJackpotDue, number: NDArray[np.int8], under: Circumstances, hand: int) -> Row:
    payouts = jackpot.payouts[hand]
    level_known = under.level[hand] != NOT_RECORDED
    return {
        "losers": _numbers(number, jackpot.losers[hand]),
        "winners": _numbers(number, jackpot.winners[hand]),
        "amount": _known(jackpot.amount[hand]),
        "payouts": [
            {"seat": int(number[seat]), "amount": int(payouts[seat])}
            for seat in np.flatnonzero(payouts).tolist()
        ]
        if level_known
        else None,
    }
