"""What a ruleset file may say: every section and key, checked all at once."""

from __future__ import annotations

import datetime as dt
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

ROW_OUTCOME = validate.Regexp(
    r"^[0-3]-[0-3]-[0-3]$", error="an outcome is written won-lost-tied, such as 2-1-0"
)
HAND_NAMES = (
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush",
)  # fmt: skip


class Cite(fields.Field):
    """One clause id, or a list of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[str]:
        cites = [value] if isinstance(value, str) else value
        if (
            not isinstance(cites, list)
            or not cites
            or not all(isinstance(each, str) and each for each in cites)
        ):
            raise ValidationError("a citation is a clause id or a list of clause ids")
        return cites


class Day(fields.Field):
    """A TOML date."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> dt.date:
        if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
            raise ValidationError("a day is written 2026-03-14, without quotes")
        return value


class Strict(Schema):
    class Meta:
        unknown = RAISE


class Cited(Strict):
    cite = Cite()
    fixed = fields.Boolean()
    text = fields.String()  # the filed wording, in a card room's own controls


MOST = 10**12  # of any figure
MOST_UNITS = 10**5  # of a payment: ten seats' units at the largest unit of a log stay within 64 bits


def _whole(least: int | None = 0, *, required: bool = False) -> fields.Integer:
    return fields.Integer(strict=True, required=required, validate=validate.Range(min=least, max=MOST))


def _units(*, required: bool = False) -> fields.Integer:
    return fields.Integer(strict=True, required=required, validate=validate.Range(min=0, max=MOST_UNITS))


def _one_of(*values: str) -> fields.String:
    return fields.String(validate=validate.OneOf(values))


class InForce(Strict):
    from_ = Day(data_key="from")


class Head(Strict):
    id = fields.String(required=True, validate=validate.Regexp(r"^[a-z0-9][a-z0-9-]{0,63}$"))
    revision = _whole(1, required=True)
    title = fields.String(required=True)
    authority = fields.String(required=True)
    family = fields.String(required=True, validate=validate.OneOf(["chinese", "ofc", "pot", "tournament"]))
    extends = fields.List(
        fields.String(validate=validate.Regexp(r"^[a-z0-9-]+@\d+$", error="pin the revision: id@1"))
    )
    in_force = fields.Nested(InForce)
    readings = fields.Dict(keys=fields.String(), values=fields.String())
    abstract = fields.Boolean()


class Players(Cited):
    min = _whole(1)
    max = _whole(1)


class Deck(Cited):
    cards = _whole(1)
    jokers = _whole(0)


class Dealt(Cited):
    cards = _whole(1)


class RowSizes(Cited):
    front = _whole(1)
    middle = _whole(1)
    back = _whole(1)


class Table(Cited):
    players = fields.Nested(Players)
    deck = fields.Nested(Deck)
    dealt = fields.Nested(Dealt)
    rows = fields.Nested(RowSizes)


class UnitCap(Cited):
    max = _whole(1)
    currency = fields.String()


class Stakes(Cited):
    unit_cap = fields.Nested(UnitCap)


class Ranking(Cited):
    wheel = _one_of("low", "second", "none")
    royal = _one_of("straight_flush", "apart")
    short_row = _one_of("missing_cards_lowest", "equal")
    front = fields.List(_one_of("high_card", "pair", "trips"))


class Foul(Cited):
    price = _one_of("rows", "base", "surrender", "void")


class SetOrder(Cited):
    equal = _one_of("allow", "foul")
    foul = fields.Nested(Foul)


class Comparison(Cited):
    topology = _one_of("all_pairs")


class Rows(Cited):
    kind = _one_of("per_row", "table")
    unit = _units()
    tie = _units()
    table = fields.Dict(keys=fields.String(validate=ROW_OUTCOME), values=_units())
    silent = fields.List(fields.String(validate=ROW_OUTCOME))
    cited = fields.Dict(keys=fields.String(validate=ROW_OUTCOME), values=fields.String())
    per_row_too = fields.Boolean()


class Royalty(Cited):
    row = fields.String(required=True, validate=validate.OneOf(["front", "middle", "back"]))
    hand = fields.String(required=True, validate=validate.OneOf(HAND_NAMES))
    units = _units(required=True)
    as_ = fields.String(required=True, data_key="as", validate=validate.OneOf(["extra", "total"]))
    when = fields.String(required=True, validate=validate.OneOf(["held", "won", "net_winner"]))


class Royalties(Cited):
    both = _one_of("both_pay", "higher_only", "cancel")
    tied = _one_of("as_held", "none")
    against_fixed = fields.Boolean()


class Natural(Cited):
    id = fields.String(required=True)
    pattern = fields.String(
        required=True,
        validate=validate.OneOf(["three_straights", "three_flushes", "six_pairs", "thirteen_ranks"]),
    )
    units = _units(required=True)
    rank = _whole(1, required=True)


class Naturals(Cited):
    declare = _one_of("automatic", "required")
    layout = _one_of("any_partition", "as_set")
    quads_as_two_pairs = fields.Boolean()
    straight_flush_counts = fields.Boolean()
    ace_low = fields.Boolean()
    several = _one_of("highest", "sum")
    false_claim = _one_of("rows", "foul")
    against_ordinary = _one_of("value")
    against_natural = _one_of("difference", "higher_rank_full", "rows")
    list = fields.List(fields.Nested(Natural))


class SurrenderAmount(Cited):
    units = _units()


class Surrender(Cited):
    allowed = fields.Boolean()
    amount = fields.Nested(SurrenderAmount)
    payees = _one_of("live_only")
    against_surrender = _units()
    against_natural = _one_of("surrender_amount", "natural_value", "both")
    royalties = _one_of("none", "pays")


class Irregularities(Cited):
    documented = fields.List(fields.String())


class RulesetFile(Strict):
    """One revision of one ruleset, as its file says it."""

    ruleset = fields.Nested(Head, required=True)
    table = fields.Nested(Table)
    stakes = fields.Nested(Stakes)
    ranking = fields.Nested(Ranking)
    set_order = fields.Nested(SetOrder)
    comparison = fields.Nested(Comparison)
    rows = fields.Nested(Rows)
    royalty = fields.List(fields.Nested(Royalty))
    royalties = fields.Nested(Royalties)
    naturals = fields.Nested(Naturals)
    surrender = fields.Nested(Surrender)
    irregularities = fields.Nested(Irregularities)
    severity = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^[A-Z]{3}\d{3}$")),
        values=fields.String(validate=validate.OneOf(["critical", "major", "minor", "note"])),
    )
    reading = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(
            keys=fields.String(), values=fields.Dict(keys=fields.String(), values=fields.Raw())
        ),
    )


def problems_of(data: dict[str, Any]) -> list[tuple[str, str]]:
    """(path, what is wrong) for everything that the file may not say."""
    return list(_walk(RulesetFile().validate(data), ()))


def _walk(errors: Any, path: tuple[str, ...]) -> Any:
    if isinstance(errors, dict):
        for key, value in errors.items():
            step = () if key in ("_schema", "value", "key") else (str(key),)
            yield from _walk(value, path + step)
    else:
        for message in errors if isinstance(errors, list) else [errors]:
            yield ".".join(path), _said(str(message))


def _said(message: str) -> str:
    if message == "Unknown field.":
        return "no such section or key"
    return message[:1].lower() + message[1:].rstrip(".")
