"""Terms of a table: stakes, buy-ins, fees, offers."""

from __future__ import annotations

from random import Random

from msgspec import UNSET, Struct
from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import PotGame
from rules.records.events import Terms
from simulation.pots.offer import GamesOffered, OfferedGame
from simulation.pots.record import stakes_record
from simulation.pots.setup import GameStakes
from simulation.pots.simulated_pot_fees import HouseTerms

_ANTES, _TABLE_ANTES = 0.15, 0.25  # share of tables with antes; up to which, with one ante for all
_CAPPED = 0.08
_TIMED, _SPECIAL, _NO_JACKPOT, _RUNS, _DROPS = 0.12, 0.1, 0.2, 0.5, 0.5
_LEVELS = (120_000, 200_000, 640_001, 1_000_000, 1_834_500)  # of the jackpot, in minor units
_ROTATES = (3, 9)  # hands of each game of a mix


class TableTerms(Struct, frozen=True):
    stakes: tuple[GameStakes, ...]  # of each game of the rotation
    house: HouseTerms
    least_buy_in: int
    most_buy_in: int
    special_offer: bool  # running it twice is offered whatever the blinds
    level: int | None  # of the jackpot, where there is one
    period: tuple[int, int] | None  # a charge for time: the most of a table, and the seconds of a period
    rotates: int  # hands until a mix goes on to its next game

    @classmethod
    def of(cls, offer: GamesOffered, ruleset: Ruleset, unit: int, random: Random) -> TableTerms:
        """Terms within a ruleset. unit: the small blind, in minor units."""
        chip = random.choice([unit // part for part in (1, 2, 4) if unit % part == 0])
        variant = random.random()
        capped = random.random() < _CAPPED
        stakes = tuple(_stakes(each, unit, chip, variant, capped=capped) for each in offer.rotation)
        period = _period(ruleset) if random.random() < _TIMED else None
        rake = offer.rules.fees.rake
        special = rake is not None and rake.special_cap is not None and random.random() < _SPECIAL
        house = HouseTerms(
            rate_bp=random.choice((300, 450, 500)),
            cap=random.choice((3, 6, 10)) * unit,
            drop=chip if offer.rules.fees.drop.as_recorded and random.random() < _DROPS else 0,
            special_rake=special,
            jackpot=random.random() >= _NO_JACKPOT,
            timed=period is not None,
        )
        fixed = any(each.limit == "fixed_limit" for each in offer.rotation)
        level = random.choice(_LEVELS)
        return cls(
            stakes=stakes,
            house=house,
            least_buy_in=40 * unit,
            most_buy_in=(120 if fixed else 200) * unit,
            special_offer=random.random() < _RUNS,
            level=level if offer.rules.jackpots is not None and house.jackpot else None,
            period=period,
            rotates=random.randint(*_ROTATES),
        )

    def at_level(self, level: int | None) -> TableTerms:
        """The terms with a jackpot at a level, and so with a rake; None: unchanged."""
        if level is None:
            return self
        house = replace(self.house, jackpot=True, timed=False)
        return replace(self, level=level, house=house, period=None)

    def event(self, offer: GamesOffered, at: str, by: str) -> Terms:
        """Line of the log; games of a mix state limit and stakes themselves."""
        alone = offer.mix is None
        first = offer.rotation[0]
        return Terms(
            at=at,
            game=first.name if alone else UNSET,
            limit=first.limit if alone else UNSET,
            stakes=stakes_record(self.stakes[0]) if alone else UNSET,
            min_buy_in=self.least_buy_in,
            max_buy_in=self.most_buy_in,
            charge="time" if self.period else "rake",
            special_rake=self.house.special_rake,
            jackpot=self.house.jackpot,
            run_twice=self.special_offer,
            by=by,
        )

    def runs_twice(self, rules: PotGame, stakes: GameStakes) -> bool:
        least = rules.pots.run_twice
        known = stakes.small_blind > 0 and stakes.big_blind > 0
        large = stakes.small_blind >= (least.min_small_blind or 0)
        return known and (self.special_offer or (large and stakes.big_blind >= (least.min_big_blind or 0)))


def _period(ruleset: Ruleset) -> tuple[int, int] | None:
    time = ruleset.sections.fees.time
    most, minutes = time.table_period.max_money, time.period.minutes
    return None if most is None or minutes is None else (most, 60 * minutes)


def _stakes(played: OfferedGame, unit: int, chip: int, variant: float, *, capped: bool) -> GameStakes:
    big = 2 * unit
    fixed = played.limit == "fixed_limit"
    if played.stud:
        return GameStakes(
            ante=chip, bring_in=unit, small_bet=big, big_bet=2 * big, min_bet=0 if fixed else big, chip=chip
        )  # fmt: skip
    if fixed:
        return GameStakes(unit, big, small_bet=big, big_bet=2 * big, chip=chip)
    always = played.game.deck_from != "2"  # a deck without low cards is played with antes
    ante = unit if always else chip if variant < _ANTES else 0
    return GameStakes(
        unit,
        big,
        ante=ante,
        chip=chip,
        cap=40 * big if capped else 0,
        table_ante=big if not ante and variant < _TABLE_ANTES else 0,
    )
