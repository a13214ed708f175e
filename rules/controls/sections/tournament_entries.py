"""Entries of tournaments: prices, refunds, late registration, waiting list, rebuys."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.controls.sections.base import Section
from rules.controls.sections.parameter_types import CurrencyCode, Means, Money, Stated

KindName = Literal["freezeout", "double_chance", "rebuy_broke", "rebuy_any", "reentry"]
_PUBLISHED = {"published": "as the tournament publishes it"}


class EntryPrice(Section, frozen=True, kw_only=True):
    """The price of an entry: as the tournament publishes it, or an amount of the ruleset's own."""

    rule: Annotated[Stated[Literal["published"]] | None, Means("where the price is stated", **_PUBLISHED)] = (
        None
    )
    money: Annotated[Money | None, Means("the price")] = None
    currency: Annotated[CurrencyCode | None, Means("its currency")] = None


class EntryStack(Section, frozen=True, kw_only=True):
    """The chips that an entry brings."""

    rule: Annotated[Stated[Literal["published"]], Means("where the stack is stated", **_PUBLISHED)]


class Refund(Section, frozen=True, kw_only=True):
    """Refunds of entries."""

    approval: Annotated[bool, Means("whether a refund needs an approval")]


class Late(Section, frozen=True, kw_only=True):
    """Late registration."""

    required: Annotated[bool, Means("whether a tournament publishes until when it registers")]
    end: Annotated[
        Literal["level_end", "break_end"],
        Means(
            "when it ends",
            level_end="with the published level",
            break_end="when the next level begins, after a break between",
        ),
    ]
    ruling_admits: Annotated[bool, Means("whether a ruling on record admits who comes after it")]


class WaitingRules(Section, frozen=True, kw_only=True):
    """The waiting list."""

    order: Annotated[Stated[Literal["queue"]], Means("who comes first", queue="who has waited longest")]
    reentries: Annotated[
        Stated[Literal["last"]], Means("where who enters again stands", last="behind all others")
    ]
    personal: Annotated[
        bool, Means("whether a place on the list is the player's own, and cannot be given to others")
    ]


class StacksEnter(Section, frozen=True, kw_only=True):
    """The moment from which a stack is in play, also while somebody is on the waiting list."""

    when: Annotated[
        Stated[Literal["seated"]], Means("when a stack is in play", seated="once its player has a seat")
    ]
    waiting_list: Annotated[
        Stated[Literal["all_paid"]],
        Means("while somebody waits", all_paid="the stacks of all paid entries are in play"),
    ]


class Published(Section, frozen=True, kw_only=True):
    """The figures that a tournament publishes."""

    before: Annotated[Stated[Literal["start"]], Means("until when", start="before the start")]


class Entries(Section, frozen=True, kw_only=True):
    """Entries of a tournament."""

    price: EntryPrice | None = None
    stack: EntryStack | None = None
    refund: Refund | None = None
    late: Late | None = None
    waiting: WaitingRules | None = None
    stacks_enter: StacksEnter | None = None
    published: Published | None = None


class Again(Section, frozen=True, kw_only=True):
    """Rebuys and re-entries of a kind of tournament."""

    again: Annotated[
        Literal["nothing", "free", "published"],
        Means(
            "what may be bought again",
            nothing="nothing",
            free="chips for nothing",
            published="what the tournament publishes",
        ),
    ]
    rebuys: Annotated[
        Literal["without_chips", "any_stack"] | None,
        Means("who may rebuy", without_chips="a player without chips", any_stack="a player with any stack"),
    ] = None
    reentries: Annotated[bool, Means("whether a player who is out may enter again")] = False
