"""Rake and drop due, by pot (OLY-2.36 to OLY-2.40).

The main pot bears the rake of its own amount, each side pot its addition. Under a mere limit the recorded amount is due.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.controls.sections.pots import PotDrop, PotFees, PotRake
from rules.pot_hands import GAMES, Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import count_of, sum_of
from rules.replay.pots.betting.hand_outcome import Circumstances, FeesOnRecord, HandOutcome
from rules.replay.pots.betting.side_pots import Layers
from rules.replay.pots.showdown.compared_hands import Games
from rules.times import NOT_RECORDED

BP = 10_000


class PotFeesDue(Struct, frozen=True, eq=False):
    """Rake and drop due of H hands with P pots; NOT_RECORDED where unknown."""

    rake: Ints  # (H,)
    by_pot: Ints  # (H, P) 0 beyond the pots of a hand
    drop: Ints  # (H,) from the main pot
    street: Flags  # (H,) the table takes part in the jackpots, and the street was dealt without which there is none

    def net(self, amounts: Ints) -> tuple[Ints, Flags]:
        """(H, P) pots after rake and drop; where this is known."""
        known = self.by_pot != NOT_RECORDED
        known[:, 0] &= self.drop != NOT_RECORDED
        left = amounts - self.by_pot
        left[:, 0] -= self.drop
        return left, known


def fees_due(
    outcome: HandOutcome, under: Circumstances, pots: Layers, fees: PotFees, games: Games, shared: Flags
) -> PotFeesDue:
    """Rake and drop of each hand. shared (H,): several runs' boards divide the pot."""
    raked, street = _conditions(outcome, under, fees, games)
    plays = ~under.void & ~under.tournament
    raked &= ~under.void if fees.rake is not None and fees.rake.tournaments else plays
    drop = fees.drop
    dropped = street & plays & (players(outcome, under, drop.counts) >= (drop.min_players or 0))
    before = _drop(drop, pots.amounts[:, 0], dropped) if _net_of_drop(fees.rake) else None
    rake, by_pot = _rake(outcome, under, pots, fees.rake, raked, before, shared)
    if drop.as_recorded:
        taken = _recorded_drop(under.fees, pots, by_pot, plays)
    elif before is not None:
        taken = before
    else:
        taken = _drop_after(drop, under.fees, pots, by_pot[:, 0], dropped)
    known = pots.known & np.array([name in games for name in GAMES])[under.game]
    known &= _streets_known(outcome, under, fees, games)
    return PotFeesDue(
        rake=np.where(known, rake, NOT_RECORDED),
        by_pot=np.where(known[:, None] | ~pots.there, by_pot, NOT_RECORDED),
        drop=np.where(known, taken, NOT_RECORDED),
        street=street & plays,
    )


def _conditions(
    outcome: HandOutcome, under: Circumstances, fees: PotFees, games: Games
) -> tuple[Flags, Flags]:
    kinds = [games[name].kind if name in games else "" for name in GAMES]
    of = {kind: np.array([each == kind for each in kinds])[under.game] for kind in ("flop", "stud", "draw")}
    street = outcome.reached_flop | (of["flop"] & (fees.no_flop.flop is None))
    street |= of["stud"] & (fees.no_flop.stud is None)
    raked = np.where(of["draw"], fees.no_flop.draw != "none", street)
    if fees.rake is not None and fees.rake.time_replaces:
        raked &= ~under.timed
    return raked, under.jackpots & np.where(of["draw"], fees.no_flop.draw == "both", street)


def _streets_known(outcome: HandOutcome, under: Circumstances, fees: PotFees, games: Games) -> Flags:
    needs = {"flop": fees.no_flop.flop is not None, "stud": fees.no_flop.stud is not None, "draw": False}
    needed = np.array([needs.get(games[name].kind, False) if name in games else False for name in GAMES])
    if outcome.streets_known is None:
        return np.ones(len(outcome), np.bool_)
    found: Flags = outcome.streets_known | ~needed[under.game]
    return found


def players(outcome: HandOutcome, under: Circumstances, counts: str) -> Ints:
    """(H,) players at the table: dealt_in, seated, or present."""
    counted = {
        "dealt_in": outcome.dealt,
        "seated": under.seated,
        "present": outcome.dealt & ~under.away,
    }
    return count_of(counted[counts]).astype(np.int64)


def _drop(drop: PotDrop, main: Ints, dropped: Flags) -> Ints:
    if drop.money is None:
        return np.zeros_like(main)
    enough = np.where(main >= drop.money, drop.money, 0 if drop.short == "skip" else main)
    return np.where(dropped, enough, 0)


def _drop_after(drop: PotDrop, fees: FeesOnRecord, pots: Layers, rake: Ints, dropped: Flags) -> Ints:
    main, borne_by = pots.amounts[:, 0], borne(fees, pots)
    most, least = (
        _drop(drop, main - np.where(rake == NOT_RECORDED, of_pot[:, 0], rake), dropped) for of_pot in borne_by
    )
    return np.where(most == least, most, NOT_RECORDED)


