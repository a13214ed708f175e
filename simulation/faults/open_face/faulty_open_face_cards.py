"""Impossible cards of an open-face deal: rows of a wrong size, too few or too many cards, a repeated deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.cards import DECK
from rules.records.events import OfcSeat, Placement
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected
from simulation.faults.fault_base import AlteredHand, FaultFamily, found, on_hand
from simulation.faults.faulty_cards import unrecorded
from simulation.faults.hand_to_alter import cards_of, row_of
from simulation.faults.open_face.open_face_hand_to_alter import OpenDeal, move

FAMILY = FaultFamily()


def _seat(deal: OpenDeal) -> OfcSeat | None:
    """A seat set street by street on which nothing but its own rows depends."""
    if not deal.played or deal.clocked:
        return None
    seat: OfcSeat | None = deal.pick(deal.set_seats())
    return seat


@FAMILY.fault("row-sizes", fault_codes.ROW_SIZE)
def row_sizes(deal: OpenDeal) -> AlteredHand | None:
    """A hand has four cards in the middle and six at the back."""
    seat = _seat(deal)
    if seat is None:
        return None
    true = f"{seat.middle} {seat.back}"
    card = deal.pick(cards_of(row_of(seat, "middle")))
    seat.middle = row_of(seat, "middle").replace(card, "")
    seat.back = row_of(seat, "back") + card
    move(deal.acts_of(seat), card, "back")
    return AlteredHand(
        field="seats.middle",
        recorded=f"{seat.middle} {seat.back}",
        true=true,
        seat=seat.seat,
        must=found(fault_codes.ROW_SIZE, seat.seat)
        + (found(fault_codes.OVERFILLED, seat.seat) if deal.acts else ()),
    )


def _count(deal: OpenDeal, seat: OfcSeat, *more: str) -> tuple[Expected, ...]:
    wrong = found(fault_codes.CARD_COUNT, seat.seat) + found(fault_codes.ROW_SIZE, seat.seat)
    wrong += tuple(Expected(code, seat.seat) for code in more if deal.acts)
    return wrong + unrecorded(deal, "wrong_card_count", seat.seat)


@FAMILY.fault("card-missing", fault_codes.CARD_COUNT)
def card_missing(deal: OpenDeal) -> AlteredHand | None:
    """A hand has twelve cards: one turn dealt a card less."""
    seat = _seat(deal)
    if seat is None:
        return None
    true = row_of(seat, "back")
    deal.replace_card(seat, "back", deal.pick(cards_of(true)), "")
    return AlteredHand(
        field="seats.back",
        recorded=row_of(seat, "back"),
        true=true,
        seat=seat.seat,
        must=_count(deal, seat, fault_codes.STREET_SIZE),
    )


@FAMILY.fault("card-too-many", fault_codes.CARD_COUNT)
def card_too_many(deal: OpenDeal) -> AlteredHand | None:
    """A hand has fourteen cards: the last turn dealt a card more."""
    seat = _seat(deal)
    gone = {card for act in deal.acts for card in cards_of(act.dealt)}
    gone |= {card for each in deal.seats for card in cards_of(_all_cards(each))}
    rest = [card for card in DECK if card not in gone]
    if seat is None or not rest:
        return None
    true, card = row_of(seat, "back"), deal.pick(rest)
    seat.back = true + card
    for act in deal.acts_of(seat)[-1:]:
        act.dealt += card
        act.back += card
    return AlteredHand(
        field="seats.back",
        recorded=row_of(seat, "back"),
        true=true,
        seat=seat.seat,
        must=_count(deal, seat, fault_codes.STREET_SIZE, fault_codes.OVERFILLED),
    )


def _all_cards(seat: OfcSeat) -> str:
    texts = (seat.front, seat.middle, seat.back, seat.discards)
    return "".join(text for text in texts if isinstance(text, str))


@FAMILY.fault("deal-repeated", fault_codes.DEAL_REPEATED)
def deal_repeated(deal: OpenDeal) -> AlteredHand | None:
    """The cards of the hand before are recorded again, and paid again."""
    before = deal.before
    if before is None or before.void is True or not deal.played or deal.clocked or before.clock_calls:
        return None
    if [each.seat for each in before.seats] != [each.seat for each in deal.seats]:
        return None
    if _acts(before.placements or []) != _acts(
        deal.acts
    ):  # a player missed one of the two hands, or set all cards at once
        return None
    true = _all_cards(deal.seats[0])
    for seat, old in zip(deal.seats, before.seats, strict=True):
        seat.front, seat.middle, seat.back, seat.discards = old.front, old.middle, old.back, old.discards
        seat.fouled = old.fouled
    _repeat_acts(deal.acts, before.placements or [])
    deal.hand.irregularities = before.irregularities
    deal.pay(deal.settle(deal.hand))
    return AlteredHand(
        field="seats.back",
        recorded=_all_cards(deal.seats[0]),
        true=true,
        must=on_hand(fault_codes.DEAL_REPEATED),
        moved=True,
    )


def _acts(acts: Sequence[Placement]) -> Counter[int]:
    return Counter(act.seat for act in acts)


def _repeat_acts(acts: Sequence[Placement], before: Sequence[Placement]) -> None:
    old = {seat: iter([act for act in before if act.seat == seat]) for seat in {act.seat for act in before}}
    for act in acts:
        same = next(old[act.seat])
        act.dealt, act.front, act.middle, act.back = same.dealt, same.front, same.middle, same.back
        act.discard = same.discard
