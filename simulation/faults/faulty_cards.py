"""Impossible cards: twice in a deal, too many or too few, jokers, cards that were not dealt."""

from __future__ import annotations

from rules.cards import DECK
from rules.records.events import ChineseSeat, HandIrregularity
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected
from simulation.faults.fault_base import AlteredHand, FaultFamily, found, on_hand
from simulation.faults.hand_to_alter import ClosedDeal, HandToAlter, cards_of, row_of
from simulation.simulated_game import MOST_SEATS

FAMILY = FaultFamily()
_SEEN = 0.5  # share of impossible cards that are recorded as an irregularity


def unrecorded(deal: HandToAlter, kind: str, *seats: int) -> tuple[Expected, ...]:
    """Finding of a card fault: half of the time the floor records it and plays on."""
    if deal.random.random() < _SEEN:
        seen = HandIrregularity(kind=kind, when="showdown", seat=seats[0], ruling="play_on")  # type: ignore[arg-type]  # a kind of the format
        listed = deal.hand.irregularities
        deal.hand.irregularities = [*listed, seen] if isinstance(listed, list) else [seen]
        return found(fault_codes.RULING, seats[0]) if kind in deal.game.not_played_on else ()
    return found(fault_codes.NOT_RECORDED, *seats)


@FAMILY.fault("card-twice", fault_codes.CARD_TWICE)
def card_twice(deal: HandToAlter) -> AlteredHand | None:
    """A seat holds a card that another seat holds as well."""
    seats = deal.set_seats()
    if not deal.played or len(seats) < 2:
        return None
    seat, other = deal.random.sample(seats, 2)
    row = deal.random.choice(("middle", "back"))
    old = deal.pick(cards_of(row_of(seat, row)))
    new = deal.pick(cards_of(row_of(other, row)))
    true = row_of(seat, row)
    deal.replace_card(seat, row, old, new)
    return AlteredHand(
        field=f"seats.{row}",
        recorded=row_of(seat, row),
        true=true,
        seat=seat.seat,
        must=found(fault_codes.CARD_TWICE, seat.seat, other.seat)
        + unrecorded(deal, "duplicate_card", seat.seat, other.seat),
    )


@FAMILY.fault("joker", fault_codes.JOKER)
def joker(deal: HandToAlter) -> AlteredHand | None:
    """A hand contains a joker."""
    seat = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None:
        return None
    row = deal.random.choice(("front", "middle", "back"))
    true = row_of(seat, row)
    deal.replace_card(seat, row, deal.pick(cards_of(true)), "JK")
    return AlteredHand(
        field=f"seats.{row}",
        recorded=row_of(seat, row),
        true=true,
        seat=seat.seat,
        must=found(fault_codes.JOKER, seat.seat) + unrecorded(deal, "joker_dealt", seat.seat),
    )


@FAMILY.fault("row-sizes", fault_codes.ROW_SIZE)
def row_sizes(deal: ClosedDeal) -> AlteredHand | None:
    """A hand has four cards in the middle and six at the back."""
    seat = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None:
        return None
    true = f"{seat.middle} {seat.back}"
    card = deal.pick(cards_of(row_of(seat, "middle")))
    seat.middle = row_of(seat, "middle").replace(card, "")
    seat.back = row_of(seat, "back") + card
    return AlteredHand(
        field="seats.middle",
        recorded=f"{seat.middle} {seat.back}",
        true=true,
        seat=seat.seat,
        must=found(fault_codes.ROW_SIZE, seat.seat),
    )


def _count(deal: ClosedDeal, seat: ChineseSeat) -> tuple[Expected, ...]:
    wrong = found(fault_codes.CARD_COUNT, seat.seat) + found(fault_codes.ROW_SIZE, seat.seat)
    return wrong + unrecorded(deal, "wrong_card_count", seat.seat)


@FAMILY.fault("card-missing", fault_codes.CARD_COUNT)
def card_missing(deal: ClosedDeal) -> AlteredHand | None:
    """A hand has twelve cards."""
    seat = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None:
        return None
    true = row_of(seat, "back")
    deal.replace_card(seat, "back", deal.pick(cards_of(true)), "")
    return AlteredHand(
        field="seats.back",
        recorded=row_of(seat, "back"),
        true=true,
        seat=seat.seat,
        must=_count(deal, seat),
    )


