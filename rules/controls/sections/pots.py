"""Pot games: which are dealt, how they are bet, how pots are divided, and what a cash table adds. Money is in minor units."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import Item, Section
from rules.pot_words import GameName, LimitName, StreetName

Order = Literal[
    "high", "soko", "soko_equal", "short_deck", "ace_to_five", "eight_low", "deuce_to_seven", "badugi",
]  # soko_equal: as soko, but a four-card flush and a four-card straight are equal in kind  # fmt: skip
Use = Literal["any", "two", "all"]  # of a seat's own cards: any of them, exactly two, or all and no board


class Half(Item, frozen=True, kw_only=True):
    """A share of each pot and what wins it. A game with one share has one half, named all."""

    name: Literal["all", "high", "low", "draw", "omaha"] = "all"
    order: Order = "high"
    use: Use = "any"


class GameStreet(Item, frozen=True, kw_only=True):
    """A betting round and what is dealt for it. Counts of cards for each seat in, but ``board``."""

    name: StreetName
    board: int = 0
    down: int = 0
    up: int = 0
    draws: int = 0  # cards that a seat may exchange at most, before the round
    discards: int = 0  # cards that each seat throws away before the street is dealt


class Swap(Item, frozen=True, kw_only=True):
    """An exchange of Sviten Special: at most so many cards, before the betting of a street, from the button's left."""

    cards: int
    before: StreetName


class Game(Item, frozen=True, kw_only=True):
    kind: Literal["flop", "stud", "draw"]
    streets: tuple[GameStreet, ...]
    halves: tuple[Half, ...] = (Half(),)
    deck_from: str = "2"  # the lowest rank in the deck
    swap: Swap | None = None
    common_last: bool = False  # the last card is common to all where the deck does not suffice
    open_first: int = 0  # cards of the flop that lie open before the first round
    max_players: int | None = None


class Mix(Item, frozen=True, kw_only=True):
    rotation: tuple[GameName, ...]
    limits: tuple[LimitName, ...] = ()


class Raise(Section, frozen=True, kw_only=True):
    first: Literal["to_double", "by_double"] = "to_double"
    next: Literal["call_plus_last_raise"] = "call_plus_last_raise"


class HalfRule(Section, frozen=True, kw_only=True):
    bp: int = 5000
    of: Literal["raise_increment", "raise_total", "raise_to"] = "raise_increment"
    inclusive: bool = True


class AllIn(Section, frozen=True, kw_only=True):
    reopens: Literal["half_rule", "full_raise", "always"] = "full_raise"
    adds_up: bool = True
    next: Literal["plus_full_increment", "complete_then_raise", "allin_increment_doubles"] = (
        "plus_full_increment"
    )


class StringBet(Section, frozen=True, kw_only=True):
    facing: Literal["call"] = "call"
    opening: Literal["first_chip", "first_motion"] = "first_motion"


class SingleChip(Section, frozen=True, kw_only=True):
    facing: Literal["call"] = "call"
    opening: Literal["full_value", "min_bet"] = "full_value"


class SilentChips(Section, frozen=True, kw_only=True):
    rule: Literal["minimum_raise", "smallest_chip_test"] = "minimum_raise"


class Announced(Section, frozen=True, kw_only=True):
    binds: bool = True


class PotLimit(Section, frozen=True, kw_only=True):
    posts_out_of_order: Literal["after_passed", "at_once"] = "at_once"
    short_blinds: Literal["nominal", "as_paid"] = (
        "nominal"  # of blinds that are short or dead, before the flop
    )


class OutOfTurn(Section, frozen=True, kw_only=True):
    stands: Literal["action_unchanged"] = "action_unchanged"
    changed_by: Literal["bet_or_raise", "any_chip"] = "bet_or_raise"
    fold: Literal["binds"] = "binds"
    returned: Literal["due", "not_covered"] = "due"


class Opening(Section, frozen=True, kw_only=True):
    min: Literal["big_blind"] = "big_blind"


class Calls(Section, frozen=True, kw_only=True):
    amount: Literal["whole_bet"] = "whole_bet"  # or all in
    uncalled: Literal["returned"] = "returned"
    cap: Literal["as_stack"] = "as_stack"  # the most that a hand lets a seat put in


class Shown(Section, frozen=True, kw_only=True):
    """A hand that was shown out of turn and ruled live."""

    live: Literal["call_only", "free"] = "call_only"


