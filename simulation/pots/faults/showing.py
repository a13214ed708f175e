"""Faults of the showdown and of pushing pots."""

from __future__ import annotations

from rules.records.pot_records import Muck, PotAward, Show
from simulation.faults.fault_base import AlteredHand, alter
from simulation.pots.faults.pot_fault_base import PotDeal, PotFaultFamily, at_seat, on_hand
from simulation.pots.faults.pot_fault_codes import AWARD, NET

FAMILY = PotFaultFamily()


def _winners(deal: PotDeal) -> set[int]:
    return {part.seat for part in deal.ending.parts if part.contested and part.amount}


@FAMILY.fault("shown-out-of-order", "show_order")
def shown_out_of_order(deal: PotDeal) -> AlteredHand | None:
    """The second to show opens before the first."""
    places = deal.where(Show, Muck)
    if not deal.ending.showdown or deal.ending.play.chips.ended_early or len(places) < 2:
        return None
    first, second = places[:2]
    deal.acts[first], deal.acts[second] = deal.acts[second], deal.acts[first]
    seat: int = getattr(deal.acts[first], "seat", 0)
    return AlteredHand(
        field="acts", recorded=seat, true=deal.ending.order[0], seat=seat, must=at_seat("show_order", seat)
    )


@FAMILY.fault("winner-mucked", "mucked_winner")
def winner_mucked(deal: PotDeal) -> AlteredHand | None:
    """A player who threw the cards away is given a pot."""
    shows = [place for place in deal.where(Show) if getattr(deal.acts[place], "seat", 0) in _winners(deal)]
    shown = deal.where(Show)
    place = deal.pick(shows)
    if place is None or len(shown) < 2:
        return None
    seat: int = getattr(deal.acts[place], "seat", 0)
    deal.acts[place] = Muck(seat=seat)
    return AlteredHand(
        field="acts.act",
        recorded="muck",
        true="show",
        seat=seat,
        must=at_seat("mucked_winner", seat),
        may=(AWARD, NET, "show_order"),
    )


@FAMILY.fault("winner-shows-a-part", "not_tabled")
def winner_shows_a_part(deal: PotDeal) -> AlteredHand | None:
    """A winner shows one card less than the hand has."""
    shows = [deal.acts[place] for place in deal.where(Show)]
    mine = [act for act in shows if isinstance(act, Show) and act.seat in _winners(deal)]
    act = deal.pick(mine)
    if act is None or not isinstance(act.cards, str) or len(act.cards) < 4:
        return None
    return alter(act, "acts.cards", act.cards[2:], at_seat("not_tabled", act.seat), seat=act.seat)


@FAMILY.fault(
    "main-pot-first",
    "award_order",
    where=lambda offer: offer.rules.pots.award_order == "last_first",
    acts=False,
)
def main_pot_first(deal: PotDeal) -> AlteredHand | None:
    """The main pot is pushed before a side pot."""
    awards: list[tuple[int, PotAward]] = sorted(deal.awards, key=lambda each: each[0])
    if len({pot for pot, _ in awards}) < 2:
        return None
    for order, (_, award) in enumerate(awards, 1):
        award.order = order
    return AlteredHand(field="pots.awards.order", recorded=1, true=len(awards), must=on_hand("award_order"))
