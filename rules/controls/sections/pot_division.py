"""Division of pots, odd chips, showdown, boards, misdeals."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Priced, Section
from rules.controls.sections.parameter_types import (
    MOST,
    Means,
    Money,
    Positive,
    RankedGame,
    SeatCount,
    Stated,
)

_LEFT_OF_BUTTON = "from the left of the button"


class OddChip(Priced, frozen=True, kw_only=True):
    """The chips that cannot be divided."""

    unit: Annotated[
        Literal["smallest_chip", "one_cent"],
        Means("an odd chip", smallest_chip="is the smallest chip in play", one_cent="is a minor unit"),
    ] = "smallest_chip"
    flop: Annotated[
        Stated[Literal["left_of_button"]], Means("the order in flop games", left_of_button=_LEFT_OF_BUTTON)
    ] = "left_of_button"
    stud: Annotated[
        Literal["left_of_dealer", "first_to_act", "high_card_by_suit_of_five"],
        Means(
            "the order in stud games",
            left_of_dealer="from the dealer's left",
            first_to_act="from who had to act first in the last round",
            high_card_by_suit_of_five="by the highest card by suit of the five that play",
        ),
    ] = "left_of_dealer"
    draw: Annotated[
        Stated[Literal["left_of_button"]], Means("the order in draw games", left_of_button=_LEFT_OF_BUTTON)
    ] = "left_of_button"
    many: Annotated[
        Literal["one_each", "all_to_first"],
        Means("several odd chips", one_each="one to each in order", all_to_first="all to the first"),
    ] = "one_each"
    halves: Annotated[
        Literal["first_half", "position"],
        Means(
            "between two halves of a pot",
            first_half="to the first half: the high, or the five-card hand of Sviten",
            position="as between equal hands",
        ),
    ] = "first_half"
    runs: Annotated[
        Literal["first", "all_to_first", "position"],
        Means(
            "between boards",
            first="one each from the first board on",
            all_to_first="all to the first board",
            position="as between equal hands",
        ),
    ] = "first"


class Showdown(Section, frozen=True, kw_only=True):
    """The showing of hands."""

    first: Annotated[
        Literal["last_called_bettor", "first_to_act"],
        Means(
            "who shows first",
            last_called_bettor="who bet last and was called",
            first_to_act="who had to act first in the last round",
        ),
    ] = "last_called_bettor"
    tabled: Annotated[
        Stated[Literal["all_hole_cards"]], Means("what a player shows to win", all_hole_cards="all own cards")
    ] = "all_hole_cards"


class CannotWin(Priced, frozen=True, kw_only=True):
    """Hands that cannot win."""

    mucked: Annotated[bool, Means("whether a hand that was mucked cannot win")] = True
    absent_big_blind: Annotated[bool, Means("whether the hand of an absent big blind cannot win")] = False
    wrong_count: Annotated[
        Literal["played_on", "always", "never"],
        Means(
            "when a hand with a wrong number of cards cannot win",
            played_on="where the player goes on",
            always="always",
            never="never",
        ),
    ] = "played_on"


class RunTwice(Priced, frozen=True, kw_only=True):
    """The rest of the board dealt more than once."""

    times: Annotated[
        Annotated[int, Meta(ge=2, le=MOST)] | None, Means("how often; left out: as often as the seats agree")
    ] = None
    all_in: Annotated[bool, Means("whether only after an all-in")] = False
    min_small_blind: Annotated[Money | None, Means("the least small blind of such a table")] = None
    min_big_blind: Annotated[Money | None, Means("the least big blind of such a table")] = None
    consent: Annotated[
        Stated[Literal["all_live"]], Means("who agrees", all_live="all players in the hand")
    ] = "all_live"
    repeats: Annotated[
        Stated[Literal["all_to_come"]],
        Means("what is dealt again", all_to_come="all cards of the board that are to come"),
    ] = "all_to_come"
    last_streets: Annotated[
        dict[RankedGame, SeatCount], Means("by game, from so many players dealt in, turn and river only")
    ] = field(default_factory=dict)


class Pots(Section, frozen=True, kw_only=True):
    """Pots and the showdown."""

    award_order: Annotated[
        Literal["last_first", "any"],
        Means("the order of awards", last_first="from the last side pot to the main pot", any="any"),
    ] = "any"
    odd_chip: OddChip = OddChip()
    showdown: Showdown = Showdown()
    cannot_win: CannotWin = CannotWin()
    run_twice: RunTwice = RunTwice()


class Grounds(Priced, frozen=True, kw_only=True):
    """Grounds for a misdeal."""

    exposed_in_deal: Annotated[
        Positive, Means("cards shown in the deal, of all such irregularities together")
    ] = 2
    out_of_order: Annotated[bool, Means("whether a deal that began with the wrong player is one")] = True
    button_not_moved: Annotated[bool, Means("whether a button that was not moved makes one")] = True
    not_seated: Annotated[
        bool, Means("whether a new or reseated player who had not taken the seat makes one")
    ] = True
    wrong_count: Annotated[bool, Means("whether a wrong number of cards makes one")] = True


class TooLate(Section, frozen=True, kw_only=True):
    """The moment from which no misdeal can be declared."""

    acts: Annotated[Positive, Means("players who have acted, one of whom put chips in")] = 2
    without_chips: Annotated[Positive, Means("players who have acted where nobody put chips in")] = 3


class EarlyCard(Section, frozen=True, kw_only=True):
    """A card of the board that came before the betting was over."""

    reshuffle: Annotated[bool, Means("whether it is shuffled in")] = True
    burn: Annotated[bool, Means("whether a card is burnt before the next one")] = False
    turn: Annotated[
        Literal["river_laid_aside", "as_others"],
        Means(
            "how a turn that came too early is replaced",
            river_laid_aside="with the river laid aside",
            as_others="as any other card",
        ),
    ] = "as_others"


class Misdeals(Section, frozen=True, kw_only=True):
    """Misdeals and early cards."""

    grounds: Grounds = Grounds()
    too_late: TooLate = TooLate()
    early_card: EarlyCard = EarlyCard()
