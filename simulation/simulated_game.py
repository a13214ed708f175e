"""Parameters of a ruleset that a simulated table follows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.controls.procedure_of_irregularity import covering, procedures
from rules.controls.ruleset import Ruleset
from rules.replay.scoring import compiled
from simulation.open_face_parameters import SimulatedOpenFace

DECK = 52
MOST_SEATS = 4  # one deck deals thirteen cards to four players


class SimulatedGame(Struct, frozen=True):
    """Parameters that players and dealers follow."""

    fewest: int  # players
    most: int
    unit_cap: int | None  # money, minor units
    naturals: tuple[str, ...]
    surrender: bool
    royalties: bool = False
    banker: bool = False  # every player settles with one seat
    banker_wins_ties: bool = False
    dealer_banks: bool = False
    pool: bool = False
    priced: bool = True  # what a hand wins has a price
    table_stakes: bool = False  # nobody pays or gets more than the chips in front
    winning_limited: bool = True  # by the winner's chips in front
    sweep: bool = False
    overall: bool = False  # a point to the winner of each pair
    aces: bool = False  # a side bet on the aces held
    forced_dealer: bool = False  # the player with the ace of spades must deal where nobody is willing
    rake: bool = False  # the same in every hand
    jackpot: bool = False  # a part of the rake
    hand_fee: int | None = None  # money from each player a hand, before the deal
    raked_by_share: bool = False  # where a rake is taken, it is no more than a share of the wagers
    time: tuple[int, int] | None = (
        None  # the most of a table for a period, and the seconds of one; paid ahead, in even shares
    )
    tournament: bool = False  # chips are not money; a player without chips is out
    not_played_on: frozenset[str] = (
        frozenset()
    )  # irregularities that the controls do not let stand at the showdown
    open_face: SimulatedOpenFace | None = None

    @classmethod
    def of(cls, ruleset: Ruleset, players: tuple[int, int] | None = None) -> SimulatedGame:
        """The game of a ruleset. Raises ValueError where it cannot be simulated so."""
        if ruleset.family not in ("chinese", "ofc"):
            raise ValueError(f"{ruleset} is not Chinese poker ({ruleset.family}): it cannot be simulated")
        open_face = SimulatedOpenFace.of(ruleset) if ruleset.family == "ofc" else None
        fewest, most = _players(ruleset, players, DECK // open_face.cards if open_face else MOST_SEATS)
        scoring, fees = compiled(ruleset), ruleset.sections.fees
        if scoring.denominator != 1 and scoring.pool is None:
            raise ValueError(
                f"{ruleset} shares a natural's value among those who pay: it cannot be simulated"
            )
        return cls(
            fewest=fewest,
            most=most,
            unit_cap=ruleset.sections.stakes.unit_cap.max,
            naturals=tuple(each.id for each in ruleset.sections.naturals.hands),
            surrender=bool(ruleset.sections.surrender.allowed),
            royalties=scoring.royalties is not None,
            banker=scoring.banker is not None,
            banker_wins_ties=scoring.banker is not None and scoring.banker.wins_ties,
            dealer_banks=scoring.banker is not None and scoring.banker.dealer_banks,
            pool=scoring.pool is not None,
            priced=scoring.single_winner is None,
            table_stakes=scoring.chips is not None,
            winning_limited=scoring.chips is None
            or not (scoring.chips.in_full or scoring.chips.cover == "payer_only"),
            sweep=scoring.sweep is not None or scoring.sweep_of_all is not None,
            overall=scoring.overall is not None,
            aces=bool(scoring.side_bets),
            forced_dealer=scoring.dealer_units > 0,
            rake=fees.rake.fixed,
            jackpot=fees.jackpot.kind == "part_of_rake",
            hand_fee=fees.hand_fee.player.max_money
            if fees.hand_fee.player.money is None
            else fees.hand_fee.player.money,
            raked_by_share=ruleset.has("fees.rake.share"),
            time=_time(ruleset),
            tournament=ruleset.sections.stakes.medium == "tournament_chips",
            not_played_on=frozenset(_not_played_on(ruleset)),
            open_face=open_face,
        )


def _time(ruleset: Ruleset) -> tuple[int, int] | None:
    most, minutes = (
        ruleset.sections.fees.time.table_period.max_money,
        ruleset.sections.fees.time.period.minutes,
    )
    return None if most is None or minutes is None else (most, 60 * minutes)


def _not_played_on(ruleset: Ruleset) -> Iterator[str]:
    """Kinds of irregularities for which ``play_on`` is not allowed at the showdown."""
    for kind in procedures(ruleset):
        found = covering(ruleset, kind, "showdown").procedure
        if found is not None and "play_on" not in found.rulings:
            yield kind


def _players(ruleset: Ruleset, players: tuple[int, int] | None, seats: int) -> tuple[int, int]:
    allowed = ruleset.sections.table.players
    least, most = max(2, allowed.min or 2), min(seats, allowed.max or seats)
    fewest_wanted, most_wanted = players or (least, most)
    if not least <= fewest_wanted <= most_wanted <= most:
        raise ValueError(
            f"{fewest_wanted} to {most_wanted} players: {ruleset} is played by {least} to {most}"
        )
    return fewest_wanted, most_wanted
