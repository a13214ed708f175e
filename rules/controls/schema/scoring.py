"""What rows pay: who is compared with whom, the units of rows, royalties, sweeps and the overall point."""

from __future__ import annotations

from marshmallow import fields, validate

from rules.cards import RANKS
from rules.controls.schema.kinds import HAND_NAMES, ROW_NAMES, Cited, Switch, one_of, units, whole

_OUTCOMES = {f"{won}-{lost}-{3 - won - lost}" for won in range(4) for lost in range(4 - won)}
OUTCOME = validate.OneOf(
    _OUTCOMES,
    error="an outcome is written won-lost-tied and has three rows, such as 2-1-0; {input!r} is none",
)


class Comparison(Cited):
    topology = one_of("all_pairs", "banker", "pool", "single_winner")
    banker_seat = one_of("recorded", "dealer")
    row_tie = one_of("nobody", "banker")
    tied_royalties = Switch()  # a tied row that goes to the banker earns his royalty
    tied_sweeps = Switch()  # and counts towards his sweep


class Rows(Cited):
    kind = one_of("per_row", "table")
    unit = units()
    tie = units()
    table = fields.Dict(keys=fields.String(validate=OUTCOME), values=units())
    silent = fields.List(fields.String(validate=OUTCOME))
    cited = fields.Dict(keys=fields.String(validate=OUTCOME), values=fields.String())
    per_row_too = Switch()


class Royalty(Cited):
    row = one_of(*ROW_NAMES, required=True)
    hand = one_of(*HAND_NAMES, required=True)
    rank = one_of(*RANKS)  # of the cards that make the hand; if left out: any rank
    units = units(required=True)
    as_ = fields.String(required=True, data_key="as", validate=validate.OneOf(["extra", "total"]))
    when = one_of("held", "won", "net_winner", "won_by_net_winner", required=True)


class Royalties(Cited):
    both = one_of("both_pay", "higher_only", "cancel")
    tied = one_of("as_held", "none")
    against_fixed = Switch()


class SweepOfOne(Cited):
    """All rows won from one opponent."""

    op = one_of("add", "set", "multiply")
    units = units()
    factor = whole(1)
    scope = one_of("rows_and_royalties", "rows")
    two_and_a_tie = Switch()


class SweepOfAll(Cited):
    """All rows won from every opponent."""

    op = one_of("add", "set", "multiply")
    units = units()
    factor = whole(1)
    scope = one_of("rows_and_royalties", "rows")
    two_and_a_tie = Switch()
    min_opponents = whole(1)
    needs = one_of("every_opponent", "live_opponents")


class Sweep(Cited):
    pair = fields.Nested(SweepOfOne)
    table = fields.Nested(SweepOfAll)


class OverallPoint(Cited):
    units = units()
    basis = one_of("units", "rows")
    with_fixed = Switch()
    beside_sweep = one_of("both", "sweep_only")
