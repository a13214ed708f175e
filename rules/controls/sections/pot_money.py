"""Money of pot games, and rules of a cash table, in minor units."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.controls.sections.base import Item, Priced, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    BasisPoints,
    Count,
    DealtCards,
    Means,
    Minutes,
    Money,
    MoneyStep,
    Rank,
    SeatCount,
    Stated,
)
from rules.pot_words import GameName

_COUNTS = {
    "dealt_in": "players who were dealt in",
    "seated": "players who have a seat",
    "present": "players who are there",
}
_Counts = Literal["dealt_in", "seated", "present"]


class RakeShare(Section, frozen=True, kw_only=True):
    """A bound of the share."""

    max_bp: Annotated[
        BasisPoints | None, Means("the most that the share of a file that extends this one may be")
    ] = None


class PotRake(Priced, frozen=True, kw_only=True):
    """The rake of a pot hand: so much for each full step, or a share; or whatever was recorded, as far as rate and cap allow."""

    step_money: Annotated[MoneyStep | None, Means("the step")] = None
    per_step: Annotated[Money | None, Means("the rake of a full step")] = None
    bp: Annotated[BasisPoints | None, Means("the share of the pots")] = None
    share: RakeShare = RakeShare()
    rounding: Annotated[
        Literal["down", "nearest"],
        Means("how a share is rounded", down="down to a minor unit", nearest="to the nearest minor unit"),
    ] = "down"
    cap: Annotated[Money | None, Means("the most of a hand")] = None
    special_cap: Annotated[Money | None, Means("the most of a hand in special cases")] = None
    special: Annotated[
        Literal["cap", "flat"],
        Means(
            "what the special cap is",
            cap="a cap: the same steps go on up to it",
            flat="the rake where the cap would be due",
        ),
    ] = "cap"
    base: Annotated[
        Literal["hand_total", "per_pot"],
        Means("what it goes by", hand_total="all pots of a hand together", per_pot="each pot by itself"),
    ] = "hand_total"
    of: Annotated[
        Literal["gross", "net_of_drop"],
        Means("what it is taken of", gross="the pots", net_of_drop="the pots less the drop"),
    ] = "gross"
    runs: Annotated[
        Literal["once", "each"],
        Means("with several boards", once="it is taken once", each="it is taken of each board"),
    ] = "once"
    mode: Annotated[
        Literal["exact", "at_most"],
        Means(
            "what the stated rake is", exact="the amount that is due", at_most="the most that may be taken"
        ),
    ] = "at_most"
    below: Annotated[
        Literal["note", "nothing"],
        Means("what less than an exact rake is reported as", note="a note", nothing="nothing"),
    ] = "note"
    time_replaces: Annotated[bool, Means("whether a table that pays for its time is not raked")] = True
    tournaments: Annotated[bool, Means("whether hands of tournaments are raked")] = False


class NoFlop(Priced, frozen=True, kw_only=True):
    """The cards that must have been dealt for a rake and a drop."""

    flop: Annotated[Stated[Literal["flop"]] | None, Means("in flop games", flop="the flop")] = "flop"
    stud: Annotated[
        Stated[Literal["second_up_card"]] | None,
        Means("in stud games", second_up_card="the second open card"),
    ] = "second_up_card"
    draw: Annotated[
        Literal["raked", "both", "none"],
        Means(
            "what draw games give", raked="a rake without a drop", both="a rake and a drop", none="neither"
        ),
    ] = "raked"
    courchevel: Annotated[
        Literal["rest_of_flop", "first_card"],
        Means(
            "in Courchevel", rest_of_flop="the rest of the flop", first_card="the card that is open at first"
        ),
    ] = "rest_of_flop"


class PotDrop(Priced, frozen=True, kw_only=True):
    """The part of the main pot that goes to a jackpot."""

    money: Annotated[Money | None, Means("the amount")] = None
    min_players: Annotated[SeatCount | None, Means("the fewest players of a hand that gives it")] = None
    counts: Annotated[_Counts, Means("who counts", **_COUNTS)] = "dealt_in"
    short: Annotated[
        Literal["what_there_is", "skip"],
        Means("what a main pot gives that has less", what_there_is="what it has", skip="nothing"),
    ] = "what_there_is"
    as_recorded: Annotated[bool, Means("whether it is taken as recorded, so that none is due")] = False


class PotFees(Section, frozen=True, kw_only=True):
    """Rake and jackpot drop."""

    rake: PotRake | None = None
    no_flop: NoFlop = NoFlop()
    drop: PotDrop = PotDrop()


class Threshold(Item, frozen=True, kw_only=True):
    """The least hand that must lose, by the games that it is for."""

    games: Annotated[tuple[GameName, ...], Meta(min_length=1), DEMANDED, Means("the games")]
    hand: Annotated[
        Literal["flush", "full_house", "quads", "straight_flush"],
        DEMANDED,
        Means(
            "the hand",
            flush="a flush",
            full_house="a full house",
            quads="four of a kind",
            straight_flush="a straight flush",
        ),
    ]
    rank: Annotated[Rank, DEMANDED, Means("its rank")]
    over: Annotated[Rank | None, Means("the pair of a full house")] = None


class BadBeat(Priced, frozen=True, kw_only=True):
    """A jackpot for a strong hand that loses."""

    pool_bp: Annotated[BasisPoints, Means("the share of the jackpot that is paid")]
    loser_bp: Annotated[BasisPoints, Means("the loser's share of it")]
    winner_bp: Annotated[BasisPoints, Means("the winner's share of it")]
    table_bp: Annotated[BasisPoints, Means("the table's share of it")]
    base: Annotated[
        Literal["part", "whole"],
        Means("what the shares are of", part="the part that is paid", whole="the whole jackpot"),
    ] = "part"
    table: Annotated[
        Literal["all_seats", "others_only", "dealt_in"],
        Means(
            "who shares as the table",
            all_seats="every seat",
            others_only="seats other than loser and winner",
            dealt_in="seats that were dealt in",
        ),
    ] = "all_seats"
    losers: Annotated[
        Literal["best_rank", "all_losers"],
        Means(
            "which losing hands are paid",
            best_rank="the best one",
            all_losers="all that reach the least hand",
        ),
    ] = "best_rank"
    threshold: tuple[Threshold, ...] = ()
    no_game: Annotated[
        Literal["none", "base_game"],
        Means(
            "a game without a least hand",
            none="has no bad beat",
            base_game="has the least hand of the game that it is a variation of",
        ),
    ] = "none"


class RoyalFlush(Priced, frozen=True, kw_only=True):
    """A jackpot for a royal flush."""

    money: Annotated[Money, Means("what it pays")]
    below_level: Annotated[Money, Means("the level of the jackpot below which it pays a share instead")]
    below_bp: Annotated[BasisPoints, Means("that share")]
    several: Annotated[
        Literal["share_one", "each"],
        Means("what several are paid", share_one="one payout, divided", each="a payout each"),
    ] = "share_one"
    needs: Annotated[
        Literal["showdown", "must_be_shown"],
        Means("what it takes", showdown="a showdown", must_be_shown="that the hand is shown"),
    ] = "showdown"


class PotJackpots(Priced, frozen=True, kw_only=True):
    """Jackpots of pot games."""

    min_players: Annotated[Count, Means("the fewest players of a hand that can win one")] = 0
    counts: Annotated[_Counts, Means("who counts", **_COUNTS)] = "dealt_in"
    own_cards: Annotated[DealtCards, Means("own cards that the hand must use")] = 0
    runs: Annotated[
        Literal["any_once", "first_run"],
        Means("with several boards", any_once="any board counts, once", first_run="the first board counts"),
    ] = "any_once"
    bad_beat: BadBeat | None = None
    royal_flush: RoyalFlush | None = None


class PotTable(Priced, frozen=True, kw_only=True):
    """The rules of a cash table: buy-ins, returns, breaks, absences, new players."""

    short_bp: Annotated[BasisPoints | None, Means("a short buy-in's share of the least buy-in")] = None
    short_per_night: Annotated[Count | None, Means("short buy-ins of a player in a night")] = None
    rejoin_minutes: Annotated[
        Minutes | None, Means("the time within which who comes back brings the same chips")
    ] = None
    rejoin_amount: Annotated[
        Literal["same", "at_least"],
        Means("what who comes back brings", same="the same chips", at_least="the same chips or more"),
    ] = "same"
    break_minutes: Annotated[Minutes | None, Means("the longest break")] = None
    breaks_per_night: Annotated[Count | None, Means("breaks of a player in a night")] = None
    away_listed_minutes: Annotated[
        Minutes | None, Means("how long an absent player's seat is kept where others wait")
    ] = None
    away_minutes: Annotated[
        Minutes | None, Means("how long an absent player's seat is kept where nobody waits")
    ] = None
    new_players_post: Annotated[bool, Means("whether a new player posts a blind")] = False
    between_blinds: Annotated[
        Literal["without_small_blind", "with_small_blind"] | None,
        Means(
            "who sits between the button and the blinds, and misses a hand",
            without_small_blind="the seats after the button and before the small blind",
            with_small_blind="the seat of the small blind as well",
        ),
    ] = None
    deal_every_stack: Annotated[
        bool, Means("whether every stack is dealt cards, also of an absent player")
    ] = False
    ninth_sits_out: Annotated[
        Literal["left_of_big_blind", "right_of_big_blind"] | None,
        Means(
            "who of nine sits out at a game for eight",
            left_of_big_blind="the one left of the big blind",
            right_of_big_blind="the one right of the big blind",
        ),
    ] = None
    ninth_games: Annotated[tuple[GameName, ...], Means("the games for eight")] = ()
    moved_posts: Annotated[bool, Means("whether who avoids a forced bet by moving posts it")] = False
    changes_need_consent: Annotated[bool, Means("whether all players agree to other buy-ins")] = False
