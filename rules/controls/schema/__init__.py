"""The schema of a ruleset file: every section and key, all checked at once.

One module for each part: kinds of values, game (table, stakes, ranking), scoring (rows, royalties, sweeps), naturals,
settlement (surrender, pool, side bets, chips, penalties), house (fees, jackpots, irregularities, records), open_face (placement,
fantasyland, clock, event), pots (pot games), tournaments (and their ranking), jackpot_pool (jackpots over time), filing (what an
authority requires of filed controls).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from marshmallow import ValidationError, fields, validate

from rules.controls.schema.filing import Filing
from rules.controls.schema.game import Head, Jokers, Ranking, SetOrder, Stakes, Table
from rules.controls.schema.house import Fees, Irregularities, Jackpot, Records
from rules.controls.schema.jackpot_pool import JackpotMoney, JackpotPool
from rules.controls.schema.kinds import Strict, one_of
from rules.controls.schema.naturals import Naturals
from rules.controls.schema.open_face import Clock, Event, Fantasyland, Placement, Presence
from rules.controls.schema.pots import PotGame
from rules.controls.schema.scoring import Comparison, OverallPoint, Rows, Royalties, Royalty, Sweep
from rules.controls.schema.settlement import (
    Chips,
    DealerCompensation,
    Penalties,
    Pool,
    SideBet,
    SingleWinner,
    Surrender,
)
from rules.controls.schema.tournaments import (
    KINDS,
    Again,
    Bounty,
    Busts,
    Charges,
    ClockLevels,
    Discipline,
    Entries,
    PrizeRules,
    Prizes,
    Race,
    RankingPoints,
    RoyalPool,
    Seating,
)

LONGEST_PATH = 200  # characters of the path of a parameter; the library's longest has 25
MOST_PATCHES = 32  # parameters that a file's own readings set; the library's most are 9


def _few_patches(readings: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Each parameter that a reading sets is tried by itself, so there cannot be any number of them."""
    found = sum(len(patch) for each in readings.values() for patch in each.values())
    if found > MOST_PATCHES:
        raise ValidationError(f"{found:,} parameters are set by readings; at most {MOST_PATCHES} can be")


class RulesetFile(Strict):
    """The file of one revision of one ruleset."""

    ruleset = fields.Nested(Head, required=True)
    table = fields.Nested(Table)
    stakes = fields.Nested(Stakes)
    ranking = fields.Nested(Ranking)
    jokers = fields.Nested(Jokers)
    set_order = fields.Nested(SetOrder)
    comparison = fields.Nested(Comparison)
    rows = fields.Nested(Rows)
    royalty = fields.List(fields.Nested(Royalty))
    royalties = fields.Nested(Royalties)
    sweep = fields.Nested(Sweep)
    overall_point = fields.Nested(OverallPoint)
    naturals = fields.Nested(Naturals)
    surrender = fields.Nested(Surrender)
    pool = fields.Nested(Pool)
    single_winner = fields.Nested(SingleWinner)
    side_bets = fields.List(fields.Nested(SideBet))
    dealer_compensation = fields.Nested(DealerCompensation)
    chips = fields.Nested(Chips)
    fees = fields.Nested(Fees)
    jackpots = fields.List(fields.Nested(Jackpot))
    penalties = fields.Nested(Penalties)
    placement = fields.Nested(Placement)
    fantasyland = fields.Nested(Fantasyland)
    clock = fields.Nested(Clock)
    presence = fields.Nested(Presence)
    event = fields.Nested(Event)
    pot = fields.Nested(PotGame)
    entry = fields.Nested(Entries)
    kinds = fields.Dict(keys=one_of(*KINDS), values=fields.Nested(Again))
    prizes_by = fields.Nested(PrizeRules)
    seating = fields.Nested(Seating)
    levels = fields.Nested(ClockLevels)
    bust_order = fields.Nested(Busts)
    bounty = fields.Nested(Bounty)
    royal = fields.Nested(RoyalPool)
    prizes = fields.Nested(Prizes)
    discipline = fields.Nested(Discipline)
    race = fields.Nested(Race)
    charges = fields.Nested(Charges)
    ranking_points = fields.Nested(RankingPoints)
    jackpot_pool = fields.Nested(JackpotPool)
    jackpot_money = fields.Nested(JackpotMoney)
    irregularities = fields.Nested(Irregularities)
    filing = fields.Nested(Filing)
    records = fields.Nested(Records)
    severity = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^[A-Z]{3}\d{3}$")),
        values=fields.String(validate=validate.OneOf(["critical", "major", "minor", "note"])),
    )
    reading = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(
            keys=fields.String(),
            values=fields.Dict(
                keys=fields.String(validate=validate.Length(max=LONGEST_PATH)), values=fields.Raw()
            ),
        ),
        validate=_few_patches,
    )


def problems_of(data: dict[str, Any]) -> list[tuple[str, str]]:
    """(path, problem) for everything in a file that the schema does not allow."""
    return list(_walk(_file().validate(data), ()))


@cache
def _file() -> RulesetFile:
    return RulesetFile()


def _walk(errors: Any, path: tuple[str, ...]) -> Any:
    if isinstance(errors, dict):
        for key, value in errors.items():
            step = () if key in ("_schema", "value", "key") else (str(key),)
            yield from _walk(value, path + step)
    else:
        for message in errors if isinstance(errors, list) else [errors]:
            yield ".".join(path), _worded(str(message))


def _worded(message: str) -> str:
    if message == "Unknown field.":
        return "no such section or key"
    return message[:1].lower() + message[1:].rstrip(".")
