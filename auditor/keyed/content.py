"""Content of a draft: head and hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from auditor.keyed.keyed_refusals import CannotKey
from rules.cards import HAND_SIZE, ROW_SIZES, ROWS, encode, name
from rules.records.events import Currency, HandIrregularity, Id, Money, Net, SeatNumber, Time, UnitValue
from rules.typed import from_json

Game = Literal["chinese", "ofc", "pineapple"]
Clock = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]  # on the room's clock, after the opening
Row = Annotated[str, Meta(max_length=52, pattern=r"^([2-9TJQKA][cdhs]|JK|\?\?)*$")]
Number = Annotated[int, Meta(ge=0, le=10**6)]

CHINESE: Game = "chinese"


class SeatTaken(Struct, frozen=True, forbid_unknown_fields=True):
    """Seat and its player."""

    seat: SeatNumber
    player: Id


class KeyedHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Head of a session. ruleset: None unrecorded; seats: of the next hands."""

    table: Id
    session: Id
    currency: Currency
    opened_at: Time
    game: Game
    unit: UnitValue
    seats: Annotated[list[SeatTaken], Meta(min_length=1, max_length=10)]
    ruleset: Id | None = None
    first_hand: Number = 1
    dealer: Id | None = None
    supervisor: Id | None = None


class KeyedSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A seat of a hand. "", None and false: not recorded."""

    seat: SeatNumber
    player: Id
    front: Row = ""
    middle: Row = ""
    back: Row = ""
    dealt: Row = ""  # of a hand that was surrendered before it was set
    declared: Id | None = None
    surrendered: bool = False
    fouled: bool = False
    missed: bool = False  # open-face: absent, and dealt no cards
    stack: Money | None = None
    net: Net | None = None


class KeyedHand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hand; its number is its key."""

    seats: Annotated[list[KeyedSeat], Meta(min_length=1, max_length=10)]
    at: Clock | None = None
    dealer: SeatNumber | None = None  # the seat of the button
    banker: SeatNumber | None = None
    void: bool = False
    irregularities: Annotated[list[HandIrregularity], Meta(max_length=20)] = []

    @property
    def nets_known(self) -> bool:
        """Whether every seat's net is recorded, but for those that missed."""
        return all(each.net is not None or each.missed for each in self.seats)


class KeyedNote(Struct, frozen=True):
    """Note for the look before submission. seat: None for the whole hand."""

    hand: int
    seat: int | None
    text: str


head_of = from_json(KeyedHead)
_hand_of = from_json(KeyedHand)


def hand_of(content: bytes | str) -> KeyedHand:
    """A hand from JSON. Raises CannotKey."""
    try:
        made = _hand_of(content)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CannotKey(f"This hand cannot be kept: {error}.") from error
    seats = [each.seat for each in made.seats]
    if len(seats) != len(set(seats)):
        raise CannotKey("This hand cannot be kept: a seat is in it twice.")
    must_be_printable(made.seats)
    return made


def must_be_printable(seats: list[KeyedSeat] | list[SeatTaken]) -> None:
    """Raise CannotKey for a player's id that no log can have."""
    for each in seats:
        if not each.player.isprintable() or each.player != each.player.strip():
            raise CannotKey(f"Seat {each.seat}: the player's id has a character that cannot be printed.")


def is_with_other_nets(hand: KeyedHand, before: KeyedHand) -> bool:
    """Whether a hand has another's cards, wherever set, with other nets."""
    mine, theirs = _by_cards(hand), _by_cards(before)
    is_same_deal = any(cards for cards, _ in mine) and [cards for cards, _ in mine] == [
        cards for cards, _ in theirs
    ]
    return is_same_deal and mine != theirs


def _by_cards(hand: KeyedHand) -> list[tuple[list[int], list[int]]]:
    found = []
    for each in hand.seats:
        cards = sorted(encode(each.front + each.middle + each.back + each.dealt).tolist())
        found.append((cards, [] if each.net is None else [each.net]))
    return sorted(found)


def new_hand(head: KeyedHead) -> KeyedHand:
    """A hand without content."""
    return KeyedHand(seats=[KeyedSeat(seat=each.seat, player=each.player) for each in head.seats])


def notes_of(game: str, number: int, hand: KeyedHand) -> Iterator[KeyedNote]:
    """Notes on gaps and possible slips; none blocks a draft."""
    if hand.void:
        return
    seen: set[int] = set()
    for each in hand.seats:
        yield from (KeyedNote(number, each.seat, text) for text in _lacking(game, each))
        set_ = each.front + each.middle + each.back
        for code in encode(set_ or each.dealt).tolist():
            if code in seen and code < 52:
                yield KeyedNote(number, each.seat, f"the {name(code)} is in this hand twice")
            seen.add(code)
    nets = [each.net for each in hand.seats if each.net is not None]
    if hand.nets_known and sum(nets) != 0:
        yield KeyedNote(number, None, "the nets do not add up to zero")


def lacking_of(game: str, number: int, hand: KeyedHand) -> list[KeyedNote]:
    """Cards and nets that a hand lacks; none of a void one."""
    seats = [] if hand.void else hand.seats
    return [KeyedNote(number, each.seat, text) for each in seats for text in _lacking(game, each)]


def is_empty(hand: KeyedHand) -> bool:
    """Whether nothing of a hand is keyed."""
    untouched = [KeyedSeat(seat=each.seat, player=each.player) for each in hand.seats]
    return hand.seats == untouched and not hand.void and not hand.irregularities


def _lacking(game: str, seat: KeyedSeat) -> Iterator[str]:
    if seat.missed:
        return
    if seat == KeyedSeat(seat=seat.seat, player=seat.player):
        yield "nothing is keyed"
        return
    if seat.net is None:
        yield "no net"
    if seat.surrendered and not any(getattr(seat, row) for row in ROWS):
        if (count := len(seat.dealt) // 2) != HAND_SIZE:
            yield f"{count} of {HAND_SIZE} cards of the surrendered hand"
        return
    for row, size in zip(ROWS, ROW_SIZES, strict=True):
        if (count := len(getattr(seat, row)) // 2) != size:
            yield f"{count} cards in {row}, and {size} are expected"
