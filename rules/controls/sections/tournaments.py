"""Tournaments, their ranking, and jackpots over time. Money is in minor units, ``bp`` in basis points, factors are exact texts.

A section is None where a ruleset has none.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import Item, Section

KindName = Literal["freezeout", "double_chance", "rebuy_broke", "rebuy_any", "reentry"]
ClassName = Literal[
    "daily", "monthly", "festival", "international", "private", "restricted", "heads_up", "joker"
]
PrizesBy = Literal["places", "chips", "tickets"]
Odd = Literal["entry_number", "seat_order"]  # who gets odd units first

# ---------------------------------------------------------------- entries


class EntryPrice(Section, frozen=True, kw_only=True):
    """What an entry costs: what the tournament publishes, or an amount of the ruleset's own."""

    rule: Literal["published"] | None = None
    money: int | None = None
    currency: str | None = None


class EntryStack(Section, frozen=True, kw_only=True):
    rule: Literal["published"]


class Refund(Section, frozen=True, kw_only=True):
    approval: bool


class Late(Section, frozen=True, kw_only=True):
    """Late registration. ruling_admits: a ruling on record admits who comes after it."""

    required: bool
    end: Literal["level_end", "break_end"]
    ruling_admits: bool


class Waiting(Section, frozen=True, kw_only=True):
    order: Literal["queue"]
    reentries: Literal["last"]
    personal: bool


class StacksEnter(Section, frozen=True, kw_only=True):
    """From when a stack is in play, and what holds while somebody is on the waiting list."""

    when: Literal["seated"]
    waiting_list: Literal["all_paid"]


class Published(Section, frozen=True, kw_only=True):
    before: Literal["start"]


class Entries(Section, frozen=True, kw_only=True):
    price: EntryPrice | None = None
    stack: EntryStack | None = None
    refund: Refund | None = None
    late: Late | None = None
    waiting: Waiting | None = None
    stacks_enter: StacksEnter | None = None
    published: Published | None = None


class Again(Section, frozen=True, kw_only=True):
    """What may be bought again in a kind of tournament: nothing, chips for nothing, or what the tournament publishes."""

    again: Literal["nothing", "free", "published"]
    rebuys: Literal["without_chips", "any_stack"] | None = None
    reentries: bool = False


# ---------------------------------------------------------------- seats and levels


class Drawn(Section, frozen=True, kw_only=True):
    by: Literal["draw"]


class Moves(Section, frozen=True, kw_only=True):
    approval: bool


class Balance(Section, frozen=True, kw_only=True):
    """at: the difference in players at which tables are balanced. stop_at: at which the short table waits."""

    at: int
    stop_at: int
    measure: Literal["max_minus_min"]


class BalancePosition(Section, frozen=True, kw_only=True):
    """from: the position of who moves. never_to: a position that nobody moves to."""

    from_: Literal["bb"] = field(name="from")
    never_to: Literal["sb"] | None = None


class ThreeTables(Section, frozen=True, kw_only=True):
    classes: tuple[ClassName, ...]
    by: Literal["draw"]


class FinalTable(Section, frozen=True, kw_only=True):
    """by: how its seats are given. players: so many left sit at ``tables``."""

    by: Literal["draw"] | None = None
    players: int | None = None
    tables: int | None = None


class HandForHand(Section, frozen=True, kw_only=True):
    left_over: int  # players beyond the paid places


class TableMax(Section, frozen=True, kw_only=True):
    seats: int


class Break(Section, frozen=True, kw_only=True):
    order: Literal["posted"]
    after: Literal["hand"]


class Seating(Section, frozen=True, kw_only=True):
    first: Drawn | None = None
    moves: Moves | None = None
    balance: Balance | None = None
    balance_position: BalancePosition | None = None
    three_tables: ThreeTables | None = None
    final_table: FinalTable | None = None
    hand_for_hand: HandForHand | None = None
    table_max: TableMax | None = None
    break_: Break | None = field(name="break", default=None)


class LateTolerance(Section, frozen=True, kw_only=True):
    seconds: int


class ClockLevels(Section, frozen=True, kw_only=True):
    """Levels by a clock. hand_began: what decides the level of a hand."""

    by: Literal["minutes"]
    hand_began: Literal["first_riffle_or_first_card", "first_card"]
    late_tolerance: LateTolerance


# ---------------------------------------------------------------- results


class Busts(Section, frozen=True, kw_only=True):
    """The order of those who go out. stack: which of them decides. across_tables: of one round of hand-for-hand play."""

    keys: tuple[Literal["hand_or_round", "stack", "hand_rank"], ...]
    stack: Literal["hand_start", "all_in"]
    across_tables: Literal["hand_for_hand", "tie"]


class Split(Section, frozen=True, kw_only=True):
    rule: Literal["even"]
    odd: Odd


class ChipsOfEntry(Section, frozen=True, kw_only=True):
    chips: int


class Bounty(Section, frozen=True, kw_only=True):
    split: Split
    winner_keeps_own: bool
    per_entry: ChipsOfEntry


class HoleCards(Section, frozen=True, kw_only=True):
    least: int
    stud: Literal["all_own"]


class Share(Section, frozen=True, kw_only=True):
    bp: int


class RoyalPool(Section, frozen=True, kw_only=True):
    """A tournament's royal flush pool. base: what the shares are of."""

    base: Literal["balance_now", "whole_event"]
    hole_cards: HoleCards
    street: Literal["river"]
    showdown: bool
    straight_flush: Share
    royal_flush: Share
    rounding: Literal["down"]


