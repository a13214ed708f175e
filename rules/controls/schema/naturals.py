"""Naturals: hands of thirteen cards that win by themselves."""

from __future__ import annotations

from marshmallow import fields, validate

from rules.cards import RANKS
from rules.controls.schema.kinds import Cited, Switch, one_of, units, whole

PATTERNS = (
    "three_straights", "three_flushes", "six_pairs", "thirteen_ranks", "five_pairs_and_trips",
    "four_trips_and_odd", "colour_split", "rank_range", "three_quads_and_odd", "three_straight_flushes",
    "all_pictures", "one_suit", "no_pictures",
)  # fmt: skip
TIEBREAKS = ("none", "pairs", "pairs_then_odd_card", "back_middle_front", "poker_hands")


class Natural(Cited):
    """units: if left out, the documents do not price the natural."""

    id = fields.String(required=True)
    pattern = one_of(*PATTERNS, required=True)
    units = units()
    rank = whole(1)
    tiebreak = one_of(*TIEBREAKS)
    low = one_of(*RANKS)  # rank_range
    high = one_of(*RANKS)
    minority = whole(0)  # colour_split: cards of the rarer colour
    pictures = fields.String(validate=validate.ContainsOnly(RANKS))
    except_ = fields.String(data_key="except", validate=validate.OneOf(["none", *PATTERNS]))


class Naturals(Cited):
    declare = one_of("automatic", "required")
    waivable = Switch()
    layout = one_of("any_partition", "as_set")
    quads_as_two_pairs = Switch()
    straight_flush_counts = Switch()
    ace_low = Switch()
    ace_low_rank = one_of("lowest", "second")  # of A-2-3 in a tie-break
    several = one_of("highest", "sum", "claimed")
    false_claim = one_of("rows", "foul")
    against_ordinary = one_of("value", "value_in_all")
    against_natural = one_of("difference", "higher_rank_full", "higher_value_full", "rows")
    equal = one_of("nobody", "banker")
    equal_value = one_of("nobody", "rank", "banker")
    list = fields.List(fields.Nested(Natural))
