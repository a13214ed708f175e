"""Faults of players dealt in, the button, and chips at the start of a hand."""

from __future__ import annotations

from typing import Any

from rules.records.events import SeatEvent
from simulation.pots.faults.pot_fault_base import PotFaultFamily, Upset, at_seat, in_acts, on_hand
from simulation.pots.offer import GamesOffered
from simulation.pots.positions import Positions, clockwise
from simulation.pots.setup import Seat, Setup
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable

FAMILY = PotFaultFamily()
_NEW = ("new_player_blind", "evaded_blind")
_BLINDS = in_acts(("flop", "draw"))


def _deals_to_all(offer: GamesOffered) -> bool:
    return offer.rules.table is not None and offer.rules.table.deal_every_stack and _BLINDS(offer)


def _posters(setup: Setup) -> set[int]:
    return {seat for seat, kind, _ in setup.posts if kind != "ante"}


def _blind(setup: Setup, kind: str) -> int:
    return next((seat for seat, each, _ in setup.posts if each == kind), 0)


def _behind_the_blinds(setup: Setup, seat: int) -> bool:
    big = _blind(setup, "big_blind")
    return bool(big) and 0 < (seat - big) % 10 <= (setup.button - big) % 10


@FAMILY.fault("button-stays", "button_not_moved", where=_BLINDS)
class ButtonStays(Upset):
    """The button stays where it was."""

    def plan(self, table: SimulatedPotTable) -> None:
        before = table.before
        here = {seat for seat, each in table.seated.items() if not each.waits and not each.away}
        if before is None or not before.big or set(before.dealt) != here or table.ninth:
            return
        kinds = ("ante", "small_blind", "big_blind", "table_ante")
        posts = [each for each in before.posts if each[1] in kinds]
        most = 10 * max(amount for _, _, amount in posts)
        if any(table.seated[seat].stack < most for seat in before.dealt):
            return
        table.before = Positions(before.button, before.dealt, posts, before.small, before.big)
        table.keeps_button = True
        self.done("dealer", None, before.button, None, on_hand("button_not_moved"))


@FAMILY.fault("stack-not-carried", "stack_differs", acts=False)
class StackNotCarried(Upset):
    """A player has more chips in front than after the hand before, and bought none."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        seats = [each for each in setup.dealt if sat.get(each.seat) == each.player]
        if setup.house.timed or not seats:
            return
        chosen = self.random.choice(seats)
        true, chosen.stack = chosen.stack, chosen.stack + 5 * table.unit
        table.seated[chosen.seat].stack += 5 * table.unit
        self.done("seats.stack", chosen.seat, chosen.stack, true, at_seat("stack_differs", chosen.seat))


@FAMILY.fault("stack-without-cards", "not_dealt", where=_deals_to_all, acts=False)
class NotDealt(Upset):
    """A player with chips is dealt no cards."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        posters, least = _posters(setup), setup.stakes.least_stack
        seats = [
            each
            for each in setup.dealt
            if sat.get(each.seat) == each.player and each.seat not in posters and each.stack >= least
        ]
        if len(setup.dealt) < 4 or not seats or table.ninth or not least:
            return
        chosen = self.random.choice(seats)
        _leave_out(setup, chosen)
        self.done("seats.status", chosen.seat, "missed", "played", at_seat("not_dealt", chosen.seat))


def _leave_out(setup: Setup, seat: Seat) -> None:
    seat.dealt, seat.present = False, True
    setup.posts = [each for each in setup.posts if each[0] != seat.seat]


@FAMILY.fault(
    "dealt-below-minimum", "dealt_below_minimum", where=lambda offer: offer.rules.min_stack is not None
)
class DealtBelowMinimum(Upset):
    """A player with less than the minimum bet is dealt in."""

    _seat = 0  # of who came with few chips

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        least = table.terms.stakes[0].least_stack
        if table.fixed or len(table.seated) >= table.offer.most or least < 2 or table.before is None:
            return list(events)
        self._seat, more = table.from_broken(at, least - 1)
        return [*events, *more]

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        if not self._seat or not _behind_the_blinds(setup, self._seat) or len(setup.dealt) < 3:
            return
        seat, least = setup.seat(self._seat), setup.stakes.least_stack
        _deal_in(setup, table, seat)
        must = at_seat("dealt_below_minimum", seat.seat)
        self.done("seats.stack", seat.seat, seat.stack, least, must)


