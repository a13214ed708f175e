"""Pot games: which are dealt, how they are bet, how pots are divided, what the house takes, and what a cash table adds.

Money is in minor units, a share in basis points. A table that is left out is played by the usual rules of poker.
"""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from rules.cards import RANKS
from rules.controls.schema.kinds import Cited, Switch, one_of, share, whole
from rules.controls.sections.pots import Order, Use
from rules.pot_words import GameName, LimitName, StreetName

GAMES = get_args(GameName)
MOST_STREETS = 5
MOST_CARDS = 7  # that a player gets in a game, or in one street
MOST_SEATS = 10


def cards() -> fields.Integer:
    """How many cards."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=MOST_CARDS))


def players() -> fields.Integer:
    """How many players."""
    return fields.Integer(strict=True, validate=validate.Range(min=2, max=MOST_SEATS))


class Priced(Cited):
    """A table whose parameters come from clauses of their own. cited: the clause of each."""

    cited = fields.Dict(keys=fields.String(), values=fields.String())


# ---------------------------------------------------------------- games


class Half(Cited):
    """A share of each pot, what wins it, and which of a player's own cards a hand may use."""

    name = one_of("all", "high", "low", "draw", "omaha")
    order = one_of(*get_args(Order))
    use = one_of(*get_args(Use))


class GameStreet(Cited):
    """A betting round, and the cards that are dealt, thrown away or exchanged before it."""

    name = one_of(*get_args(StreetName), required=True)
    board = cards()
    down = cards()
    up = cards()
    draws = cards()
    discards = cards()


class Swap(Cited):
    """An exchange of some of the cards that were dealt first, before the betting of a street."""

    cards = cards()
    before = one_of(*get_args(StreetName))


class Game(Cited):
    kind = one_of("flop", "stud", "draw")
    streets = fields.List(fields.Nested(GameStreet), validate=validate.Length(min=1, max=MOST_STREETS))
    halves = fields.List(fields.Nested(Half), validate=validate.Length(min=1, max=2))
    deck_from = one_of(*RANKS)
    swap = fields.Nested(Swap)
    common_last = Switch()
    open_first = cards()
    max_players = players()


class Mix(Cited):
    """Games in turn, each with its limit where the mix sets one."""

    rotation = fields.List(one_of(*GAMES), validate=validate.Length(min=1))
    limits = fields.List(one_of(*get_args(LimitName)))


# ---------------------------------------------------------------- betting


class Raise(Cited):
    """The least raise: the first one to twice, or by twice, what is bet; the next ones a call and the last raise."""

    first = one_of("to_double", "by_double")
    next = one_of("call_plus_last_raise")


class HalfRule(Cited):
    """From which share of a raise chips must be made up to it."""

    bp = share()
    of = one_of("raise_increment", "raise_total", "raise_to")
    inclusive = Switch()


class AllIn(Cited):
    """An all-in for less than a raise: whether it opens the betting again, and what the next raise comes to."""

    reopens = one_of("half_rule", "full_raise", "always")
    adds_up = Switch()
    next = one_of("plus_full_increment", "complete_then_raise", "allin_increment_doubles")


class StringBet(Cited):
    """Chips in several motions, without a word."""

    facing = one_of("call")
    opening = one_of("first_chip", "first_motion")


class SingleChip(Cited):
    """One chip, without a word."""

    facing = one_of("call")
    opening = one_of("full_value", "min_bet")


class SilentChips(Cited):
    """Several chips in one motion, without a word."""

    rule = one_of("minimum_raise", "smallest_chip_test")


class Announced(Cited):
    binds = Switch()


class PotLimit(Cited):
    """From when on posts out of their order count in a raise of the pot, and what blinds that are short or dead count for in one
    before the flop."""

    posts_out_of_order = one_of("after_passed", "at_once")
    short_blinds = one_of("nominal", "as_paid")


class OutOfTurn(Cited):
    stands = one_of("action_unchanged")
    changed_by = one_of("bet_or_raise", "any_chip")
    fold = one_of("binds")
    returned = one_of("due", "not_covered")


class Opening(Cited):
    min = one_of("big_blind")


class Calls(Cited):
    """A call is the whole bet or all in, and what nobody called goes back; the cap of a hand counts as a stack."""

    amount = one_of("whole_bet")
    uncalled = one_of("returned")
    cap = one_of("as_stack")


class Shown(Cited):
    """What a player may do whose hand was shown out of turn and ruled live: check, call and fold only, or anything."""

    live = one_of("call_only", "free")


