"""Conduct that is planted into evenings of four players, each from the first hand on. P1 gains or pays, P2 is the partner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.row_replay import replay
from rules.replay.scoring import Scoring, compiled
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import Unit
from simulation.screened.dealt_settings import SEATS, set_at_random, shuffled
from simulation.screened.evening_hands import OPEN_FACE, played_hands, statistics_of_evening
from simulation.screened.planted_deals import aces_moved, riffled
from simulation.screened.room_regulars import CHANCE, RoomRegular
from simulation.screened.screened_evening import DEALERS, SUPERVISORS, DealCards, ScreenedEvening, evening
from simulation.screened.seated_stays import NOBODY

CLOSED = "chinese"
HANDS = 200
TABLE = "T1"
_PLAYERS = [RoomRegular(f"P{number}") for number in range(1, 6)]
_UNIT = 100
_DUMPED = 6  # units
_FIVE_MINUTES = 300  # seconds
_ONE, _OTHER, _THIRD = 0, 1, 4


Change = Callable[[ScreenedEvening, "PlantedEvening"], None]


class PlantedEvening(Struct, frozen=True):
    """Means of a change. amount: how much of the conduct, as a share of hands or a number an evening."""

    amount: float
    scoring: Scoring
    random: np.random.Generator


class PlantedConduct(Struct, frozen=True):
    """A conduct with what shows it. contract: hands until the alarm that the independent reference found; 0: not in 2,400."""

    name: str
    code: str
    unit: Unit
    limit: int
    amount: float
    contract: int
    change: Change
    deals: Callable[[float], DealCards] | None = None
    family: str = CLOSED  # of the ruleset under which it is played
    hands: int = HANDS
    evenings: int = 12

    def statistics(self, day: date, ruleset: Ruleset, random: np.random.Generator) -> SessionStatistics:
        """The statistics that an audit of an evening with the conduct keeps."""
        scoring = compiled(ruleset)
        return statistics_of_evening(self.evening(day, scoring, random), scoring)

    def evening(self, day: date, scoring: Scoring, random: np.random.Generator) -> ScreenedEvening:
        """An evening with the conduct."""
        deals = self.deals(self.amount) if self.deals else shuffled
        found = evening(
            TABLE, day, _PLAYERS, CHANCE, scoring.scale, random, hands=HANDS, deals=deals, always_seated=True
        )
        found.unit[:] = _UNIT
        self.change(found, PlantedEvening(self.amount, scoring, random))
        return found


def _units(played: ScreenedEvening, planted: PlantedEvening) -> Ints:
    """(H, 4) units that each place wins."""
    return replay(played_hands(played, planted.scoring), planted.scoring).units


def _some(hands: NDArray[np.int64], planted: PlantedEvening) -> Ints:
    return planted.random.choice(hands, min(int(planted.amount), len(hands)), replace=False)


def _share(planted: PlantedEvening) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = planted.random.random(HANDS) < planted.amount
    return found


def nothing(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """The deal alone has the conduct."""


def dump(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """P1 pays P2 six units more in a share of the hands."""
    played.void[:] = False
    played.dead[:] = played.surrendered[:] = False
    played.dumped += [(hand, _ONE, _OTHER, _DUMPED) for hand in np.flatnonzero(_share(planted)).tolist()]


def set_for_partner(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """P1 sets badly in a share of the hands of the first half of the evening, in which P2 plays."""
    played.sits[HANDS // 2 :, _OTHER] = _THIRD
    worse = np.flatnonzero(_share(planted) & (np.arange(HANDS) < HANDS // 2))
    played.rows[worse, _ONE] = set_at_random(
        played.cards.rows[worse, _ONE], planted.scoring.scale, planted.random
    )


def void_losses(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """Some hands that P1 loses are declared void."""
    losing = np.flatnonzero(_units(played, planted)[:, _ONE] < 0)
    played.void[:] = False
    played.void[_some(losing, planted)] = True


def rule_winners_dead(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """Some winning hands are ruled dead, on whatever seat."""
    played.dead[:] = False
    units = _units(played, planted)
    which = _some(np.flatnonzero((units > 0).any(axis=1)), planted)
    played.dead[which, units[which].argmax(axis=1)] = True
    played.supervisor = 0


def blank_at_money(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """Cards of some of the largest hands are not recorded."""
    largest = np.abs(_units(played, planted)).max(axis=1)
    which = _some(np.flatnonzero(largest >= np.quantile(largest, 0.8)), planted)
    played.blank[which, planted.random.integers(0, SEATS, len(which))] = True


def _after_losses(played: ScreenedEvening, planted: PlantedEvening) -> Ints:
    losses = -_units(played, planted).min(axis=1)
    after = np.flatnonzero(losses >= np.quantile(losses, 0.8)) + 1
    return np.sort(_some(after[after < HANDS - 1], planted))


def drop_after_losses(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """Some hands after large losses are not recorded; their numbers are missing."""
    played.left_out = _after_losses(played, planted)
    played.kept[played.left_out] = False


def drop_and_renumber(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """Some hands after large losses are not recorded, and the others are numbered anew."""
    played.kept[_after_losses(played, planted)] = False


def double_after_wins(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """The unit is doubled for a share of the hands that P1 won, and for a fifth of the others."""
    won = _units(played, planted)[:, _ONE] > 0
    doubled = planted.random.random(HANDS) < np.where(won, planted.amount, 0.2)
    played.unit = np.where(doubled, 2 * _UNIT, _UNIT)


def dealer_helps(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """In a share of the hands that d-1 deals P1 gets the cards of the best hand."""
    played.dealer = np.arange(HANDS) // 10 % 6
    which = np.flatnonzero(_share(planted) & (played.dealer == 0))
    best = _units(played, planted)[which].argmax(axis=1)
    for cards in (played.cards.dealt, played.rows):
        given = cards[which, best].copy()
        cards[which, best] = cards[which, _ONE]
        cards[which, _ONE] = given


def toke_one_dealer(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """A toke follows a share of the hands of d-1, and one in twenty of the others'."""
    played.dealer = np.arange(HANDS) // 10 % 6
    chance = np.where(played.dealer == 0, planted.amount, 0.05)
    played.toked = np.where(planted.random.random(HANDS) < chance, _ONE, NOBODY)


