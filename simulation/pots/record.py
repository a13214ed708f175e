"""A played hand as a record of a log, with its acts or without them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from rules.records import events
from rules.records.pot_records import Pot, PotAward, PotFee, PotHand, PotSeat
from simulation.pots.deck import text
from simulation.pots.ending import Ending
from simulation.pots.setup import GameStakes, Seat

STAKES = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "chip", "cap")


class Writing(Struct, frozen=True):
    """Form of records. own_terms: hands state limit and stakes, because they change."""

    full: bool = True
    own_terms: bool = False
    mix: str | None = None
    name_pots: bool = True  # a rake names the pot that it came from


def stakes_record(stakes: GameStakes) -> events.Stakes:
    return events.Stakes(**{name: getattr(stakes, name) for name in STAKES if getattr(stakes, name)})


def pot_hand(number: int, ending: Ending, writing: Writing, **fields: Any) -> PotHand:
    play = ending.play
    setup = play.setup
    if writing.own_terms:
        fields |= {"limit": setup.played.limit, "stakes": stakes_record(setup.stakes)}
    if writing.mix:
        fields["mix"] = writing.mix
    fields |= _cards_and_acts(ending, full=writing.full)
    nets = ending.nets
    return PotHand(
        hand=number,
        game=setup.played.name,
        dealer=setup.button,
        seats=[_seat(each, ending, nets, full=writing.full) for each in setup.seats],
        pots=_pots(ending),
        fees=_fees(ending, writing),
        **fields,
    )


def _cards_and_acts(ending: Ending, *, full: bool) -> dict[str, Any]:
    play = ending.play
    if full:
        return {"acts": play.acts}
    boards = [text(board) for board in play.cards.boards if board]
    if play.cards.common:
        boards = [text(play.cards.common)]
    streets = play.setup.played.game.streets
    return {"boards": boards or UNSET, "reached": streets[play.cards.reached].name}


def _seat(each: Seat, ending: Ending, nets: dict[int, int], *, full: bool) -> PotSeat:
    seat = PotSeat(seat=each.seat, player=each.player, stack=each.stack)
    if not each.dealt:
        seat.status = "missed"
        return seat
    play, number = ending.play, each.seat
    seat.net = nets[number]
    if not each.present:
        seat.present = False
    if full:
        seat.hole = text(play.cards.hole[number])
        up = play.cards.first_up[number]
        seat.up = text(up) if up else UNSET
        return seat
    dead = play.chips.dead[number]
    seat.live_in, seat.dead_in = ending.put_in[number] - dead, dead
    seat.folded, seat.mucked = number not in play.chips.live, number in ending.mucked
    if not seat.folded:
        seat.cards = text(play.cards.own[number])
    return seat


def _pots(ending: Ending) -> list[Pot]:
    """Pots, the main one first; awards numbered as pushed, the last pot first."""
    halves = ending.play.setup.played.game.halves
    made = [
        Pot(pot=number, amount=pot.amount, eligible=list(pot.eligible), awards=[])
        for number, pot in enumerate(ending.pots)
    ]
    several = ending.play.cards.runs > 1
    for order, part in enumerate(ending.parts, 1):
        award = PotAward(seat=part.seat, amount=part.amount, order=order)
        if several and part.contested:
            award.run = part.run
        if part.half is not None and (name := halves[part.half].name) != "all":
            award.half = name
        awards = made[part.pot].awards
        assert isinstance(awards, list)
        awards.append(award)
    return made


def _fees(ending: Ending, writing: Writing) -> list[PotFee]:
    rakes = [(number, rake) for number, rake in enumerate(ending.fees.rake) if rake]
    if not writing.name_pots and rakes:
        found = [PotFee(kind="rake", amount=sum(rake for _, rake in rakes))]
    else:
        found = [PotFee(kind="rake", amount=rake, pot=number) for number, rake in rakes]
    if ending.fees.drop:
        found.append(PotFee(kind="jackpot", amount=ending.fees.drop, pot=0))
    return found
