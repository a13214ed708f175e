"""Conduct that is planted into evenings of hold'em with eight players. P1 gains or pays, P2 is the partner.

It is put into the columns that the indicators read, after a log without it was played and replayed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints
from rules.screening.screened_hands import ScreenedHands
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import Unit
from simulation.screened.planted_conduct import AT_TABLE, FIRST, HELPER, PAIR, TABLE
from simulation.screened.pot_evening import pot_evening
from simulation.screened.room_regulars import CHANCE, RoomRegular
from simulation.screened.simulated_room_year import statistics_of_pots

POTS = "pot"
POT_HANDS = 100
_PLAYERS = [RoomRegular(f"P{number}", 0.12) for number in range(8, 0, -1)]  # the last ones sit down first
_DUMPED = 20  # big blinds

ChangeOfPots = Callable[[ScreenedHands, float, np.random.Generator], ScreenedHands]


class PlantedPots(Struct, frozen=True):
    """A conduct with what shows it. amount: how much of it, as a share of hands or a number an evening."""

    name: str
    code: str
    unit: Unit
    limit: int
    amount: float
    change: ChangeOfPots
    contract: int = 0
    family: str = POTS
    hands: int = POT_HANDS
    evenings: int = 60

    def statistics(self, day: date, ruleset: Ruleset, random: np.random.Generator) -> SessionStatistics:
        """The statistics of an evening with the conduct."""
        played = pot_evening(TABLE, day, _PLAYERS, CHANCE, random, self.hands, ruleset)
        changed = replace(played, hands=self.change(played.hands, self.amount, random))
        return statistics_of_pots(changed, day, {each.name: each for each in _PLAYERS}, CHANCE, random)


def _places(hands: ScreenedHands, player: str) -> Flags:
    """(N, S) where a player was dealt in."""
    if player not in hands.players:
        return np.zeros_like(hands.seated)
    found: Flags = hands.seated & (hands.player == list(hands.players).index(player))
    return found


def _some(hands: Ints, amount: float, random: np.random.Generator) -> Ints:
    return random.choice(hands, min(int(amount), len(hands)), replace=False)


def dump_in_pots(hands: ScreenedHands, amount: float, random: np.random.Generator) -> ScreenedHands:
    """P1 loses twenty big blinds more to P2 in a share of the hands in which both are."""
    assert hands.pot is not None
    one, other = _places(hands, "P1"), _places(hands, "P2")
    which = np.flatnonzero(one.any(axis=1) & other.any(axis=1) & hands.paid_known)
    which = which[random.random(len(which)) < amount]
    pays, gets = one[which].argmax(axis=1), other[which].argmax(axis=1)
    money = _DUMPED * hands.unit[which]
    net, loses = hands.net.copy(), hands.pot.loses.copy()
    net[which, pays] -= money
    net[which, gets] += money
    loses[which, pays] = True
    paid = np.concatenate((hands.paid, np.column_stack((which, pays, gets, money))))
    return replace(hands, net=net, paid=paid, pot=replace(hands.pot, loses=loses))


def fold_the_better_hand(hands: ScreenedHands, amount: float, random: np.random.Generator) -> ScreenedHands:
    """P1 folds to the last bet of P2 with the better hand, in a share of his folds to it; else with the worse."""
    assert hands.pot is not None
    one, other = _places(hands, "P1"), _places(hands, "P2")
    folds = hands.pot.folds.copy()
    hand, column, bettor, _ = folds.T
    mine = np.flatnonzero(one[hand, column])
    better = other[hand, bettor][mine] & (random.random(len(mine)) < amount)
    folds[mine, 3] = better
    return replace(hands, pot=replace(hands.pot, folds=folds))


def void_losing_pots(hands: ScreenedHands, amount: float, random: np.random.Generator) -> ScreenedHands:
    """Some hands that P1 loses are declared void."""
    losing = (_places(hands, "P1") & hands.known & (hands.units < 0)).any(axis=1)
    void = hands.void.copy()
    void[_some(np.flatnonzero(losing), amount, random)] = True
    return replace(hands, void=void)


def muck_at_money(hands: ScreenedHands, amount: float, random: np.random.Generator) -> ScreenedHands:
    """The winner's hand of some of the largest showdowns is not on record."""
    assert hands.pot is not None
    shown = np.flatnonzero(hands.pot.showdown)
    largest = shown[hands.pot.at_stake[shown] >= np.quantile(hands.pot.at_stake[shown], 0.8)]
    unseen, concealed = hands.pot.unseen.copy(), hands.pot.concealed.copy()
    some = _some(largest, amount, random)
    unseen[some] = concealed[some] = True
    return replace(hands, pot=replace(hands.pot, unseen=unseen, concealed=concealed))


def dealer_helps_in_pots(hands: ScreenedHands, amount: float, random: np.random.Generator) -> ScreenedHands:
    """In a share of the hands that d-1 deals P1 wins what the winner did."""
    names = list(hands.names)
    if HELPER[0][1] not in names:
        return hands
    mine = _places(hands, "P1")
    dealt = (hands.dealer == names.index(HELPER[0][1])) & (mine & hands.netted).any(axis=1)
    which = np.flatnonzero(dealt & (random.random(len(hands)) < amount))
    net = hands.net.copy()
    best = np.where(hands.netted, net, np.iinfo(net.dtype).min)[which].argmax(axis=1)
    own = mine[which].argmax(axis=1)
    net[which, own], net[which, best] = hands.net[which, best], hands.net[which, own]
    return replace(hands, net=net)


PLANTED_POTS = (
    *(PlantedPots(f"20 big blinds dumped in {share:.0%} of hands", "SCN004", PAIR, 12_800, share, dump_in_pots)
      for share in (0.1, 0.05)),
    PlantedPots("the better hand folded to one partner's last bets", "SCN005", PAIR, 12_800, 1.0, fold_the_better_hand),
    PlantedPots("4 losses of a player void an evening", "SCN006", FIRST, 1600, 4, void_losing_pots),
    PlantedPots("a hand of 4 large showdowns not on record an evening", "SCN008", AT_TABLE, 200, 4, muck_at_money),
    PlantedPots("a dealer helps a player in 40% of his hands", "SCN012", (*HELPER, *FIRST), 12_800, 0.4,
                dealer_helps_in_pots),
)  # fmt: skip