def round_minutes(played: ScreenedEvening, planted: PlantedEvening) -> None:
    """A share of the hands is dated to a minute divisible by five."""
    whole = played.at // _FIVE_MINUTES * _FIVE_MINUTES + played.at % 60
    played.at = np.where(_share(planted), whole, played.at)


FIRST: Unit = (("player", "P1"),)
PAIR: Unit = (("payer", "P1"), ("payee", "P2"))
MACHINE: Unit = (("shuffler", "sh-1"),)
RULER: Unit = (("supervisor", SUPERVISORS[0]),)
HELPER: Unit = (("dealer", DEALERS[0]),)
AT_TABLE: Unit = (("table", TABLE),)

PLANTED = (
    *(PlantedConduct(f"{times} riffle{'s' * (times > 1)}", "SCN001", MACHINE, 200, times, hands, nothing, riffled)
      for times, hands in ((1, 200), (2, 200), (3, 200), (4, 0))),
    *(PlantedConduct(f"an ace moved to a player in {share:.0%} of hands", "SCN003", FIRST, 12_800, share, hands, nothing,
                     aces_moved) for share, hands in ((0.2, 800), (0.1, 0))),
    *(PlantedConduct(f"6 units dumped in {share:.0%} of hands", "SCN004", PAIR, 12_800, share, hands, dump)
      for share, hands in ((0.2, 400), (0.1, 1200), (0.05, 0))),
    PlantedConduct("weaker settings for a partner in 15% of hands", "SCN005", PAIR, 12_800, 0.15, 400, set_for_partner),
    *(PlantedConduct(f"{count} losses of a player void an evening", "SCN006", FIRST, 1600, count, hands, void_losses)
      for count, hands in ((12, 400), (4, 800), (2, 1600))),
    *(PlantedConduct(f"{count} winning hands ruled dead an evening", "SCN007", RULER, 200, count, hands, rule_winners_dead)
      for count, hands in ((12, 200), (3, 800))),
    *(PlantedConduct(f"cards of {count} large hands blank an evening", "SCN008", AT_TABLE, 200, count, hands, blank_at_money)
      for count, hands in ((5, 400), (2, 1000))),
    *(PlantedConduct(f"{count} hands left out after losses an evening", "SCN009", AT_TABLE, 200, count, hands,
                     drop_after_losses) for count, hands in ((5, 400), (2, 800))),
    PlantedConduct("5 left out and the rest renumbered", "SCN009", AT_TABLE, 200, 5, 400, drop_and_renumber),
    PlantedConduct("unit doubled after 60% of wins, 20% of the rest", "SCN011", FIRST, 1600, 0.6, 200, double_after_wins),
    *(PlantedConduct(f"a dealer helps a player in {share:.0%} of his hands", "SCN012", (*HELPER, *FIRST), 12_800, share,
                     hands, dealer_helps) for share, hands in ((0.4, 1000), (0.15, 0))),
    PlantedConduct("tokes after 20% of one dealer's hands, 5% of the others'", "SCN014", HELPER, 200, 0.2, 400,
                   toke_one_dealer),
    PlantedConduct("minutes rounded to five in 15% of hands", "SCN019", AT_TABLE, 200, 0.15, 200, round_minutes),
)  # fmt: skip
PLANTED_OPEN_FACE = (
    PlantedConduct("a dealer gives a player the best cards in 40% of his hands", "SCN003", (*HELPER, *FIRST), 12_800, 0.4, 0,
                   dealer_helps, family=OPEN_FACE),
    PlantedConduct("6 units dumped in 20% of hands", "SCN004", PAIR, 12_800, 0.2, 0, dump, family=OPEN_FACE),
    PlantedConduct("4 losses of a player void an evening", "SCN006", FIRST, 1600, 4, 0, void_losses, family=OPEN_FACE),
    PlantedConduct("cards of 5 large hands blank an evening", "SCN008", AT_TABLE, 200, 5, 0, blank_at_money, family=OPEN_FACE),
    PlantedConduct("a dealer helps a player in 40% of his hands", "SCN012", (*HELPER, *FIRST), 12_800, 0.4, 0, dealer_helps,
                   family=OPEN_FACE),
)  # fmt: skip