@FAMILY.fault("card-too-many", fault_codes.CARD_COUNT, where=lambda game: game.fewest < MOST_SEATS, idle=True)
def card_too_many(deal: ClosedDeal) -> AlteredHand | None:
    """A hand has fourteen cards, the fourteenth from the rest of the deck."""
    seats = deal.set_seats() if deal.played else []
    held = {card for each in deal.seats for card in cards_of(_all_cards(each))}
    rest = [card for card in DECK if card not in held]
    seat = deal.pick(seats)
    if seat is None or not rest:
        return None
    true, card = row_of(seat, "back"), deal.pick(rest)
    seat.back = true + card
    if isinstance(seat.dealt, str):
        seat.dealt += card
    return AlteredHand(
        field="seats.back",
        recorded=seat.back,
        true=true,
        seat=seat.seat,
        must=_count(deal, seat),
    )


def _all_cards(seat: ChineseSeat) -> str:
    if isinstance(seat.dealt, str):
        return seat.dealt
    return "".join(text for text in (seat.front, seat.middle, seat.back) if isinstance(text, str))


@FAMILY.fault("set-not-dealt", fault_codes.SET_NOT_DEALT)
def set_not_dealt(deal: ClosedDeal) -> AlteredHand | None:
    """Two seats each set a card that the other was dealt."""
    seats = [each for each in deal.set_seats() if isinstance(each.dealt, str)] if deal.played else []
    if len(seats) < 2:
        return None
    one, other = deal.random.sample(seats, 2)
    true, others = row_of(one, "dealt"), row_of(other, "dealt")
    mine, theirs = deal.pick(cards_of(true)), deal.pick(cards_of(others))
    one.dealt, other.dealt = true.replace(mine, theirs), others.replace(theirs, mine)
    return AlteredHand(
        field="seats.dealt",
        recorded=one.dealt,
        true=true,
        seat=one.seat,
        must=found(fault_codes.SET_NOT_DEALT, one.seat, other.seat),
    )


def _again(deal: ClosedDeal, turned: int) -> str | None:
    """Records the hand before again, turned by seats; returns the true cards of the first."""
    before = deal.before
    if before is None or before.void is True or not deal.played:
        return None
    if [each.seat for each in before.seats] != [each.seat for each in deal.seats]:
        return None
    if any(not isinstance(each.back, str) for each in before.seats):
        return None
    true = _all_cards(deal.seats[0])
    for seat, old in zip(deal.seats, [*before.seats[turned:], *before.seats[:turned]], strict=True):
        seat.dealt, seat.front, seat.middle, seat.back = old.dealt, old.front, old.middle, old.back
        seat.surrendered, seat.fouled, seat.declared = old.surrendered, old.fouled, old.declared
    deal.hand.irregularities = before.irregularities
    deal.pay(deal.settle(deal.hand))
    return true


@FAMILY.fault("deal-repeated", fault_codes.DEAL_REPEATED)
def deal_repeated(deal: ClosedDeal) -> AlteredHand | None:
    """The cards of the hand before are recorded again, and paid again."""
    return _as_before(deal, 0, fault_codes.DEAL_REPEATED)


@FAMILY.fault("deal-turned", fault_codes.DEAL_DISGUISED, asked=True)
def deal_turned(deal: ClosedDeal) -> AlteredHand | None:
    """The cards of the hand before are recorded again, each one seat earlier."""
    if deal.before is None or deal.before.irregularities:
        return None
    return _as_before(deal, 1, fault_codes.DEAL_DISGUISED)


def _as_before(deal: ClosedDeal, shift: int, code: str) -> AlteredHand | None:
    true = _again(deal, shift)
    if true is None:
        return None
    return AlteredHand(
        field="seats.dealt",
        recorded=_all_cards(deal.seats[0]),
        true=true,
        must=on_hand(code),
        moved=True,
    )
