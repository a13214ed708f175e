"""Tournaments and their ranking: entries, seats, levels, places, bounties, prizes and points.

Money is in minor units, a share in basis points.
"""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from rules.controls.schema.kinds import Cited, Switch, keyed, one_of, share, whole
from rules.controls.sections.tournaments import ClassName, KindName, Odd, PrizesBy

KINDS = get_args(KindName)


class EntryPrice(Cited):
    """What an entry costs: what the tournament publishes, or an amount of the ruleset's own."""

    rule = one_of("published")
    money = whole(0)
    currency = fields.String(validate=validate.Regexp(r"^[A-Z]{3}$"))


class EntryStack(Cited):
    rule = one_of("published")


class Refund(Cited):
    approval = Switch()


class Late(Cited):
    """Late registration. ruling_admits: a ruling on record admits who comes after it."""

    required = Switch()
    end = one_of("level_end", "break_end")
    ruling_admits = Switch()


class Waiting(Cited):
    order = one_of("queue")
    reentries = one_of("last")
    personal = Switch()


class StacksEnter(Cited):
    """From when a stack is in play, and what holds while somebody is on the waiting list."""

    when = one_of("seated")
    waiting_list = one_of("all_paid")


class Published(Cited):
    before = one_of("start")


class Entries(Cited):
    price = fields.Nested(EntryPrice)
    stack = fields.Nested(EntryStack)
    refund = fields.Nested(Refund)
    late = fields.Nested(Late)
    waiting = fields.Nested(Waiting)
    stacks_enter = fields.Nested(StacksEnter)
    published = fields.Nested(Published)


class Again(Cited):
    """What may be bought again in a kind of tournament: nothing, chips for nothing, or what the tournament publishes."""

    again = one_of("nothing", "free", "published")
    rebuys = one_of("without_chips", "any_stack")
    reentries = Switch()


class Drawn(Cited):
    by = one_of("draw")


class Moves(Cited):
    approval = Switch()


class Balance(Cited):
    """at: the difference in players at which tables are balanced. stop_at: at which the short table waits."""

    at = whole(1)
    stop_at = whole(1)
    measure = one_of("max_minus_min")


class BalancePosition(Cited):
    """from: the position of who moves. never_to: a position that nobody moves to."""

    from_ = keyed("from", one_of("bb"))
    never_to = one_of("sb")


class ThreeTables(Cited):
    classes = fields.List(one_of(*get_args(ClassName)))
    by = one_of("draw")


class FinalTable(Cited):
    """by: how its seats are given. players: so many left sit at ``tables``."""

    by = one_of("draw")
    players = whole(0)
    tables = whole(0)


class HandForHand(Cited):
    left_over = whole(0)


class TableMax(Cited):
    seats = whole(0)


class Break(Cited):
    order = one_of("posted")
    after = one_of("hand")


class Seating(Cited):
    first = fields.Nested(Drawn)
    moves = fields.Nested(Moves)
    balance = fields.Nested(Balance)
    balance_position = fields.Nested(BalancePosition)
    three_tables = fields.Nested(ThreeTables)
    final_table = fields.Nested(FinalTable)
    hand_for_hand = fields.Nested(HandForHand)
    table_max = fields.Nested(TableMax)
    break_ = keyed("break", fields.Nested(Break))


class LateTolerance(Cited):
    seconds = whole(0)


class ClockLevels(Cited):
    """Levels by a clock. hand_began: what decides the level of a hand."""

    by = one_of("minutes")
    hand_began = one_of("first_riffle_or_first_card", "first_card")
    late_tolerance = fields.Nested(LateTolerance)


class Busts(Cited):
    """The order of those who go out. stack: which of them decides. across_tables: of one round of hand-for-hand play."""

    keys = fields.List(one_of("hand_or_round", "stack", "hand_rank"))
    stack = one_of("hand_start", "all_in")
    across_tables = one_of("hand_for_hand", "tie")


class Split(Cited):
    rule = one_of("even")
    odd = one_of(*get_args(Odd))


class ChipsOfEntry(Cited):
    chips = whole(0)


class Bounty(Cited):
    split = fields.Nested(Split)
    winner_keeps_own = Switch()
    per_entry = fields.Nested(ChipsOfEntry)


class HoleCards(Cited):
    least = whole(0)
    stud = one_of("all_own")


class Share(Cited):
    bp = share()


class RoyalPool(Cited):
    """A tournament's royal flush pool. base: what the shares are of."""

    base = one_of("balance_now", "whole_event")
    hole_cards = fields.Nested(HoleCards)
    street = one_of("river")
    showdown = Switch()
    straight_flush = fields.Nested(Share)
    royal_flush = fields.Nested(Share)
    rounding = one_of("down")


class PrizesByPlaces(Cited):
    rule = one_of("table")
    own = one_of("published", "none")


class PrizesByChips(Cited):
    rule = one_of("chips_at_the_end")