class FixedLimit(Section, frozen=True, kw_only=True):
    """A bet and so many raises of a round. adds_up: all-ins of less than half a bet, None: as ``all_in.adds_up`` has it."""

    raises: int = 3
    raises_two_rounds: int = 4
    heads_up: Literal["unlimited", "as_others"] = "unlimited"
    small_bet_rounds: int = 2
    of_two_rounds: int = 1
    adds_up: bool | None = None
    half_over_bring_in: Literal["of_small_bet", "of_completion"] = "of_small_bet"


class StudBetting(Section, frozen=True, kw_only=True):
    fourth_street_pair: Literal["small_or_big", "small"] = "small_or_big"
    bring_in_may_open: Literal["small_bet", "bring_in"] = "small_bet"
    bring_in_passed: Literal["may_fold", "forced"] = (
        "may_fold"  # of who has to bring it in for a seat that is all in
    )


class Straddle(Section, frozen=True, kw_only=True):
    multiplier: int = 2
    consecutive: bool = True
    new_player: Literal["any_seat", "in_row"] = "in_row"


class Nuts(Section, frozen=True, kw_only=True):
    ties: Literal["count", "unique"] = "count"


class Clock(Section, frozen=True, kw_only=True):
    seconds: int


class Blinds(Section, frozen=True, kw_only=True):
    heads_up: Literal["button_posts_small"] = "button_posts_small"
    order: Literal["blind_first", "ante_first"] = (
        "blind_first"  # of a blind and one ante for all, of the same seat
    )
    short: Literal["nominal", "as_paid"] = (
        "nominal"  # what a blind, a straddle or a bring-in that is short counts for
    )


class BombPots(Section, frozen=True, kw_only=True):
    rule: Literal["played", "not_offered"] = "played"


class Betting(Section, frozen=True, kw_only=True):
    raise_: Raise = field(name="raise", default=Raise())
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
    clock: Clock | None = None
    blinds: Blinds = Blinds()
    bomb_pots: BombPots = BombPots()


class OddChip(Section, frozen=True, kw_only=True):
    unit: Literal["smallest_chip", "one_cent"] = "smallest_chip"
    flop: Literal["left_of_button"] = "left_of_button"
    stud: Literal["left_of_dealer", "first_to_act", "high_card_by_suit_of_five"] = "left_of_dealer"
    draw: Literal["left_of_button"] = "left_of_button"
    many: Literal["one_each", "all_to_first"] = "one_each"
    halves: Literal["first_half", "position"] = (
        "first_half"  # of high and low to the high, of Sviten to the five-card hand
    )
    runs: Literal["first", "all_to_first", "position"] = "first"  # first: one each, from the first run on


class Showdown(Section, frozen=True, kw_only=True):
    first: Literal["last_called_bettor", "first_to_act"] = "last_called_bettor"
    tabled: Literal["all_hole_cards"] = "all_hole_cards"


class CannotWin(Section, frozen=True, kw_only=True):
    mucked: bool = True
    absent_big_blind: bool = False
    wrong_count: Literal["played_on", "always", "never"] = "played_on"


class RunTwice(Section, frozen=True, kw_only=True):
    times: int | None = None  # None: as often as the seats agree
    all_in: bool = False
    min_small_blind: int | None = None
    min_big_blind: int | None = None
    consent: Literal["all_live"] = "all_live"
    repeats: Literal["all_to_come"] = "all_to_come"
    last_streets: dict[str, int] = field(
        default_factory=dict
    )  # by game: from so many dealt in, no second flop


class Pots(Section, frozen=True, kw_only=True):
    award_order: Literal["last_first", "any"] = "any"
    odd_chip: OddChip = OddChip()
    showdown: Showdown = Showdown()
    cannot_win: CannotWin = CannotWin()
    run_twice: RunTwice = RunTwice()


class Grounds(Section, frozen=True, kw_only=True):
    exposed_in_deal: int = 2  # cards, of all such irregularities together
    out_of_order: bool = True  # the deal began with the wrong player
    button_not_moved: bool = True
    not_seated: bool = True  # a new or reseated player who had not taken the seat
    wrong_count: bool = True


class TooLate(Section, frozen=True, kw_only=True):
    acts: int = 2  # players who have acted, one of whom put chips in
    without_chips: int = 3  # and where nobody did


class EarlyCard(Section, frozen=True, kw_only=True):
    reshuffle: bool = True
    burn: bool = False
    turn: Literal["river_laid_aside", "as_others"] = "as_others"


class Misdeals(Section, frozen=True, kw_only=True):
    grounds: Grounds = Grounds()
    too_late: TooLate = TooLate()
    early_card: EarlyCard = EarlyCard()


class RakeShare(Section, frozen=True, kw_only=True):
    max_bp: int | None = None  # a bound for ``bp`` in what extends the ruleset