class PrizesByPlaces(Section, frozen=True, kw_only=True):
    rule: Literal["table"]
    own: Literal["published", "none"]


class PrizesByChips(Section, frozen=True, kw_only=True):
    rule: Literal["chips_at_the_end"]


class PrizesByTickets(Section, frozen=True, kw_only=True):
    rule: Literal["whole_tickets"]


class PrizeRules(Section, frozen=True, kw_only=True):
    """How prizes are given, by what a tournament states."""

    places: PrizesByPlaces | None = None
    chips: PrizesByChips | None = None
    tickets: PrizesByTickets | None = None


class Rounding(Section, frozen=True, kw_only=True):
    """Prizes are rounded down to ``unit_money``. left: to whom the rest goes."""

    unit_money: int
    left: Literal["best_places_one_each", "first_place"]


class SharedPlaces(Section, frozen=True, kw_only=True):
    rule: Literal["shared"]
    odd: Odd


class Above(Section, frozen=True, kw_only=True):
    """What follows where there are more than ``most`` players."""

    most: int
    then: Literal["undetermined", "last_column"]


class Deal(Section, frozen=True, kw_only=True):
    """reported: to the director. places: the official ones count for points, or the mean of those of the deal."""

    reported: bool
    places: Literal["official", "split"]


class Column(Item, frozen=True, kw_only=True):
    """The shares of the places for a number of players."""

    least: int
    most: int
    places_bp: tuple[int, ...]


class Prizes(Section, frozen=True, kw_only=True):
    """pool: what is divided. players: who counts for the column."""

    pool: Literal["net_of_diversions", "gross"]
    players: Literal["unique", "entries"]
    rounding: Rounding
    ties: SharedPlaces
    above: Above
    deal: Deal
    column: tuple[Column, ...]


# ---------------------------------------------------------------- penalties, colour-ups


class PenaltyRound(Section, frozen=True, kw_only=True):
    rounds: int
    measure: Literal["orbit"]


class PenaltyTime(Section, frozen=True, kw_only=True):
    length: Literal["choice", "one_round"]


class HeadsUp(Section, frozen=True, kw_only=True):
    warnings: int
    place: int


class Disqualified(Section, frozen=True, kw_only=True):
    stack: Literal["removed"]
    place: Literal["kept", "none"]


class Elsewhere(Section, frozen=True, kw_only=True):
    """Play at another table in the meantime."""

    allowed: bool


class Discipline(Section, frozen=True, kw_only=True):
    round: PenaltyRound | None = None
    time: PenaltyTime | None = None
    heads_up: HeadsUp | None = None
    disqualified: Disqualified | None = None
    elsewhere: Elsewhere | None = None


class MostAPlayer(Section, frozen=True, kw_only=True):
    chips: int


class NeverOut(Section, frozen=True, kw_only=True):
    holds: bool


class NoneLeft(Section, frozen=True, kw_only=True):
    holds: bool


class Race(Section, frozen=True, kw_only=True):
    """How a colour-up is done. total_within: how far a table's chips may change. none_left: of the chips that leave play."""

    when: Literal["before_next_level"]
    odd: Literal["race", "round_up"]
    most_a_player: MostAPlayer
    never_out: NeverOut
    total_within: Literal["one_next_chip_a_table", "none"]
    none_left: NoneLeft | None = None


# ---------------------------------------------------------------- ranking


class MostMoney(Section, frozen=True, kw_only=True):
    max_money: int | None = None


class Returned(Section, frozen=True, kw_only=True):
    """What becomes of buy-ins: all of them go back to players as prizes."""

    all: bool


class Charges(Section, frozen=True, kw_only=True):
    """What a player may be charged in a tournament, all together, and what becomes of it. currency: of the amounts."""

    currency: str | None = None
    entry_fee: MostMoney = MostMoney()
    buy_ins: MostMoney = MostMoney()
    returned: Returned | None = None


class PointTies(Section, frozen=True, kw_only=True):
    rule: Literal["average", "better"]


class Average(Section, frozen=True, kw_only=True):
    """The average buy-in: of which pool, over whom, and what one between two bands is."""

    pool: Literal["before_contribution", "after_contribution"]
    over: Literal["unique", "entries"]
    between: Literal["lower_bounds", "rounded"]


class Band(Item, frozen=True, kw_only=True):
    """A factor, an exact text, from a number on."""

    from_: int = field(name="from")
    factor: str


class Contribution(Section, frozen=True, kw_only=True):
    bp: int
    of: Literal["prize_pool"]
    taken: Literal["deducted", "on_top"]
    rounding: Literal["down"]


class RankingPrizes(Section, frozen=True, kw_only=True):
    period: Literal["quarter"]
    day: Literal["booked", "event_day"]
    top: int
    tie_at_the_end: Literal["all_in"]
    rounding: Rounding


class Excluded(Section, frozen=True, kw_only=True):
    classes: tuple[ClassName, ...] = ()
    prizes_by: tuple[PrizesBy, ...] = ()


class RankingPoints(Section, frozen=True, kw_only=True):
    """position: the factors of the places from the first. buy_in: bands of whole currency units."""

    position: tuple[int, ...]
    ties: PointTies
    average: Average
    buy_in: tuple[Band, ...]
    participants: tuple[Band, ...]
    contribution: Contribution
    prizes: RankingPrizes
    excluded: Excluded = Excluded()