class PrizesByTickets(Cited):
    rule = one_of("whole_tickets")


class PrizeRules(Cited):
    """How prizes are given, by what a tournament states."""

    places = fields.Nested(PrizesByPlaces)
    chips = fields.Nested(PrizesByChips)
    tickets = fields.Nested(PrizesByTickets)


class Rounding(Cited):
    """Prizes are rounded down to ``unit_money``. left: to whom the rest goes."""

    unit_money = whole(1)
    left = one_of("best_places_one_each", "first_place")


class SharedPlaces(Cited):
    rule = one_of("shared")
    odd = one_of(*get_args(Odd))


class Above(Cited):
    """What follows where there are more than ``most`` players."""

    most = whole(0)
    then = one_of("undetermined", "last_column")


class Deal(Cited):
    """reported: to the director. places: the official ones count for points, or the mean of those of the deal."""

    reported = Switch()
    places = one_of("official", "split")


class Column(Cited):
    """The shares of the places for a number of players."""

    least = whole(0, required=True)
    most = whole(0, required=True)
    places_bp = fields.List(share(), required=True)


class Prizes(Cited):
    """pool: what is divided. players: who counts for the column."""

    pool = one_of("net_of_diversions", "gross")
    players = one_of("unique", "entries")
    rounding = fields.Nested(Rounding)
    ties = fields.Nested(SharedPlaces)
    above = fields.Nested(Above)
    deal = fields.Nested(Deal)
    column = fields.List(fields.Nested(Column))


class PenaltyRound(Cited):
    rounds = whole(0)
    measure = one_of("orbit")


class PenaltyTime(Cited):
    length = one_of("choice", "one_round")


class HeadsUp(Cited):
    warnings = whole(0)
    place = whole(0)


class Disqualified(Cited):
    stack = one_of("removed")
    place = one_of("kept", "none")


class Elsewhere(Cited):
    """Play at another table in the meantime."""

    allowed = Switch()


class Discipline(Cited):
    round = fields.Nested(PenaltyRound)
    time = fields.Nested(PenaltyTime)
    heads_up = fields.Nested(HeadsUp)
    disqualified = fields.Nested(Disqualified)
    elsewhere = fields.Nested(Elsewhere)


class MostAPlayer(Cited):
    chips = whole(0)


class NeverOut(Cited):
    holds = Switch()


class NoneLeft(Cited):
    holds = Switch()


class Race(Cited):
    """How a colour-up is done. total_within: how far a table's chips may change. none_left: of the chips that leave play."""

    when = one_of("before_next_level")
    odd = one_of("race", "round_up")
    most_a_player = fields.Nested(MostAPlayer)
    never_out = fields.Nested(NeverOut)
    total_within = one_of("one_next_chip_a_table", "none")
    none_left = fields.Nested(NoneLeft)


class MostMoney(Cited):
    max_money = whole(0)  # of a player in a tournament, all together


class Returned(Cited):
    """What becomes of buy-ins: all of them go back to players as prizes."""

    all = Switch()


class Charges(Cited):
    """What a player may be charged in a tournament, and what becomes of it."""

    currency = fields.String(validate=validate.Regexp(r"^[A-Z]{3}$"))
    entry_fee = fields.Nested(MostMoney)
    buy_ins = fields.Nested(MostMoney)
    returned = fields.Nested(Returned)


class PointTies(Cited):
    rule = one_of("average", "better")


class Average(Cited):
    """The average buy-in: of which pool, over whom, and what one between two bands is."""

    pool = one_of("before_contribution", "after_contribution")
    over = one_of("unique", "entries")
    between = one_of("lower_bounds", "rounded")


class Band(Cited):
    """A factor, an exact text, from a number on."""

    from_ = keyed("from", whole(0, required=True))
    factor = fields.String(
        required=True,
        validate=validate.Regexp(r"^\d{1,4}(\.\d{1,4})?$", error="a factor is a text such as 2.5"),
    )


class Contribution(Cited):
    bp = share()
    of = one_of("prize_pool")
    taken = one_of("deducted", "on_top")
    rounding = one_of("down")


class RankingPrizes(Cited):
    period = one_of("quarter")
    day = one_of("booked", "event_day")
    top = whole(1)
    tie_at_the_end = one_of("all_in")
    rounding = fields.Nested(Rounding)


class Excluded(Cited):
    classes = fields.List(one_of(*get_args(ClassName)))
    prizes_by = fields.List(one_of(*get_args(PrizesBy)))


class RankingPoints(Cited):
    """position: the factors of the places from the first. buy_in: bands of whole currency units."""

    position = fields.List(whole(0))
    ties = fields.Nested(PointTies)
    average = fields.Nested(Average)
    buy_in = fields.List(fields.Nested(Band))
    participants = fields.List(fields.Nested(Band))
    contribution = fields.Nested(Contribution)
    prizes = fields.Nested(RankingPrizes)
    excluded = fields.Nested(Excluded)