class PotRake(Section, frozen=True, kw_only=True):
    """The rake of a pot hand: so much for each full step, or a share in basis points; or whatever was recorded, as far as
    rate and cap allow (``mode`` at_most)."""

    step_money: int | None = None
    per_step: int | None = None
    bp: int | None = None
    share: RakeShare = RakeShare()
    rounding: Literal["down", "nearest"] = "down"
    cap: int | None = None
    special_cap: int | None = None
    special: Literal["cap", "flat"] = (
        "cap"  # at ``special_cap`` the same steps go on, or it is due where ``cap`` would be
    )
    base: Literal["hand_total", "per_pot"] = "hand_total"
    of: Literal["gross", "net_of_drop"] = "gross"
    runs: Literal["once", "each"] = "once"
    mode: Literal["exact", "at_most"] = "at_most"
    below: Literal["note", "nothing"] = "note"  # what less than an exact rake is
    time_replaces: bool = True
    tournaments: bool = False  # whether hands of tournaments are raked


class NoFlop(Section, frozen=True, kw_only=True):
    """Which street must have been dealt for a rake, and for a drop. None: any hand."""

    flop: Literal["flop"] | None = "flop"
    stud: Literal["second_up_card"] | None = "second_up_card"
    draw: Literal["raked", "both", "none"] = "raked"  # raked without a drop; with it; neither
    courchevel: Literal["rest_of_flop", "first_card"] = "rest_of_flop"


class PotDrop(Section, frozen=True, kw_only=True):
    money: int | None = None
    min_players: int | None = None
    counts: Literal["dealt_in", "seated", "present"] = "dealt_in"
    short: Literal["what_there_is", "skip"] = "what_there_is"
    as_recorded: bool = False  # a recorded jackpot fee leaves the main pot, and none is due


class PotFees(Section, frozen=True, kw_only=True):
    rake: PotRake | None = None
    no_flop: NoFlop = NoFlop()
    drop: PotDrop = PotDrop()


class Threshold(Item, frozen=True, kw_only=True):
    games: tuple[GameName, ...]
    hand: Literal["flush", "full_house", "quads", "straight_flush"]
    rank: str
    over: str | None = None


class BadBeat(Section, frozen=True, kw_only=True):
    pool_bp: int
    loser_bp: int
    winner_bp: int
    table_bp: int
    base: Literal["part", "whole"] = "part"
    table: Literal["all_seats", "others_only", "dealt_in"] = "all_seats"
    losers: Literal["best_rank", "all_losers"] = "best_rank"
    threshold: tuple[Threshold, ...] = ()
    no_game: Literal["none", "base_game"] = "none"


class RoyalFlush(Section, frozen=True, kw_only=True):
    money: int
    below_level: int
    below_bp: int
    several: Literal["share_one", "each"] = "share_one"
    needs: Literal["showdown", "must_be_shown"] = "showdown"


class PotJackpots(Section, frozen=True, kw_only=True):
    min_players: int = 0
    counts: Literal["dealt_in", "seated", "present"] = "dealt_in"
    own_cards: int = 0
    runs: Literal["any_once", "first_run"] = "any_once"
    bad_beat: BadBeat | None = None
    royal_flush: RoyalFlush | None = None


class PotTable(Section, frozen=True, kw_only=True):
    """What a cash table adds: buy-ins, returns, breaks, new players."""

    short_bp: int | None = None
    short_per_night: int | None = None
    rejoin_minutes: int | None = None
    rejoin_amount: Literal["same", "at_least"] = "same"
    break_minutes: int | None = None
    breaks_per_night: int | None = None
    away_listed_minutes: int | None = None
    away_minutes: int | None = None
    new_players_post: bool = False
    between_blinds: Literal["without_small_blind", "with_small_blind"] | None = None
    deal_every_stack: bool = False
    ninth_sits_out: Literal["left_of_big_blind", "right_of_big_blind"] | None = None
    ninth_games: tuple[GameName, ...] = ()
    moved_posts: bool = False
    changes_need_consent: bool = False


class PotGame(Section, frozen=True, kw_only=True):
    """All that a ruleset of the family pot states."""

    games: dict[str, Game] = field(default_factory=dict)
    mixes: dict[str, Mix] = field(default_factory=dict)
    min_stack: Literal["minimum_bet"] | None = None
    rulings: Literal["note", "nothing"] = "note"  # what is left of a finding that a ruling on record covers
    betting: Betting = Betting()
    pots: Pots = Pots()
    misdeals: Misdeals = Misdeals()
    fees: PotFees = PotFees()
    jackpots: PotJackpots | None = None
    table: PotTable | None = None
