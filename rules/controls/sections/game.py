"""The game: players, cards, stakes, and ranks."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.controls.sections.base import Section
from rules.controls.sections.parameter_types import DEMANDED, Count, FullDeck, Means, Positive, Units


class Players(Section, frozen=True, kw_only=True):
    """The number of players of a table."""

    min: Annotated[Positive | None, Means("the fewest players of a hand")] = None
    max: Annotated[Positive | None, Means("the most players of a hand")] = None


class Deck(Section, frozen=True, kw_only=True):
    """The cards that are dealt from."""

    cards: Annotated[FullDeck | None, Means("cards in the deck, with its jokers")] = None
    jokers: Annotated[Count, Means("jokers in the deck")] = 0


class DealtCards(Section, frozen=True, kw_only=True):
    """The cards of a player."""

    cards: Annotated[Positive | None, Means("cards that each player is dealt")] = None


class RowSizes(Section, frozen=True, kw_only=True):
    """The sizes of the rows, in cards."""

    front: Annotated[Positive | None, Means("cards of the front")] = None
    middle: Annotated[Positive | None, Means("cards of the middle")] = None
    back: Annotated[Positive | None, Means("cards of the back")] = None

    @property
    def by_row(self) -> tuple[int | None, int | None, int | None]:
        return self.front, self.middle, self.back


class TableRules(Section, frozen=True, kw_only=True):
    """Players, deck and rows."""

    players: Players = Players()
    deck: Deck = Deck()
    dealt: DealtCards = DealtCards()
    rows: RowSizes = RowSizes()
    dead_button: Annotated[
        bool | None, Means("whether the button stays at the seat of a player who has left")
    ] = None


class UnitCap(Section, frozen=True, kw_only=True):
    """The most that a unit may be worth."""

    max: Annotated[Positive | None, Means("the most that a unit is worth, in minor units")] = None
    currency: Annotated[str | None, Means("the currency of the cap")] = None


class StakesRules(Section, frozen=True, kw_only=True):
    """The stakes of the game."""

    medium: Annotated[
        Literal["cash", "chips", "tournament_chips"] | None,
        Means(
            "what units are paid in",
            cash="money",
            chips="chips",
            tournament_chips="chips of a tournament, which are no money",
        ),
    ] = None
    unit_cap: UnitCap = UnitCap()


class Ranking(Section, frozen=True, kw_only=True):
    """The ranking of hands."""

    wheel: Annotated[
        Literal["low", "second", "none"],
        Means(
            "what A-2-3-4-5 is",
            low="the lowest straight",
            second="the second-highest straight, below 10-J-Q-K-A",
            none="no straight",
        ),
    ] = "low"
    royal: Annotated[
        Literal["straight_flush", "apart", "both"] | None,
        Means(
            "what a royal flush earns",
            straight_flush="what a straight flush earns",
            apart="its own bonus, and not that of a straight flush",
            both="its own bonus and that of a straight flush",
        ),
    ] = None
    short_row: Annotated[
        Literal["missing_cards_lowest", "equal"],
        Means(
            "how a middle ranks that begins with the same cards as the front",
            missing_cards_lowest="above the front",
            equal="equal to the front",
        ),
    ] = "missing_cards_lowest"
    front: Annotated[
        tuple[Literal["high_card", "pair", "trips"], ...],
        Means("the hands that count in front", high_card="high card", pair="a pair", trips="three of a kind"),
    ] = ()


class Jokers(Section, frozen=True, kw_only=True):
    """Jokers of the deck are wild."""

    value: Annotated[
        Literal["best_row", "best_legal"],
        DEMANDED,
        Means(
            "what a joker stands for",
            best_row="what makes its row best, even if the hand is then fouled",
            best_legal="what makes its row best without fouling the hand",
        ),
    ]


class Foul(Section, frozen=True, kw_only=True):
    """The price of a hand whose rows are out of order."""

    price: Annotated[
        Literal["rows", "base", "surrender", "void", "flat"] | None,
        Means(
            "what a fouled hand pays",
            rows="the price of three rows lost",
            base="three rows lost, without what a sweep pays more",
            surrender="what a surrender costs",
            void="nothing: the hand is void",
            flat="a fixed number of units",
        ),
    ] = None
    units: Annotated[Units | None, Means("the flat price, to each opponent")] = None
    royalties: Annotated[
        Literal["paid", "none"],
        Means("the bonuses of the legal hand", paid="are paid as well", none="are not paid"),
    ] = "paid"
    own_royalties: Annotated[
        Literal["void", "kept", "paid"],
        Means(
            "the bonuses of the fouled hand",
            void="count for nothing",
            kept="are paid to it as to a legal hand",
            paid="are paid by it to each opponent",
        ),
    ] = "void"
    against_foul: Annotated[
        Literal["nothing", "rows"],
        Means("what passes between two fouled hands", nothing="nothing", rows="their rows, without bonuses"),
    ] = "nothing"


class SetOrder(Section, frozen=True, kw_only=True):
    """The order of the rows."""

    equal: Annotated[Literal["allow", "foul"], Means("what equal rows are", allow="legal", foul="a foul")] = (
        "allow"
    )
    foul: Foul = Foul()
