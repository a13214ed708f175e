"""Awards beside those due after fees: by pot and seat, run and half."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from rules.checks.pots.recorded_pots import as_numbered, award_columns, every_award_stated
from rules.checks.support.view_cache import shared
from rules.checks.support.views import PotView
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.pot_hands import GAMES, HALVES
from rules.replay.pots.block_replay import ReplayedPots

EVERY_POT = -1  # all pots of a hand together, where those on record are not the ones that the hand has
_RUNS = 1 << 12
_PARTS = _RUNS * (len(HALVES) + 1)
_POTS = _SEATS = 16  # more than a hand can have


class PotAwards(Struct, frozen=True):
    """Differing awards of a pot, by column; empty seats by the number of columns.

    Equal sums mean that runs or halves differ.
    """

    hand: int
    pot: int
    given: dict[int, int]
    due: dict[int, int]

    @property
    def over(self) -> dict[int, int]:
        """Excess by seat."""
        return {seat: more for seat in self.given if (more := self.given[seat] - self.due[seat]) > 0}

    @property
    def under(self) -> dict[int, int]:
        """Shortage by seat."""
        return {seat: less for seat in self.given if (less := self.due[seat] - self.given[seat]) > 0}

    @property
    def astray(self) -> int:
        """Money at the wrong seat, to nobody, or from nowhere."""
        return max(sum(self.over.values()), sum(self.under.values()))


class AwardsCompared(Struct, frozen=True, eq=False):
    """Awards compared. tested (H,): some pot could be compared, and every recorded one."""

    differ: list[PotAwards]
    tested: Flags
    shifted: Flags  # (H,) awards differ, and every seat has in all what it was due

    def hands(self, size: int) -> Flags:
        found = np.zeros(size, np.bool_)
        found[[each.hand for each in self.differ]] = True
        return found


@shared
def awards_compared(view: PotView) -> AwardsCompared:
    """Compare a block's awards; cached."""
    replayed = view.replayed
    pots, due = replayed.settled.pots, replayed.charged.awards
    whole = as_numbered(replayed)
    every_known = ~(pots.there & ~due.known).any(axis=1)
    together = ~whole & every_award_stated(replayed) & every_known & pots.known & (pots.count > 0)
    stated = _stated(replayed)
    by_pot = whole[:, None] & stated & due.known
    rows = _rows(replayed, by_pot, together)
    differ = list(_differing(rows, view.hands.seat.shape[1]))
    tested = np.where(whole, ~(stated & ~due.known).any(axis=1) & stated.any(axis=1), together)
    return AwardsCompared(differ, tested, _shifted(differ, len(view)))


def _stated(replayed: ReplayedPots) -> Flags:
    """(H, P) pots with awards on record."""
    pots = replayed.play.pot.pots
    amounts = replayed.settled.pots.amounts
    found: Flags = np.zeros(amounts.shape, np.bool_)
    fits = pots["pot"] < amounts.shape[1]
    rows = np.flatnonzero((pots["awards"] != NOT_RECORDED) & fits)
    found[pots.hand[rows], pots["pot"][rows]] = True
    return found


class _Rows(Struct, frozen=True, eq=False):
    """N awards: given (amount above 0) and due (below)."""

    hand: Ints
    pot: Ints
    part: Ints  # run and half, 0 where a pot's awards do not record them
    seat: Ints  # column
    amount: Ints
    given: Flags