class FixedLimit(Cited):
    """Raises after the bet of a round, and the rounds of the small bet. two_rounds: in games of two rounds.

    adds_up: whether all-ins of less than half a bet come together to one that opens the betting; half_over_bring_in: what half is
    of where a bring-in is to be completed.
    """

    raises = whole(0)
    raises_two_rounds = whole(0)
    heads_up = one_of("unlimited", "as_others")
    small_bet_rounds = whole(0)
    of_two_rounds = whole(0)
    adds_up = Switch()
    half_over_bring_in = one_of("of_small_bet", "of_completion")


class StudBetting(Cited):
    """bring_in_passed: what may be done by who has to bring it in for a seat that is all in."""

    fourth_street_pair = one_of("small_or_big", "small")
    bring_in_may_open = one_of("small_bet", "bring_in")
    bring_in_passed = one_of("may_fold", "forced")


class Straddle(Priced):
    """Live straddles, from left of the big blind to the button."""

    multiplier = whole(2)
    consecutive = Switch()
    new_player = one_of("any_seat", "in_row")


class Nuts(Cited):
    """A player who closes the betting on the river with a hand that cannot be beaten must bet or raise."""

    ties = one_of("count", "unique")


class Clock(Cited):
    seconds = whole(1)


class Blinds(Cited):
    """order: of the big blind and one ante for all, of the same seat; short: what a blind, a straddle or a bring-in counts for
    where its seat has no chips for all of it."""

    heads_up = one_of("button_posts_small")
    order = one_of("blind_first", "ante_first")
    short = one_of("nominal", "as_paid")


class BombPots(Cited):
    """Hands in which all post an ante, nobody posts a blind, and the flop comes at once."""

    rule = one_of("played", "not_offered")


class Betting(Cited):
    raise_ = fields.Nested(Raise, data_key="raise")
    half_rule = fields.Nested(HalfRule)
    all_in = fields.Nested(AllIn)
    string_bet = fields.Nested(StringBet)
    single_chip = fields.Nested(SingleChip)
    silent_chips = fields.Nested(SilentChips)
    announced = fields.Nested(Announced)
    pot_limit = fields.Nested(PotLimit)
    out_of_turn = fields.Nested(OutOfTurn)
    shown = fields.Nested(Shown)
    calls = fields.Nested(Calls)
    opening = fields.Nested(Opening)
    fixed_limit = fields.Nested(FixedLimit)
    stud = fields.Nested(StudBetting)
    straddle = fields.Nested(Straddle)
    nuts = fields.Nested(Nuts)
    clock = fields.Nested(Clock)
    blinds = fields.Nested(Blinds)
    bomb_pots = fields.Nested(BombPots)


# ---------------------------------------------------------------- pots


class OddChip(Priced):
    """Who gets what cannot be divided. halves: between two halves of a pot; runs: between boards, one
    each from the first on, all to the first, or as between equal hands."""

    unit = one_of("smallest_chip", "one_cent")
    flop = one_of("left_of_button")
    stud = one_of("left_of_dealer", "first_to_act", "high_card_by_suit_of_five")
    draw = one_of("left_of_button")
    many = one_of("one_each", "all_to_first")
    halves = one_of("first_half", "position")
    runs = one_of("first", "all_to_first", "position")


class Showdown(Cited):
    first = one_of("last_called_bettor", "first_to_act")
    tabled = one_of("all_hole_cards")


class CannotWin(Priced):
    mucked = Switch()
    absent_big_blind = Switch()
    wrong_count = one_of("played_on", "always", "never")


class RunTwice(Priced):
    """The rest of the board dealt more than once. last_streets: by game, from so many dealt in, turn and river only."""

    times = whole(2)
    all_in = Switch()
    min_small_blind = whole(0)
    min_big_blind = whole(0)
    consent = one_of("all_live")
    repeats = one_of("all_to_come")
    last_streets = fields.Dict(keys=one_of(*GAMES), values=players())


class Pots(Cited):
    award_order = one_of("last_first", "any")
    odd_chip = fields.Nested(OddChip)
    showdown = fields.Nested(Showdown)
    cannot_win = fields.Nested(CannotWin)
    run_twice = fields.Nested(RunTwice)


# ---------------------------------------------------------------- misdeals


class Grounds(Priced):
    """What makes a deal a misdeal."""

    exposed_in_deal = whole(1)
    out_of_order = Switch()
    button_not_moved = Switch()
    not_seated = Switch()
    wrong_count = Switch()


class TooLate(Cited):
    """From when on none can be declared."""

    acts = whole(1)
    without_chips = whole(1)


