"""Betting of pot games. Absent tables mean the usual rules of poker."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Priced, Section
from rules.controls.sections.parameter_types import MOST, BasisPoints, Count, Means, SomeSeconds, Stated

_CALL = "a call"


class RaiseRules(Section, frozen=True, kw_only=True):
    """The least raise."""

    first: Annotated[
        Literal["to_double", "by_double"],
        Means("the first raise of a round", to_double="to twice the bet", by_double="by twice the bet"),
    ] = "to_double"
    next: Annotated[
        Stated[Literal["call_plus_last_raise"]],
        Means("the next raises", call_plus_last_raise="a call and the last raise"),
    ] = "call_plus_last_raise"


class HalfRule(Section, frozen=True, kw_only=True):
    """The share of a raise from which chips must be made up to it."""

    bp: Annotated[BasisPoints, Means("the share")] = 5000
    of: Annotated[
        Literal["raise_increment", "raise_total", "raise_to"],
        Means(
            "what the share is of",
            raise_increment="the raise alone",
            raise_total="half as much again as the whole",
            raise_to="the whole amount",
        ),
    ] = "raise_increment"
    inclusive: Annotated[bool, Means("whether exactly that share is enough")] = True


class AllIn(Section, frozen=True, kw_only=True):
    """An all-in for less than a raise."""

    reopens: Annotated[
        Literal["half_rule", "full_raise", "always"],
        Means(
            "whether it lets others raise again, at no limit and pot limit",
            half_rule="from half a raise on",
            full_raise="only with a full raise",
            always="always",
        ),
    ] = "full_raise"
    adds_up: Annotated[bool, Means("whether short all-ins add up to a raise")] = True
    next: Annotated[
        Literal["plus_full_increment", "complete_then_raise", "allin_increment_doubles"],
        Means(
            "the least next raise",
            plus_full_increment="the all-in and the last full raise",
            complete_then_raise="the raise that it fell short of and the last full raise",
            allin_increment_doubles="the all-in and what it raised by",
        ),
    ] = "plus_full_increment"


class StringBet(Section, frozen=True, kw_only=True):
    """Chips in several motions, without a word."""

    facing: Annotated[Stated[Literal["call"]], Means("what they are after a bet", call=_CALL)] = "call"
    opening: Annotated[
        Literal["first_chip", "first_motion"],
        Means(
            "what they are worth that open a round",
            first_chip="the first chip",
            first_motion="the chips of the first motion",
        ),
    ] = "first_motion"


class SingleChip(Section, frozen=True, kw_only=True):
    """One chip, without a word."""

    facing: Annotated[Stated[Literal["call"]], Means("what it is after a bet", call=_CALL)] = "call"
    opening: Annotated[
        Literal["full_value", "min_bet"],
        Means("what it is worth that opens a round", full_value="its full value", min_bet="the least bet"),
    ] = "full_value"


class SilentChips(Section, frozen=True, kw_only=True):
    """Several chips in one motion, without a word."""

    rule: Annotated[
        Literal["minimum_raise", "smallest_chip_test"],
        Means(
            "when they are a raise",
            minimum_raise="where they come to the least raise",
            smallest_chip_test="where they would not suffice for the call without one of the smallest",
        ),
    ] = "minimum_raise"


class Announced(Section, frozen=True, kw_only=True):
    """Bets by word."""

    binds: Annotated[bool, Means("whether an announced bet binds")] = True


class PotLimit(Section, frozen=True, kw_only=True):
    """The raise of the pot."""

    posts_out_of_order: Annotated[
        Literal["after_passed", "at_once"],
        Means(
            "when posts out of their order count",
            after_passed="once those players have acted",
            at_once="at once",
        ),
    ] = "at_once"
    short_blinds: Annotated[
        Literal["nominal", "as_paid"],
        Means(
            "what blinds that are short or dead count for before the flop",
            nominal="their full amount",
            as_paid="what was paid of them",
        ),
    ] = "nominal"


class OutOfTurn(Section, frozen=True, kw_only=True):
    """Acts out of turn."""

    stands: Annotated[
        Stated[Literal["action_unchanged"]],
        Means("when an act stands", action_unchanged="where the action to the player is the same as before"),
    ] = "action_unchanged"
    changed_by: Annotated[
        Literal["bet_or_raise", "any_chip"],
        Means("what changes the action", bet_or_raise="a bet or raise", any_chip="a bet, raise or call"),
    ] = "bet_or_raise"
    fold: Annotated[Stated[Literal["binds"]], Means("what a fold out of turn is", binds="binding")] = "binds"
    returned: Annotated[
        Literal["due", "not_covered"],
        Means(
            "what becomes of chips of an act that does not stand",
            due="they are given back",
            not_covered="nothing that is stated",
        ),
    ] = "due"


class Opening(Section, frozen=True, kw_only=True):
    """The first bet of a round."""

    min: Annotated[Stated[Literal["big_blind"]], Means("the least bet", big_blind="the big blind")] = (
        "big_blind"
    )


class Calls(Section, frozen=True, kw_only=True):
    """Calls, and what nobody called."""

    amount: Annotated[
        Stated[Literal["whole_bet"]], Means("what a call is", whole_bet="the whole bet, or all in")
    ] = "whole_bet"
    uncalled: Annotated[
        Stated[Literal["returned"]], Means("what becomes of what nobody called", returned="it goes back")
    ] = "returned"
    cap: Annotated[
        Stated[Literal["as_stack"]],
        Means("what the most that a hand lets a seat put in counts as", as_stack="a stack"),
    ] = "as_stack"


class Shown(Section, frozen=True, kw_only=True):
    """A hand that was shown out of turn and ruled live."""

    live: Annotated[
        Literal["call_only", "free"],
        Means("what its player may do", call_only="check, call or fold", free="anything"),
    ] = "call_only"


class FixedLimit(Section, frozen=True, kw_only=True):
    """Raises after the bet of a round, and the rounds of the small bet."""

    raises: Annotated[Count, Means("raises of a round")] = 3
    raises_two_rounds: Annotated[Count, Means("raises of a round in games of two rounds")] = 4
    heads_up: Annotated[
        Literal["unlimited", "as_others"],
        Means(
            "raises between two players", unlimited="are without limit", as_others="are limited as any others"
        ),
    ] = "unlimited"
    small_bet_rounds: Annotated[Count, Means("rounds of the small bet")] = 2
    of_two_rounds: Annotated[Count, Means("rounds of the small bet in games of two rounds")] = 1
    adds_up: Annotated[
        bool | None,
        Means(
            "whether all-ins of less than half a bet add up to one that opens the betting; left out: as `all_in` has it"
        ),
    ] = None
    half_over_bring_in: Annotated[
        Literal["of_small_bet", "of_completion"],
        Means(
            "what half is of where a bring-in is to be completed",
            of_small_bet="the small bet",
            of_completion="what completes the bring-in",
        ),
    ] = "of_small_bet"


class StudBetting(Section, frozen=True, kw_only=True):
    """Betting of stud games."""

    fourth_street_pair: Annotated[
        Literal["small_or_big", "small"],
        Means(
            "the bet on fourth street where a pair is open",
            small_or_big="the small or the big bet",
            small="the small bet",
        ),
    ] = "small_or_big"
    bring_in_may_open: Annotated[
        Literal["small_bet", "bring_in"],
        Means(
            "what the player may open for who has to bring it in",
            small_bet="the bring-in or the small bet",
            bring_in="the bring-in alone",
        ),
    ] = "small_bet"
    bring_in_passed: Annotated[
        Literal["may_fold", "forced"],
        Means(
            "what who has to bring it in for a seat that is all in may do",
            may_fold="fold instead",
            forced="bring it in alone",
        ),
    ] = "may_fold"


class Straddle(Priced, frozen=True, kw_only=True):
    """Live straddles, from left of the big blind to the button."""

    multiplier: Annotated[int, Meta(ge=2, le=MOST), Means("what the bet before is multiplied by")] = 2
    consecutive: Annotated[bool, Means("whether each straddle is posted next to the one before")] = True
    new_player: Annotated[
        Literal["any_seat", "in_row"],
        Means(
            "where a new player may straddle",
            any_seat="at any seat",
            in_row="next to the straddle before, as others do",
        ),
    ] = "in_row"


class Nuts(Section, frozen=True, kw_only=True):
    """A player who closes the betting on the river with a hand that cannot be beaten must bet or raise."""

    ties: Annotated[
        Literal["count", "unique"],
        Means("a hand that can be equalled", count="is such a hand", unique="is no such hand"),
    ] = "count"


class PotClock(Section, frozen=True, kw_only=True):
    """The clock of a decision."""

    seconds: Annotated[SomeSeconds, Means("the time of a player on the clock")]


class Blinds(Section, frozen=True, kw_only=True):
    """Blinds and antes."""

    heads_up: Annotated[
        Stated[Literal["button_posts_small"]],
        Means("who posts the small blind between two players", button_posts_small="the button"),
    ] = "button_posts_small"
    order: Annotated[
        Literal["blind_first", "ante_first"],
        Means(
            "what a short seat pays first that owes the big blind and one ante for all",
            blind_first="the blind",
            ante_first="the ante",
        ),
    ] = "blind_first"
    short: Annotated[
        Literal["nominal", "as_paid"],
        Means(
            "what a blind, a straddle or a bring-in counts for whose seat has less",
            nominal="its full amount",
            as_paid="what was paid of it",
        ),
    ] = "nominal"


class BombPots(Section, frozen=True, kw_only=True):
    """Hands in which all post an ante, nobody posts a blind, and the flop comes at once."""

    rule: Annotated[
        Literal["played", "not_offered"],
        Means("whether they are played", played="they are", not_offered="they are not"),
    ] = "played"


class Betting(Section, frozen=True, kw_only=True):
    """The betting of pot games."""

    raise_: RaiseRules = field(name="raise", default=RaiseRules())
    half_rule: HalfRule = HalfRule()
    all_in: AllIn = AllIn()
    string_bet: StringBet = StringBet()
    single_chip: SingleChip = SingleChip()
    silent_chips: SilentChips = SilentChips()
    announced: Announced = Announced()
    pot_limit: PotLimit = PotLimit()
    out_of_turn: OutOfTurn = OutOfTurn()
    shown: Shown = Shown()
    calls: Calls = Calls()
    opening: Opening = Opening()
    fixed_limit: FixedLimit = FixedLimit()
    stud: StudBetting = StudBetting()
    straddle: Straddle | None = None
    nuts: Nuts | None = None
    clock: PotClock | None = None
    blinds: Blinds = Blinds()
    bomb_pots: BombPots = BombPots()
