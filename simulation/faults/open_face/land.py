"""Fantasyland that was not earned, or earned and not given."""

from __future__ import annotations

from itertools import islice

from msgspec import UNSET

from rules.cards import RANKS
from rules.records.events import OfcSeat, Placement
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found
from simulation.faults.hand_to_alter import cards_of, row_of
from simulation.faults.open_face.open_face_hand_to_alter import ROWS, OpenDeal, rules_of
from simulation.open_face_parameters import SimulatedFantasyland, front_value
from simulation.simulated_game import SimulatedGame

FAMILY = FaultFamily()


def _has_land(game: SimulatedGame) -> bool:
    return rules_of(game).fantasyland is not None


def _by_single_cards(game: SimulatedGame) -> bool:
    """Whether as many cards are dealt at once as one after the other."""
    rules = rules_of(game)
    return rules.fantasyland is not None and rules.fantasyland.cards == rules.cards


def _rules(deal: OpenDeal) -> SimulatedFantasyland:
    land = deal.rules.fantasyland
    assert land is not None
    return land


def _leads_nowhere(deal: OpenDeal, seat: OfcSeat) -> bool:
    """Whether the seat is out of fantasyland in the next hand anyway."""
    rules = _rules(deal)
    ranks = [RANKS.index(card[0]) for card in cards_of(row_of(seat, "front"))]
    pairs = [rank for rank in ranks if ranks.count(rank) > 1]
    front = front_value("trips" if len(pairs) > 2 else "pair", pairs[0]) if pairs else -1
    classes = deal.settle(deal.hand).replayed.seats.classes[0, deal.seats.index(seat)].tolist()
    strong = classes[1] >= rules.stay_middle or classes[2] >= rules.stay_back
    return front < min(rules.entry, rules.stay_front) and not strong


@FAMILY.fault("fantasyland-not-earned", fault_codes.LAND_NOT_EARNED, where=_has_land)
def not_earned(deal: OpenDeal) -> AlteredHand | None:
    """A player is dealt all cards at once without having qualified."""
    seats = [each for each in deal.set_seats() if deal.played and len(deal.acts_of(each)) > 1]
    seat = deal.pick([each for each in seats if deal.same_player(each)])
    if seat is None or not _leads_nowhere(deal, seat):
        return None
    mine, cards = deal.acts_of(seat), _rules(deal).cards
    gone = "".join(act.discard for act in mine if isinstance(act.discard, str))
    set_cards = "".join(row_of(seat, row) for row in ROWS)
    kept = gone[: 2 * cards - len(set_cards)]
    act = Placement(
        seat=seat.seat,
        dealt=set_cards + kept,
        front=row_of(seat, "front"),
        middle=row_of(seat, "middle"),
        back=row_of(seat, "back"),
        at=deal.acts[-1].at,
        discard=kept or UNSET,
    )
    deal.hand.placements = [*(each for each in deal.acts if each.seat != seat.seat), act]
    seat.fantasyland = cards
    if isinstance(seat.discards, str):
        seat.discards = kept
    return AlteredHand(
        field="seats.fantasyland",
        recorded=cards,
        true=None,
        seat=seat.seat,
        must=found(fault_codes.LAND_NOT_EARNED, seat.seat),
    )


@FAMILY.fault(
    "fantasyland-not-given", fault_codes.LAND_NOT_GIVEN, rare=True, linked=True, where=_by_single_cards
)
def not_given(deal: OpenDeal) -> AlteredHand | None:
    """A player who qualified for all cards at once is dealt them one after the other."""
    seat = deal.pick([each for each in deal.set_seats() if isinstance(each.fantasyland, int) and deal.acts])
    if seat is None or deal.same_player(seat) is None or not _leads_nowhere(deal, seat):
        return None
    must = found(fault_codes.LAND_NOT_GIVEN, seat.seat)
    altered = alter(seat, "seats.fantasyland", UNSET, must, seat=seat.seat)
    deal.hand.placements = _in_turn(deal, seat)
    return altered


def _in_turn(deal: OpenDeal, seat: OfcSeat) -> list[Placement]:
    """Acts of the hand, with those of a seat in their turn."""
    (whole,) = deal.acts_of(seat)
    cards = iter(cards_of(whole.dealt))
    mine = [_act(seat, list(islice(cards, end - first)), whole) for first, end in deal.rules.streets]
    at_once = {each.seat for each in deal.seats if isinstance(each.fantasyland, int)}
    others = [act for act in deal.acts if act.seat not in at_once and act is not whole]
    button = deal.hand.dealer if isinstance(deal.hand.dealer, int) else 0
    turns: dict[int, int] = {}
    keyed = []
    for act in [*others, *mine]:
        turns[act.seat] = turns.get(act.seat, -1) + 1
        keyed.append((turns[act.seat], act.seat <= button, act.seat, act))
    ordered = [act for *_, act in sorted(keyed, key=lambda each: each[:3])]
    at = deal.acts[0].at
    for act in ordered:
        at = act.at = at if act.at is UNSET else act.at
    return ordered + [act for act in deal.acts if act.seat in at_once]


def _act(seat: OfcSeat, cards: list[str], whole: Placement) -> Placement:
    rows = {row: "".join(card for card in cards if card in cards_of(getattr(whole, row))) for row in ROWS}
    return Placement(seat=seat.seat, dealt="".join(cards), **rows)
