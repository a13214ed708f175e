"""End of a hand: pots, fees, shows and mucks, awards and nets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from rules.controls.sections.pots import Showdown
from rules.records.pot_records import Act, Muck, Show
from rules.replay.pots.showdown.ranking_orders import order_of
from simulation.pots.betting import BettingChips
from simulation.pots.deck import text
from simulation.pots.division import AwardPart, Division, SeatHoldings
from simulation.pots.simulated_pot_fees import FeesTaken, fees_of
from simulation.pots.simulated_pot_hand import HandPlay
from simulation.pots.simulated_pots import PotMade, pots_of

_MUCKS = 0.6  # chance of a hand that lost to be thrown away unseen
_HIGHS = ("high", "soko", "soko_equal", "short_deck")
_LOWEST_FLUSH, _LOWEST_STRAIGHT_FLUSH = (0, 4, 8, 12, 20), (48, 0, 4, 8, 12)


class Ending(Struct):
    """End of a hand. Amounts by seat number."""

    play: HandPlay
    pots: list[PotMade]
    fees: FeesTaken
    parts: list[AwardPart]
    put_in: dict[int, int]
    mucked: set[int]
    order: list[int]  # in which hands are opened
    near_jackpot: bool  # hands so strong that one may have been hit

    @property
    def nets(self) -> dict[int, int]:
        won = dict.fromkeys(self.put_in, 0)
        for part in self.parts:
            won[part.seat] += part.amount
        return {seat: won[seat] - chips for seat, chips in self.put_in.items()}

    @property
    def showdown(self) -> bool:
        return len(self.play.chips.live) > 1


def ending(play: HandPlay) -> Ending:
    """Settles a hand; adds shows and mucks to its acts."""
    chips, setup = play.chips, play.setup
    live = chips.live_in()
    if play.returned:
        seat, amount = play.returned
        live[seat] -= amount
    pots = pots_of(live, sum(chips.dead.values()), chips.live)
    showdown = len(chips.live) > 1
    fees = fees_of(
        setup.rules.fees,
        setup.house,
        setup.played,
        [pot.amount for pot in pots],
        second_street=play.cards.reached > 0,
        counted={
            "dealt_in": len(setup.dealt),
            "seated": len(setup.seats),
            "present": sum(each.present for each in setup.dealt),
        },
        boards=play.cards.runs if showdown else 1,
        chip=setup.stakes.chip,
    )
    division = Division(_hands(play, showdown), setup.rules.pots.odd_chip, setup.stakes.chip)
    order = (
        _show_order(chips, pots, setup.button, setup.rules.pots.showdown, play.first_to_act)
        if showdown
        else []
    )
    mucked = _show_down(play, order, division, pots)
    left = fees.left([pot.amount for pot in pots])
    return Ending(
        play=play,
        pots=pots,
        fees=fees,
        parts=division.divide(pots, left, mucked),
        put_in={seat: live[seat] + chips.dead[seat] for seat in chips.seats},
        mucked=mucked,
        order=order,
        near_jackpot=showdown and fees.jackpots and _near_jackpot(division, play),
    )


def _hands(play: HandPlay, showdown: bool) -> SeatHoldings:
    cards, chips = play.cards, play.chips
    own = {seat: cards.own[seat] for seat in sorted(chips.live)} if showdown else {}
    first = chips.in_turn(chips.seats, play.setup.button)[0]
    return SeatHoldings(
        play.setup.played.game, own, cards.boards, cards.common, chips.seats, first, play.first_to_act
    )


def _show_down(play: HandPlay, order: list[int], division: Division, pots: list[PotMade]) -> set[int]:
    """Opens hands in order: winners show all hole cards; losers may muck, but not the first."""
    if not order:
        return set()
    shows = (
        division.winners(pots)
        | play.cards.of_cooler
        | {pot.eligible[0] for pot in pots if len(pot.eligible) == 1}
    )
    mucked = set()
    acts: list[Act] = []
    for place, seat in enumerate(order):
        if place and seat not in shows and play.random.random() < _MUCKS:
            acts.append(Muck(seat=seat))
            mucked.add(seat)
        else:
            acts.append(Show(seat=seat, cards=text(play.cards.down[seat])))
    play.acts += acts
    return mucked


@cache
def _lowest(order: str, cards: tuple[int, ...]) -> int:
    return order_of(order).of_cards(cards)


def _near_jackpot(division: Division, play: HandPlay) -> bool:
    """Whether two hands are flushes or better, or one is a straight flush."""
    for half, rules in enumerate(play.setup.played.game.halves):
        if rules.order not in _HIGHS:
            continue
        for run in range(len(play.cards.boards)):
            values = sorted(division.strength(seat, run, half) for seat in play.chips.live)
            flush = _lowest(rules.order, _LOWEST_FLUSH)
            if values[-2] >= flush or values[-1] >= _lowest(rules.order, _LOWEST_STRAIGHT_FLUSH):
                return True
    return False


def _show_order(
    chips: BettingChips, pots: Sequence[PotMade], button: int, rules: Showdown, first_to_act: int | None
) -> list[int]:
    """Live seats, those of the last side pot first, from the last to bet or the left of the button."""
    last_pot = dict.fromkeys(chips.live, -1)
    for number, pot in enumerate(pots):
        if len(pot.eligible) > 1:
            last_pot |= dict.fromkeys(pot.eligible, number)
    top = max(last_pot.values(), default=-1)
    opener = first_to_act if rules.first == "first_to_act" and first_to_act is not None else None
    places = chips.in_turn(chips.seats, button)
    if opener is not None:
        places = chips.in_turn(chips.seats, opener - 1)
    bettor = chips.aggressor
    found: list[int] = []
    for number in range(top, -2, -1):
        seats = [seat for seat in places if last_pot.get(seat, -2) == number]
        if number == top and bettor in seats:
            seats = chips.in_turn(seats, bettor - 1)
        found += seats
    return found