def _net_of_drop(rake: PotRake | None) -> bool:
    return rake is not None and rake.of == "net_of_drop"


def _rake(
    outcome: HandOutcome,
    under: Circumstances,
    pots: Layers,
    rake: PotRake | None,
    raked: Flags,
    drop: Ints | None,
    shared: Flags,
) -> tuple[Ints, Ints]:
    if rake is None:
        return np.zeros(len(raked), np.int64), np.zeros_like(pots.amounts)
    base = pots.amounts.copy()
    if drop is not None:
        base[:, 0] -= drop
    due = np.where(raked[:, None], _scheduled(rake, base, under.special_rake, outcome, shared), 0)
    if rake.mode == "at_most":
        return _as_recorded(under.fees, pots, sum_of(due))
    return sum_of(due), due


def _scheduled(rake: PotRake, base: Ints, special: Flags, outcome: HandOutcome, shared: Flags) -> Ints:
    if rake.runs == "once" or not shared.any():
        return _as_built(rake, base, special)
    runs = np.where(shared, outcome.runs, 1)
    chip = np.maximum(outcome.chip, 1)[:, None]
    share = base // (runs[:, None] * chip) * chip
    first = base - share * (runs[:, None] - 1)
    due: Ints = _as_built(rake, first, special) + _as_built(rake, share, special) * (runs - 1)[:, None]
    return due


def _as_built(rake: PotRake, base: Ints, special: Flags) -> Ints:
    if rake.base == "per_pot":
        return _of(rake, base, special)
    running = _of(rake, np.cumsum(base, axis=1), special)
    due: Ints = np.diff(running, axis=1, prepend=0)
    return due


def _of(rake: PotRake, amounts: Ints, special: Flags) -> Ints:
    due = amounts
    if rake.step_money is not None:
        due = amounts // rake.step_money * (rake.per_step or 0)
    elif rake.bp is not None:
        due = (amounts * rake.bp * 2 + (BP if rake.rounding == "nearest" else 0)) // (BP * 2)
    if rake.cap is not None:
        due = np.where(special[:, None], due, np.minimum(due, rake.cap))
    most = rake.cap if rake.special_cap is None else rake.special_cap
    if most is None:
        return due
    if rake.special == "flat" and rake.cap is not None:
        due = np.where(special[:, None] & (due >= rake.cap), most, due)
    return np.where(special[:, None], np.minimum(due, most), due)


def _as_recorded(fees: FeesOnRecord, pots: Layers, most: Ints) -> tuple[Ints, Ints]:
    by_pot, total, placed = recorded_rake(fees, pots)
    stated = fees.recorded | (most == 0)
    due = np.where(stated, np.minimum(total, most), NOT_RECORDED)
    running = np.minimum(np.cumsum(by_pot, axis=1), most[:, None])
    known = (stated & (placed | (due == 0)))[:, None] | ~pots.there
    return due, np.where(known, np.diff(running, axis=1, prepend=0), NOT_RECORDED)


def recorded_rake(fees: FeesOnRecord, pots: Layers) -> tuple[Ints, Ints, Flags]:
    """Recorded rake by pot (H, P) and in all (H,); where each rake's pot is known (H,)."""
    by_pot, total = np.zeros_like(pots.amounts), np.zeros(len(pots.count), np.int64)
    rows = np.flatnonzero(~fees.jackpot & (fees.amount != NOT_RECORDED))
    hand, amount = fees.hand[rows], fees.amount[rows]
    np.add.at(total, hand, amount)
    named = fees.pot[rows]
    pot = np.where(pots.count[hand] <= 1, 0, named)
    fits = (pot >= 0) & (pot < by_pot.shape[1])
    np.add.at(by_pot, (hand[fits], pot[fits]), amount[fits])
    placed = np.ones(len(total), np.bool_)
    placed[hand[~fits & (amount != 0)]] = False
    return by_pot, total, placed


def borne(fees: FeesOnRecord, pots: Layers) -> tuple[Ints, Ints]:
    """(H, P) least and most of the recorded rake that each pot can have borne."""
    by_pot, total, placed = recorded_rake(fees, pots)
    elsewhere = sum_of(pots.amounts)[:, None] - pots.amounts
    least = np.maximum(total[:, None] - elsewhere, 0)
    most = np.minimum(total[:, None], pots.amounts)
    return np.where(placed[:, None], by_pot, least), np.where(placed[:, None], by_pot, most)


def recorded_drop(fees: FeesOnRecord, hands: int) -> Ints:
    """(H,) recorded jackpot fees; 0: none."""
    total = np.zeros(hands, np.int64)
    rows = np.flatnonzero(fees.jackpot & (fees.amount != NOT_RECORDED))
    np.add.at(total, fees.hand[rows], fees.amount[rows])
    return total


def _recorded_drop(fees: FeesOnRecord, pots: Layers, by_pot: Ints, plays: Flags) -> Ints:
    left = pots.amounts[:, 0] - np.maximum(by_pot[:, 0], 0)
    taken = np.minimum(recorded_drop(fees, len(left)), left)
    return np.where(fees.recorded, np.where(plays, taken, 0), NOT_RECORDED)
