"""What is paid in addition to the rows, and how: surrender, pool, single winner, side bets, forced dealer, chips."""

from __future__ import annotations

from marshmallow import fields, validate

from rules.controls.schema.kinds import Cited, Switch, one_of, units, whole


class SurrenderAmount(Cited):
    units = units()


class Surrender(Cited):
    allowed = Switch()
    amount = fields.Nested(SurrenderAmount)
    payees = one_of("live_only", "all_opponents", "banker")
    against_surrender = units()
    against_natural = one_of("surrender_amount", "natural_value", "both")
    royalties = one_of("none", "pays")
    moment = one_of("before_setting", "before_exposure")  # until when it can be given


class AllRows(Cited):
    """One player wins every row."""

    extra = units()  # from each other player


class Pool(Cited):
    ante = units()
    prize = one_of("share_of_pool", "fixed")
    prize_units = units()
    tie = one_of("split", "carry", "returned")
    all_rows = fields.Nested(AllRows)


class SingleWinner(Cited):
    rows_needed = whole(1)
    ties = one_of("lost", "not_lost")


class SideBet(Cited):
    id = fields.String(required=True)
    counts = one_of("A", required=True)
    values = fields.List(units(), required=True)
    pay = one_of("difference", required=True)
    optin = one_of("table", "seat", required=True)
    against_fixed = Switch()


class DealerCompensation(Cited):
    trigger = one_of("nobody_willing")
    dealer = one_of("held_ace_of_spades")
    units = units()
    from_ = fields.String(data_key="from", validate=validate.OneOf(["each_opponent"]))


class MissedHand(Cited):
    """A player who was not there and was dealt no cards."""

    units = units(required=True)  # to each active opponent
    receives = one_of("nothing", "fouls")
    active = one_of("dealt_in", "legal")


class ExposedCard(Cited):
    """A card shown out of turn, where the floor ruled a penalty."""

    units = units(required=True)  # to each active opponent
    active = one_of("dealt_in", "legal")


class Penalties(Cited):
    missed_hand = fields.Nested(MissedHand)
    exposed_card = fields.Nested(ExposedCard)


class Chips(Cited):
    """What is paid where chips do not suffice.

    table_stakes: no player wins or loses more than the chips in front of that player. in_full: a debt is paid in full,
    or the payer is out.
    """

    limit = one_of("table_stakes", "in_full")
    cover = one_of("gross_both_sides", "net", "each_way", "payer_only")
    order = one_of("from_button", "left_of_button", "from_first_seat")
    sequence = one_of("pairs", "payer_rounds", "receiver_rounds")
    phases = fields.List(one_of("naturals", "rest"))
    penalties = one_of("with_rest", "first", "last")
    fraction = one_of("exact", "whole_units")
    elimination = one_of("no_chips", "unpaid_debt")
    zero = one_of("stays", "out_at_once")
    side_bets = one_of("rest", "own_phase")
    netting = one_of("pair", "items")
    unit_per_chip = whole(1)
    rebuy = one_of("between_deals")