@FAMILY.fault("wrong-seat-sits-out", "wrong_sit_out", where=lambda offer: offer.with_ninth, acts=True)
class WrongSitOut(Upset):
    """Of one player too many, another than the one left of the big blind sits out."""

    def plan(self, table: SimulatedPotTable) -> None:
        before = table.before
        if not table.ninth or before is None:
            return
        seats = sorted(table.seated)
        place = seats.index(before.big)
        out = seats[
            (place + 4) % len(seats)
        ]  # far from the blinds of the next hand, which are the two after this one
        table.sits_out = out
        self.done("seats.status", out, "missed", "played", at_seat("wrong_sit_out", out))


@FAMILY.fault("one-player-too-many", "too_many_players", where=lambda offer: offer.with_ninth)
class OneTooMany(Upset):
    """One player more than the game allows is dealt in."""

    def plan(self, table: SimulatedPotTable) -> None:
        if table.ninth and table.before is not None:
            table.sits_out = 0
            players = len(table.seated)
            self.done("seats", None, players, players - 1, on_hand("too_many_players"))


# ---------------------------------------------------------------------------- new players


def _waiting(setup: Setup, table: SimulatedPotTable) -> list[Seat]:
    return [each for each in setup.seats if not each.dealt and table.seated[each.seat].waits]


def _may_be_dealt(setup: Setup, seat: Seat) -> bool:
    return seat.stack > max(setup.stakes.least_stack, setup.stakes.ante) and len(setup.dealt) > 2


def _deal_in(setup: Setup, table: SimulatedPotTable, seat: Seat) -> None:
    seat.dealt = True
    table.seated[seat.seat].waits = False
    if setup.stakes.ante:
        setup.posts.insert(0, (seat.seat, "ante", setup.stakes.ante))


@FAMILY.fault("new-player-without-blind", "new_player_blind", where=_deals_to_all)
class NewPlayerBlind(Upset):
    """A player who is back within the hour, or is first dealt in on the button, posts no blind."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        for each in _waiting(setup, table):
            back = table.seated[each.seat].returned and table.seated[each.seat].sat_down
            if back and _behind_the_blinds(setup, each.seat) and _may_be_dealt(setup, each):
                _deal_in(setup, table, each)
                self.done("acts.amount", each.seat, 0, None, at_seat("new_player_blind", each.seat))
                return
        for place, (seat, kind, amount) in enumerate(setup.posts):
            new = kind == "new_player" and table.seated[seat].sat_down
            if new and (table.seated[seat].returned or seat == setup.button):
                del setup.posts[place]
                self.done("acts.amount", seat, 0, amount, at_seat("new_player_blind", seat))
                return


@FAMILY.fault("dealt-between-button-and-blind", "dealt_between", where=_deals_to_all)
class DealtBetween(Upset):
    """A new player between the button and the small blind is dealt in without both blinds."""

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        small = _blind(setup, "small_blind")
        for each in _waiting(setup, table):
            between = 0 < (each.seat - setup.button) % 10 < (small - setup.button) % 10
            new = table.seated[each.seat].sat_down and _may_be_dealt(setup, each)
            if small and between and new:
                _deal_in(setup, table, each)
                self.done(
                    "seats.status",
                    each.seat,
                    "played",
                    "missed",
                    at_seat("dealt_between", each.seat),
                    may=_NEW,
                )
                return


@FAMILY.fault("blind-evaded", "evaded_blind", where=_deals_to_all)
class BlindEvaded(Upset):
    """A player takes another seat before the big blind comes, and is dealt in there without it."""

    _mover = 0  # the new seat

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        before = table.before
        free = [seat for seat in range(1, 11) if seat not in table.seated]
        quiet = not any(isinstance(event, SeatEvent) for event in events)
        if before is None or not before.big or not free or table.fixed or not quiet or table.redeals:
            return list(events)
        old = clockwise(set(before.dealt) - {before.big}, before.big)[0]
        sitter = table.seated.get(old)
        if sitter is None or sitter.away or sitter.waits or len(before.dealt) < 5:
            return list(events)
        new = max(free, key=lambda seat: (seat - old) % 10)
        table.seated[new] = table.seated.pop(old)
        table.seated[new].waits, table.seated[new].sat_down = True, False
        self._mover = new
        moved = SeatEvent(at=at, player=sitter.player, kind="moved", seat=new, from_seat=old)
        return [*events, moved]

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        if not self._mover or not _behind_the_blinds(setup, self._mover):
            return
        mover, big = setup.seat(self._mover), setup.stakes.big_blind
        posts = [post for post in setup.posts if post[0] == mover.seat and post[1] == "new_player"]
        if posts:
            setup.posts.remove(posts[0])
        elif not mover.dealt and _may_be_dealt(setup, mover):
            _deal_in(setup, table, mover)
        else:
            return
        self.done("acts.amount", mover.seat, 0, big, at_seat("evaded_blind", mover.seat))
