"""The game as such: who plays, with which cards, for what, and how cards rank."""

from __future__ import annotations

from marshmallow import fields, validate

from rules.controls.schema.kinds import NAMED, Cited, Day, Strict, Switch, one_of, units, whole

MOST_BASES = 16  # rulesets that one extends; the library's most are 4


class InForce(Strict):
    from_ = Day(data_key="from")
    until = Day()  # the last day, where the document states one; a successor also ends its predecessor


class Head(Strict):
    id = fields.String(required=True, validate=validate.Regexp(r"^[a-z0-9][a-z0-9-]{0,63}$", error=NAMED))
    revision = whole(1, required=True)
    title = fields.String(required=True)
    summary = fields.String()  # how the game pays, in a sentence or two
    authority = fields.String(required=True)
    family = one_of("chinese", "ofc", "pot", "tournament", "ledger", required=True)
    extends = fields.List(
        fields.String(validate=validate.Regexp(r"^[a-z0-9-]+@\d+$", error="pin the revision: id@1")),
        validate=validate.Length(max=MOST_BASES, error=f"at most {MOST_BASES} rulesets can be extended"),
    )
    in_force = fields.Nested(InForce)
    corrects = whole(1)  # the revision that it replaces on all of that revision's days
    readings = fields.Dict(
        keys=fields.String(), values=fields.String()
    )  # settled: no longer reported as open
    leans = fields.Dict(keys=fields.String(), values=fields.String())  # taken, and still reported as open
    abstract = Switch()
    resolved = Switch()  # a canonical form: nothing is merged, and its parameters contain its readings


class Players(Cited):
    min = whole(1)
    max = whole(1)


class Deck(Cited):
    cards = whole(1)
    jokers = whole(0)


class Dealt(Cited):
    cards = whole(1)


class RowSizes(Cited):
    front = whole(1)
    middle = whole(1)
    back = whole(1)


class Table(Cited):
    players = fields.Nested(Players)
    deck = fields.Nested(Deck)
    dealt = fields.Nested(Dealt)
    rows = fields.Nested(RowSizes)
    dead_button = Switch()  # whether the button stays at the seat of a player who has left


class UnitCap(Cited):
    max = whole(1)
    currency = fields.String()


class Stakes(Cited):
    medium = one_of("cash", "chips", "tournament_chips")
    unit_cap = fields.Nested(UnitCap)


class Ranking(Cited):
    wheel = one_of("low", "second", "none")
    royal = one_of("straight_flush", "apart", "both")
    short_row = one_of("missing_cards_lowest", "equal")
    front = fields.List(one_of("high_card", "pair", "trips"))


class Foul(Cited):
    price = one_of("rows", "base", "surrender", "void", "flat")
    units = units()  # of a flat price, to each opponent
    royalties = one_of("paid", "none")  # those of the legal hand
    own_royalties = one_of("void", "kept", "paid")
    against_foul = one_of("nothing", "rows")


class Jokers(Cited):
    """Jokers of the deck are wild."""

    value = one_of("best_row", "best_legal", required=True)


class SetOrder(Cited):
    equal = one_of("allow", "foul")
    foul = fields.Nested(Foul)
