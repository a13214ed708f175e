"""The game: who plays, with which cards, for what, and how cards rank."""

from __future__ import annotations

from typing import Literal

from rules.controls.sections.base import Section


class Players(Section, frozen=True, kw_only=True):
    min: int | None = None
    max: int | None = None


class Deck(Section, frozen=True, kw_only=True):
    cards: int | None = None
    jokers: int = 0


class Dealt(Section, frozen=True, kw_only=True):
    cards: int | None = None


class RowSizes(Section, frozen=True, kw_only=True):
    front: int | None = None
    middle: int | None = None
    back: int | None = None

    @property
    def by_row(self) -> tuple[int | None, int | None, int | None]:
        """Front, middle and back."""
        return self.front, self.middle, self.back


class Table(Section, frozen=True, kw_only=True):
    players: Players = Players()
    deck: Deck = Deck()
    dealt: Dealt = Dealt()
    rows: RowSizes = RowSizes()
    dead_button: bool | None = None


class UnitCap(Section, frozen=True, kw_only=True):
    max: int | None = None
    currency: str | None = None


class Stakes(Section, frozen=True, kw_only=True):
    medium: Literal["cash", "chips", "tournament_chips"] | None = None
    unit_cap: UnitCap = UnitCap()


class Ranking(Section, frozen=True, kw_only=True):
    wheel: Literal["low", "second", "none"] = "low"
    royal: Literal["straight_flush", "apart", "both"] | None = None
    short_row: Literal["missing_cards_lowest", "equal"] = "missing_cards_lowest"
    front: tuple[Literal["high_card", "pair", "trips"], ...] = ()


class Jokers(Section, frozen=True, kw_only=True):
    value: Literal["best_row", "best_legal"]


class Foul(Section, frozen=True, kw_only=True):
    price: Literal["rows", "base", "surrender", "void", "flat"] | None = None
    units: int | None = None  # of a flat price
    royalties: Literal["paid", "none"] = "paid"
    own_royalties: Literal["void", "kept", "paid"] = "void"
    against_foul: Literal["nothing", "rows"] = "nothing"


class SetOrder(Section, frozen=True, kw_only=True):
    equal: Literal["allow", "foul"] = "allow"
    foul: Foul = Foul()
