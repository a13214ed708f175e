"""Players of a table of pot games from hand to hand: seats, chips, absences."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from rules.records.events import Chips, Fee, SeatEvent, Toke
from simulation.pots.offer import GamesOffered, OfferedGame, most_players
from simulation.pots.players import PlayingStyle
from simulation.pots.positions import BlindPositions, Positions, clockwise
from simulation.pots.setup import GameStakes, Seat
from simulation.pots.simulated_pot_terms import TableTerms
from simulation.seconds_of_session import SessionClock

_REGULARS = 60
_LEAVES, _ARRIVES, _STEPS_AWAY, _MOVES = 0.01, 0.05, 0.006, 0.002
_AWAY = (1, 4)  # hands
_BREAKS, _BROKEN, _RETURNS = 0.3, 0.2, 0.3
_RETURN_WITHIN = 3_000  # seconds, well within the hour
_LOW, _ADDS, _SITS_OUT = 15, 0.1, 0.15
_TOKES = 0.01
_ONE_TOO_MANY = 0.25  # share of tables of some games at which one more holds a seat than is dealt in
_LEAVING, _COMING, _ADDING, _TIPPING = 4, 12, 12, 2  # seconds after the hand before

Between = Chips | Toke | SeatEvent


class Sitter(Struct):
    """A player at the table. waits: posts before the first hand. owes: missed blinds. away: hands left."""

    player: str
    stack: int
    style: PlayingStyle
    waits: bool = False
    owes: bool = False
    away: int = 0
    returned: bool = False  # within the hour of leaving
    sat_down: bool = False  # as a new player, since the table opened


class LeftTable(Struct):
    player: str
    at: int
    amount: int
    style: PlayingStyle


class SimulatedPotTable(Struct):
    """Seats, stacks and button; stacks change by events of the log and nets alone."""

    offer: GamesOffered
    terms: TableTerms
    random: Random
    clock: SessionClock
    unit: int
    seated: dict[int, Sitter] = field(default_factory=dict)
    before: Positions | None = None
    _left: list[LeftTable] = field(default_factory=list)
    _new: list[str] = field(default_factory=list)
    _took_break: set[str] = field(default_factory=set)
    _gone: set[int] = field(default_factory=set)
    ninth: bool = False  # one seat too many: one of them sits out
    sits_out: int | None = None  # who does, where it is not the seat whose turn it is; 0: nobody
    keeps_button: bool = False  # for the next hand
    _again: bool = False  # the last hand was a misdeal
    _back: list[str] = field(default_factory=list)  # who came back for a blind
    _began: int | None = None  # when the table was opened
    collected: Sequence[Fee] = ()  # for the period that runs

    def __post_init__(self) -> None:
        numbers = self.random.sample(range(0x1000, 0x10000), _REGULARS)
        self._new = [f"p-{number:04x}" for number in numbers]

    @property
    def fixed(self) -> bool:
        """Whether nobody comes or goes."""
        return self.ninth or self.offer.fewest == self.offer.most

    # ------------------------------------------------------------------ the table opens and closes

    def begin(self, since: int) -> list[Between]:
        self._began = since
        count = self.random.randint(self.offer.fewest, self.offer.most)
        seats = sorted(self.random.sample(range(1, 11), count))
        if self._may_be_one_too_many():
            self.ninth = True
            seats = sorted(self.random.sample(range(1, 11), self.offer.most + 1))
        elif self.offer.most > count and self.random.random() < 0.5 and not self.fixed:
            seats = sorted(self.random.sample(range(1, 11), self.offer.most))
        return [self._sits_down(seat, since + _COMING) for seat in seats]

    def _may_be_one_too_many(self) -> bool:
        largest = most_players(self.offer.rotation[0].game)
        return self.offer.with_ninth and self.offer.most == largest and self.random.random() < _ONE_TOO_MANY

    def close(self, since: int) -> list[Between]:
        return [
            Chips(
                at=self.clock.text(since + _LEAVING),
                seat=seat,
                player=sitter.player,
                kind="cash_out",
                amount=sitter.stack,
            )
            for seat, sitter in sorted(self.seated.items())
        ]

    def pay(self, seat: int, amount: int) -> None:
        self.seated[seat].stack -= amount

    # ------------------------------------------------------------------ between hands

    def between(self, since: int, stakes: GameStakes, price: int = 0) -> list[Between]:
        """Events before a hand. price: most that a seat pays outside of it."""
        if self._again:
            return []
        self._gone = set()
        events: list[Between] = []
        if not self.fixed:
            events += self._leaves(since)
            events += self._moves(since)
        events += self._top_ups(since, stakes, price)
        if not self.fixed:
            events += self._comes(since)
        return events + self._steps_away(since)

    def _leaves(self, since: int) -> list[Between]:
        free = [seat for seat, each in self.seated.items() if not each.away]
        staying = [each for each in self.seated.values() if not each.waits and not each.away]
        if len(staying) <= max(self.offer.fewest, 3):
            return []
        seat = self._who_leaves(sorted(free))
        if seat is None:
            return []
        sitter = self.seated.pop(seat)
        self._gone.add(seat)
        leaves = self._leaving(since)
        at = self.clock.text(leaves)
        self._left.append(LeftTable(sitter.player, leaves, sitter.stack, sitter.style))
        return [
            Chips(at=at, seat=seat, player=sitter.player, kind="cash_out", amount=sitter.stack),
            SeatEvent(at=at, player=sitter.player, kind="left", seat=seat, amount=sitter.stack),
        ]

    def _who_leaves(self, free: list[int]) -> int | None:
        return self.random.choice(free) if self.random.random() < _LEAVES * len(free) else None

    def _leaving(self, since: int) -> int:
        return since + (_COMING if since == self._began else _LEAVING)

    def _moves(self, since: int) -> list[Between]:
        free = [seat for seat in range(1, 11) if seat not in self.seated]
        moving = [seat for seat, each in self.seated.items() if not each.away and not each.waits]
        if not free or len(moving) < 5 or self.random.random() >= _MOVES * len(moving):
            return []
        old, new = self.random.choice(sorted(moving)), self.random.choice(free)
        self.seated[new] = self.seated.pop(old)
        self.seated[new].waits, self.seated[new].sat_down = True, False
        self._gone.add(old)
        return [
            SeatEvent(
                at=self.clock.text(self._leaving(since)),
                player=self.seated[new].player,
                kind="moved",
                seat=new,
                from_seat=old,
            )
        ]

    def _comes(self, since: int) -> list[Between]:
        free = [seat for seat in range(1, 11) if seat not in self.seated]
        few = len(self.seated) < min(max(self.offer.fewest, 3), self.offer.most)
        if len(self.seated) >= self.offer.most or not free:
            return []
        if not few and self.random.random() >= _ARRIVES:
            return []
        seat, at = self.random.choice(free), since + _COMING
        if self.random.random() < _BROKEN:
            brings = self.random.randint(10 * self.unit, self.terms.most_buy_in) // self.unit * self.unit
            return self.from_broken(self.clock.text(at), brings)[1]
        chips = self._sits_down(seat, at)
        self.seated[seat].waits = self.seated[seat].sat_down = True
        return [SeatEvent(at=self.clock.text(at), player=chips.player, kind="seated", seat=seat), chips]

    def from_broken(self, at: str, amount: int) -> tuple[int, list[Between]]:
        """Seats a player from a broken table; returns seat and events."""
        seat = self.random.choice([seat for seat in range(1, 11) if seat not in self.seated])
        player = self._new.pop() if self._new else f"p-x{at[11:19].replace(':', '')}"
        self.seated[seat] = Sitter(player, amount, PlayingStyle.of(self.random))
        return seat, [
            SeatEvent(at=at, player=player, kind="from_broken", seat=seat),
            Chips(at=at, seat=seat, player=player, kind="move", amount=amount),
        ]

    def _sits_down(self, seat: int, at: int) -> Chips:
        returned = False
        soon = [each for each in self._left if at - each.at < _RETURN_WITHIN and each.amount]
        if soon and self.random.random() < _RETURNS:
            back = soon[0]
            self._left.remove(back)
            player, amount, style = back.player, back.amount, back.style
            returned = True
        else:
            player = self._new.pop() if self._new else f"p-x{at}"
            amount = self._buy_in()
            style = PlayingStyle.of(self.random)
        self.seated[seat] = Sitter(player, amount, style, returned=returned)
        return Chips(at=self.clock.text(at), seat=seat, player=player, kind="buy_in", amount=amount)

    def _buy_in(self) -> int:
        chips = range(self.terms.least_buy_in, self.terms.most_buy_in + 1, self.unit)
        return self.random.choice((self.random.choice(chips), chips[-1], chips[0]))

    def _top_ups(self, since: int, stakes: GameStakes, price: int) -> list[Between]:
        events: list[Between] = []
        needed = self.needed(stakes) + price
        short = 0
        for seat, sitter in sorted(self.seated.items()):
            low = sitter.stack < needed
            if low and not price and not self.fixed and short == 0 and len(self.seated) > 4:
                short += 1
                low = self.random.random() >= _SITS_OUT
            if not low and not (sitter.stack < _LOW * self.unit and self.random.random() < _ADDS):
                continue
            if sitter.stack < needed and not low:
                continue
            amount = max(self._buy_in() - sitter.stack, self.unit) // self.unit * self.unit
            amount = max(amount, -(-(needed - sitter.stack) // self.unit) * self.unit)
            sitter.stack += amount
            at = self.clock.text(since + _ADDING)
            events.append(Chips(at=at, seat=seat, player=sitter.player, kind="add_on", amount=amount))
        return events

    def needed(self, stakes: GameStakes) -> int:
        """Fewest chips with which a seat is dealt in."""
        posts = stakes.ante + max(stakes.bring_in, 1)
        return max(posts, stakes.least_stack) if self.offer.rules.min_stack else posts

    # ------------------------------------------------------------------ away

    def _steps_away(self, since: int) -> list[Between]:
        events: list[Between] = []
        at = self.clock.text(since + _ADDING)
        here = [each for each in self.seated.values() if not each.away and not each.waits]
        for seat, sitter in sorted(self.seated.items()):
            if sitter.away:
                sitter.away -= 1
                if not sitter.away:
                    sitter.waits = sitter.owes and not self.deals_to_all
                    events.append(SeatEvent(at=at, player=sitter.player, kind="back", seat=seat))
            elif self._may_step_away(sitter, len(here)) and self.random.random() < _STEPS_AWAY:
                events.append(self._goes(seat, sitter, at))
                here.remove(sitter)
        return events

    def _may_step_away(self, sitter: Sitter, here: int) -> bool:
        return not sitter.waits and not self.fixed and here > 4

    def _goes(self, seat: int, sitter: Sitter, at: str) -> SeatEvent:
        sitter.away = self.random.randint(*_AWAY)
        takes_break = sitter.player not in self._took_break and self.random.random() < _BREAKS
        kind: Any = "break" if takes_break else "away"
        if takes_break:
            self._took_break.add(sitter.player)
        return SeatEvent(at=at, player=sitter.player, kind=kind, seat=seat, permission=True)

    @property
    def deals_to_all(self) -> bool:
        table = self.offer.rules.table
        return table is not None and table.deal_every_stack

    # ------------------------------------------------------------------ the next hand

    def next(self, played: OfferedGame, stakes: GameStakes) -> tuple[Positions, list[Seat]]:
        needed = self.needed(stakes)
        if (self._again or self.keeps_button) and self.before is not None:
            self._again = self.keeps_button = False
            return self.before, self._seats(self.before)
        able = {seat: each for seat, each in self.seated.items() if each.stack >= needed}
        regular = {
            seat for seat, each in able.items() if not each.waits and (self.deals_to_all or not each.away)
        }
        waiting = {seat: each.owes for seat, each in able.items() if each.waits and not each.away}
        while len(regular) < 2:
            regular.add(waiting.popitem()[0])
        straddle = self.offer.rules.betting.straddle
        blinds = BlindPositions(
            stakes, self.random, straddle.multiplier if straddle else None, played.limit == "fixed_limit"
        )
        found = blinds.positions(regular, waiting, self.before, self._gone)
        if self.ninth:
            found = self._without_one(found)
        for seat, each in self.seated.items():
            if seat in found.dealt:
                each.waits = each.owes = False
            elif each.away and self._passed(seat, found):
                each.owes = True
        self.before = found
        return found, self._seats(found)

    def _without_one(self, found: Positions) -> Positions:
        """Lets the seat left of the big blind sit out."""
        out = (
            clockwise(set(found.dealt) - {found.big}, found.big)[0]
            if self.sits_out is None
            else self.sits_out
        )
        self.sits_out = None
        dealt = tuple(seat for seat in found.dealt if seat != out)
        posts = [each for each in found.posts if each[0] != out and each[1] != "straddle"]
        return Positions(found.button, dealt, posts, found.small, found.big)

    def came_back(self, since: int) -> list[Between]:
        at = self.clock.text(since + _ADDING)
        seats = {each.player: seat for seat, each in self.seated.items()}
        back, self._back = self._back, []
        return [SeatEvent(at=at, player=player, kind="back", seat=seats[player]) for player in back]

    def _passed(self, seat: int, found: Positions) -> bool:
        return bool(found.big) and (seat - found.small) % 10 < (found.big - found.small) % 10

    def _seats(self, positions: Positions) -> list[Seat]:
        posting = {seat for seat, kind, _ in positions.posts if kind != "ante"}
        seats = []
        for seat, each in sorted(self.seated.items()):
            if seat in posting and each.away:
                each.away = 0
                self._back.append(each.player)
            dealt = seat in positions.dealt
            seats.append(Seat(seat, each.player, each.stack, each.style, dealt, not (dealt and each.away)))
        return seats

    # ------------------------------------------------------------------ after a hand

    def settle(self, nets: dict[int, int], since: int) -> list[Between]:
        """Adds nets; returns tips of winners."""
        events: list[Between] = []
        for seat, net in nets.items():
            sitter = self.seated[seat]
            sitter.stack += net
            if net > 0 and self.random.random() < _TOKES:
                amount = min(self.unit, sitter.stack)
                sitter.stack -= amount
                at = self.clock.text(since + _TIPPING)
                events.append(Toke(at=at, seat=seat, player=sitter.player, amount=amount))
        return events

    @property
    def redeals(self) -> bool:
        return self._again

    def breaks(self, player: str) -> bool:
        """Notes a break; False: there was one before."""
        first = player not in self._took_break
        self._took_break.add(player)
        return first

    def sends_away(self, seat: int, hands: int) -> str | None:
        """Sends a player away for some hands; None: he cannot leave."""
        sitter = self.seated.get(seat)
        here = [each for each in self.seated.values() if not each.away and not each.waits]
        if sitter is None or sitter.away or not self._may_step_away(sitter, len(here)):
            return None
        sitter.away = hands
        return sitter.player

    def raise_most(self) -> int:
        self.terms = replace(self.terms, most_buy_in=self.terms.most_buy_in + 10 * self.unit)
        return self.terms.most_buy_in

    def misdeal(self) -> None:
        self._again = True
