"""What the house takes and gives, and what it has filed procedures for."""

from __future__ import annotations

from marshmallow import fields

from rules.controls.schema.kinds import HAND_NAMES, Cited, one_of, whole


class Amount(Cited):
    money = whole(0, required=True)  # minor units


class Rake(Cited):
    kind = one_of("fixed_per_hand")
    amount = fields.Nested(Amount)  # left out: fixed, and not stated


class JackpotDrop(Cited):
    kind = one_of("part_of_rake")


class Fees(Cited):
    rake = fields.Nested(Rake)
    jackpot = fields.Nested(JackpotDrop)


class Jackpot(Cited):
    """An unusual event that a jackpot is paid for; the prize is not stated."""

    id = fields.String(required=True)
    back = one_of(*HAND_NAMES, required=True)
    middle = one_of(*HAND_NAMES, required=True)
    front = one_of(*HAND_NAMES, required=True)
    loses_all_rows = fields.Boolean(required=True)  # to one opponent
    placement = one_of("as_set", "any", required=True)


class Irregularities(Cited):
    documented = fields.List(fields.String())