class EarlyCard(Cited):
    """A card of the board that came before the betting was over."""

    reshuffle = Switch()
    burn = Switch()
    turn = one_of("river_laid_aside", "as_others")


class Misdeals(Cited):
    grounds = fields.Nested(Grounds)
    too_late = fields.Nested(TooLate)
    early_card = fields.Nested(EarlyCard)


# ---------------------------------------------------------------- fees


class RakeShare(Cited):
    """The most that the share of a file that extends this one may be."""

    max_bp = share()


class PotRake(Priced):
    """So much for each full step, or a share.

    exact: that amount. at_most: what was taken, as far as share and cap allow it.
    """

    step_money = whole(1)
    per_step = whole(0)
    bp = share()
    share = fields.Nested(RakeShare)
    rounding = one_of("down", "nearest")
    cap = whole(0)
    special_cap = whole(0)
    special = one_of("cap", "flat")
    base = one_of("hand_total", "per_pot")
    of = one_of("gross", "net_of_drop")
    runs = one_of("once", "each")
    mode = one_of("exact", "at_most")
    below = one_of("note", "nothing")
    time_replaces = Switch()
    tournaments = Switch()


class NoFlop(Priced):
    """What must have been dealt for a rake and a drop."""

    flop = one_of("flop")
    stud = one_of("second_up_card")
    draw = one_of("raked", "both", "none")
    courchevel = one_of("rest_of_flop", "first_card")


class PotDrop(Priced):
    """What the main pot gives for a jackpot."""

    money = whole(0)
    min_players = players()
    counts = one_of("dealt_in", "seated", "present")
    short = one_of("what_there_is", "skip")
    as_recorded = Switch()


class PotFees(Cited):
    rake = fields.Nested(PotRake)
    no_flop = fields.Nested(NoFlop)
    drop = fields.Nested(PotDrop)


# ---------------------------------------------------------------- jackpots


class Threshold(Cited):
    """The least hand that must lose, by the games that it is for. over: the pair of a full house."""

    games = fields.List(one_of(*GAMES), required=True, validate=validate.Length(min=1))
    hand = one_of("flush", "full_house", "quads", "straight_flush", required=True)
    rank = one_of(*RANKS, required=True)
    over = one_of(*RANKS)


class BadBeat(Priced):
    pool_bp = share()
    loser_bp = share()
    winner_bp = share()
    table_bp = share()
    base = one_of("part", "whole")
    table = one_of("all_seats", "others_only", "dealt_in")
    losers = one_of("best_rank", "all_losers")
    threshold = fields.List(fields.Nested(Threshold))
    no_game = one_of("none", "base_game")


class RoyalFlush(Priced):
    """money: what it pays; where the level is below ``below_level``, a share of it instead."""

    money = whole(0)
    below_level = whole(0)
    below_bp = share()
    several = one_of("share_one", "each")
    needs = one_of("showdown", "must_be_shown")


class PotJackpots(Priced):
    min_players = whole(0)
    counts = one_of("dealt_in", "seated", "present")
    own_cards = cards()
    runs = one_of("any_once", "first_run")
    bad_beat = fields.Nested(BadBeat)
    royal_flush = fields.Nested(RoyalFlush)


# ---------------------------------------------------------------- the table


class PotTable(Priced):
    """Buy-ins, returns, breaks, absences, new players."""

    short_bp = share()
    short_per_night = whole(0)
    rejoin_minutes = whole(0)
    rejoin_amount = one_of("same", "at_least")
    break_minutes = whole(0)
    breaks_per_night = whole(0)
    away_listed_minutes = whole(0)
    away_minutes = whole(0)
    new_players_post = Switch()
    between_blinds = one_of("without_small_blind", "with_small_blind")
    deal_every_stack = Switch()
    ninth_sits_out = one_of("left_of_big_blind", "right_of_big_blind")
    ninth_games = fields.List(one_of(*GAMES))
    moved_posts = Switch()
    changes_need_consent = Switch()


class PotGame(Priced):
    """All that a ruleset of pot games states."""

    games = fields.Dict(keys=one_of(*GAMES), values=fields.Nested(Game))
    mixes = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^[a-z0-9][a-z0-9_]{0,31}$")), values=fields.Nested(Mix)
    )
    min_stack = one_of("minimum_bet")
    rulings = one_of("note", "nothing")
    betting = fields.Nested(Betting)
    pots = fields.Nested(Pots)
    misdeals = fields.Nested(Misdeals)
    fees = fields.Nested(PotFees)
    jackpots = fields.Nested(PotJackpots)
    table = fields.Nested(PotTable)