def _rows(replayed: ReplayedPots, by_pot: Flags, together: Flags) -> _Rows:
    awards, due = replayed.play.pot.awards, replayed.charged.awards
    column = award_columns(replayed)
    nobody = replayed.hands.seat.shape[1]
    runs, halves = awards["run"], awards["half"]
    runs_recorded, halves_recorded = _by_parts(replayed, by_pot)
    mine = _compared(awards.hand, awards["pot"], by_pot, together)
    theirs = _compared(due.hand, due.pot, by_pot, together)
    hand = np.concatenate([awards.hand[mine], due.hand[theirs]])
    pot = np.concatenate([awards["pot"][mine], due.pot[theirs]])
    run = np.concatenate([np.clip(runs[mine], 0, _RUNS - 1), due.run[theirs]])
    of_due = _named_halves(replayed)[replayed.play.pot.game[due.hand[theirs]], due.half[theirs]]
    half = np.concatenate([halves[mine], of_due])
    pot = np.where(together[hand], EVERY_POT, pot)
    known = pot >= 0
    place = np.where(known, pot, 0)
    part = np.where(known & runs_recorded[hand, place], run, 0) * (len(HALVES) + 1)
    part += np.where(known & halves_recorded[hand, place], half + 1, 0)
    return _Rows(
        hand=hand,
        pot=pot,
        part=part,
        seat=np.concatenate([np.where(column[mine] < 0, nobody, column[mine]), due.seat[theirs]]),
        amount=np.concatenate([awards["amount"][mine], -due.amount[theirs]]),
        given=np.arange(len(hand)) < mine.sum(),
    )


def _compared(hand: Ints, pot: Ints, by_pot: Flags, together: Flags) -> Flags:
    fits = (pot >= 0) & (pot < by_pot.shape[1])
    found: Flags = together[hand] | (fits & by_pot[hand, np.where(fits, pot, 0)])
    return found


def _by_parts(replayed: ReplayedPots, by_pot: Flags) -> tuple[Flags, Flags]:
    """(H, P) contested pots whose awards all record runs, and halves."""
    awards, outcome, compared = replayed.play.pot.awards, replayed.outcome, replayed.settled.compared
    contested = by_pot & replayed.settled.won.contested
    found = [contested & (outcome.runs > 1)[:, None], contested & (compared.halves > 1)[:, None]]
    fits = awards["pot"] < by_pot.shape[1]
    for mask, recorded in zip(found, (awards["run"] >= 1, awards["half"] >= 0), strict=True):
        rows = np.flatnonzero(fits & ~recorded)
        mask[awards.hand[rows], awards["pot"][rows]] = False
    return found[0], found[1]


def _named_halves(replayed: ReplayedPots) -> Ints:
    """(games, halves) positions in HALVES; -1: whole."""
    games = replayed.play.games
    most = max((len(game.halves) for game in games if game is not None), default=1)
    found = np.full((len(GAMES), most), -1, np.int64)
    for place, game in enumerate(games):
        for at, half in enumerate(game.halves if game is not None else ()):
            found[place, at] = HALVES.index(half.name) if half.name in HALVES else -1
    return found


def _differing(rows: _Rows, nobody: int) -> Iterator[PotAwards]:
    if not len(rows.hand):
        return
    group = rows.hand * _POTS + rows.pot - EVERY_POT
    key = (group * _PARTS + rows.part) * _SEATS + rows.seat
    _, first, of = np.unique(key, return_index=True, return_inverse=True)
    total = np.zeros(len(first), np.int64)
    np.add.at(total, of, rows.amount)
    wrong = np.unique(group[first[total != 0]])
    for each in wrong.tolist():
        mine = np.flatnonzero(group == each)
        given = dict.fromkeys(range(nobody + 1), 0)
        due = dict.fromkeys(range(nobody + 1), 0)
        for seat, amount in zip(rows.seat[mine].tolist(), rows.amount[mine].tolist(), strict=True):
            if amount > 0:
                given[seat] += amount
            else:
                due[seat] -= amount
        some = [seat for seat in given if given[seat] or due[seat]]
        yield PotAwards(
            int(rows.hand[mine[0]]),
            int(rows.pot[mine[0]]),
            {seat: given[seat] for seat in some},
            {seat: due[seat] for seat in some},
        )


def _shifted(differ: list[PotAwards], size: int) -> Flags:
    sums: dict[int, dict[int, int]] = {}
    for each in differ:
        mine = sums.setdefault(each.hand, {})
        for seat in each.given:
            mine[seat] = mine.get(seat, 0) + each.given[seat] - each.due[seat]
    found = np.zeros(size, np.bool_)
    found[[hand for hand, mine in sums.items() if not any(mine.values())]] = True
    return found
