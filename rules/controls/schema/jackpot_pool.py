"""The account of a card room's jackpots. Money is in minor units, a share in basis points."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from rules.controls.schema.kinds import Cited, Switch, keyed, one_of, share, whole
from rules.controls.schema.tournaments import Share, Split
from rules.controls.sections.tournaments import Odd


class HitLevel(Cited):
    """The level that a hit counts on. again: for a second hit before the next closing. close_by: the time of day, HH:MM."""

    of = one_of("last_close")
    royal = one_of("last_close", "now")
    again = one_of("same_close", "less_paid")
    close_by = fields.String(
        validate=validate.Regexp(r"^([01]\d|2[0-3]):[0-5]\d$", error="a time of day is written 07:00")
    )


class LeastPlayers(Cited):
    least = whole(0)
    counted = one_of("dealt_in")


class Drop(Cited):
    """small: a hand that cannot pay it all pays up to it, or each hand that paid paid the whole."""

    money = whole(0)
    small = one_of("up_to", "whole")
    from_ = keyed("from", one_of("main_pot"))


class TablePart(Cited):
    """rest: the table has what is left of the others' shares."""

    rest = Switch()
    who = one_of("all_seated", "others_only")


class PoolBadBeat(Cited):
    """pool: the share of the level. loser, winner: shares of that pool."""

    pool = fields.Nested(Share)
    loser = fields.Nested(Share)
    winner = fields.Nested(Share)
    table = fields.Nested(TablePart)
    ties = fields.Nested(Split)


class RoyalAmount(Cited):
    money = whole(0)


class BelowLevel(Cited):
    """A share of the level, where it is below an amount."""

    money = whole(0)
    bp = share()


class Several(Cited):
    rule = one_of("one_payout", "each")
    odd = one_of(*get_args(Odd))


class PoolRoyal(Cited):
    amount = fields.Nested(RoyalAmount)
    below = fields.Nested(BelowLevel)
    several = fields.Nested(Several)


class JackpotPool(Cited):
    """both: on which level a royal flush counts in the hand of a bad beat."""

    level = fields.Nested(HitLevel)
    players = fields.Nested(LeastPlayers)
    drop = fields.Nested(Drop)
    rounding = one_of("down")
    both = one_of("same_level", "in_turn")
    bad_beat = fields.Nested(PoolBadBeat)
    royal = fields.Nested(PoolRoyal)


class JackpotMoney(Cited):
    """What becomes of the players' money in a jackpot. prizes_only: all of it is awarded as prizes."""

    prizes_only = Switch()
