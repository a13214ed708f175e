"""Cards of one hand: dealt by street, thrown away, exchanged, run more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from msgspec import UNSET

from rules.cards import RANKS
from rules.controls.sections.pots import GameStreet
from rules.records.pot_records import Act, Board, Card, Discard, Draw, RunTimes
from simulation.pots.betting import BettingChips
from simulation.pots.coolers import cooler
from simulation.pots.deck import ShuffledDeck, text
from simulation.pots.setup import Setup
from simulation.pots.simulated_pot_strength import kept

_AGREE = 0.5  # chance that all want to run it more than once
_SWAPS = 0.6
_REFUSES = 0.15  # chance of a card offered face up to be refused


class RunPlan:
    def __init__(self, times: int, shared: int = 0) -> None:
        """shared: streets that are dealt once."""
        self.times, self.shared = times, shared


Runs = Callable[[], RunPlan | None]  # how the rest is to be dealt; None: as the players agree
Swaps = Callable[[int, int], int]  # by the seat and the most cards that it may exchange: how many it may


class PotDealing:
    """Deck and cards of the seats; adds acts to the hand."""

    def __init__(
        self, setup: Setup, random: Random, acts: list[Act], chips: BettingChips, runs: Runs, swaps: Swaps
    ) -> None:
        self._setup, self._random, self._acts, self._chips = setup, random, acts, chips
        self._planned, self._swaps = runs, swaps
        self.game = setup.played.game
        self.order = chips.in_turn(chips.seats, setup.button)  # from the left of the button
        rigged = cooler(self.game, self.order, random) if setup.cooler else None
        self._given = rigged.own if rigged else {}
        self.of_cooler = set(self._given)
        given = [card for cards in self._given.values() for card in cards]
        self.deck = ShuffledDeck(self.game, random, given, rigged.board if rigged else ())
        self.own: dict[int, list[int]] = {seat: [] for seat in self.order}
        self.hole: dict[int, list[int]] = {}
        self.down: dict[int, list[int]] = {seat: [] for seat in self.order}
        self.shown: dict[int, list[int]] = {seat: [] for seat in self.order}  # up-cards
        self.first_up: dict[int, list[int]] = {}
        self.boards: list[list[int]] = [[]]
        self.common: list[int] = []
        self.reached = 0
        self.runs = 1
        self._to_come = 0  # cards of the board, which no burn may take

    # ------------------------------------------------------------------ the deal

    def first(self) -> None:
        street = self.game.streets[0]
        for seat in self.order:
            given = self._given.get(seat, [])
            down = given[: street.down] or self.deck.deal(street.down)
            up = given[street.down : street.down + street.up] or self.deck.deal(street.up)
            self.hole[seat], self.first_up[seat] = down, up
            self.down[seat] += down
            self.shown[seat] += up
            self.own[seat] += [*down, *up]

    def open_first(self) -> None:
        """Opens a card of the flop before the first round, without a burn."""
        street = self.game.streets[0]
        if street.board:
            self._board(street, street.board, burn=False)

    def street(self, number: int) -> None:
        street = self.game.streets[number]
        if self.runs > 1:
            return  # all boards were dealt at once
        self._throw_away(street)
        self.reached = number
        if self.game.kind == "flop":
            self._flop_street(number)
            if self.game.swap is not None and self.game.swap.before == street.name:
                self._swap(street, self.game.swap.cards)
        elif self.game.kind == "stud":
            self._stud_street(street, last=number == len(self.game.streets) - 1)
        else:
            self._draws(street)

    def gives_up(self, seat: int) -> None:
        """Takes the cards of a seat that folded back under the deck."""
        self.deck.take_back(self.own[seat])

    # ------------------------------------------------------------------ boards

    def _flop_street(self, number: int) -> None:
        plan = self._plan_of_runs(number)
        self._to_come = _cards(self.game.streets[number:], plan)
        if plan is None:
            self._board(self.game.streets[number], self.game.streets[number].board)
            return
        self._acts.append(RunTimes(times=plan.times, agreed=sorted(self._chips.live)))
        rest = self.game.streets[number:]
        for street in rest[: plan.shared]:
            self._board(street, street.board)
        self.runs = plan.times
        self.boards = [self.boards[0].copy() for _ in range(plan.times)]
        for run in range(1, plan.times + 1):
            for street in rest[plan.shared :]:
                self._board(street, street.board, run=run)
        self.reached = len(self.game.streets) - 1

    def _plan_of_runs(self, number: int) -> RunPlan | None:
        game, chips, rules = self.game, self._chips, self._setup.rules.pots.run_twice
        rest = game.streets[number:]
        simple = game.swap is None and not any(street.discards for street in game.streets)
        if not simple or not chips.betting_over:
            return None
        plan = self._planned()
        if plan is None:
            if not self._setup.run_twice or self._random.random() >= _AGREE:
                return None
            plan = RunPlan(rules.times or self._random.choice((2, 2, 3)))
            least = rules.last_streets.get(self._setup.played.name, 99)
            plan.shared = 1 if len(chips.seats) >= least and number == 1 else 0
        return plan if _cards(rest, plan) <= len(self.deck) and len(rest) > plan.shared else None

    def _board(self, street: GameStreet, count: int, *, run: int = 0, burn: bool = True) -> None:
        burnt = burn and self.deck.burn(self._to_come)
        self._to_come = max(self._to_come - count, 0)
        cards = self.deck.deal_board(count)
        for place, board in enumerate(self.boards, 1):
            if run in (0, place):
                board += cards
        self._acts.append(
            Board(
                street=street.name,
                cards=text(cards),
                run=run or UNSET,
                burn="??" if burnt else "",
            )
        )

    # ------------------------------------------------------------------ stud

    def _stud_street(self, street: GameStreet, *, last: bool) -> None:
        live = [seat for seat in self.order if seat in self._chips.live]
        self.deck.burn(len(live))
        if last and self.game.common_last and len(self.deck) < len(live):
            self.common = self.deck.deal(1)
            self._acts.append(Board(street=street.name, cards=text(self.common)))
            return
        for seat in live:
            at = len(self.own[seat])
            given = self._given.get(seat, [])[at : at + street.down + street.up]
            cards = given or self.deck.deal(street.down + street.up)
            self.own[seat] += cards
            (self.shown if street.up else self.down)[seat] += cards
            up, down = (text(cards), UNSET) if street.up else (UNSET, text(cards))
            self._acts.append(Card(street=street.name, seat=seat, up=up, down=down))

    def brings_in(self) -> int:
        """Seat with the lowest card that shows; where low hands win alone, the highest."""
        low = self._low_shows

        def value(seat: int) -> int:
            card = self.shown[seat][0]
            return -((card + 4) % (4 * len(RANKS))) if low else card

        return min(self.order, key=value)

    @property
    def _low_shows(self) -> bool:
        return self.game.halves[0].order == "ace_to_five"

    def opener(self, live: set[int]) -> int:
        """Seat with the best hand shown, or the lowest; the first of equal ones."""
        sign = -1 if self._low_shows else 1
        scores = {seat: self._score(seat) for seat in self.order if seat in live}
        best = max(scores.values()) if sign > 0 else min(scores.values())
        return next(seat for seat, score in scores.items() if score == best)

    def _score(self, seat: int) -> tuple[int, ...]:
        ranks = Counter(((card >> 2) + self._low_shows) % len(RANKS) for card in self.shown[seat])
        groups = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
        return (*(count for count, _ in groups), *[0] * (4 - len(groups)), *(rank for _, rank in groups))

    def pair_shows(self, live: set[int]) -> bool:
        """Whether a pair on fourth street allows the big bet."""
        game, rules = self.game, self._setup.rules.betting.stud
        high = [half.order for half in game.halves] == ["high"]
        fourth = game.kind == "stud" and high and game.streets[1].name == "fourth"
        if not fourth or self._chips.round != 1 or rules.fourth_street_pair != "small_or_big":
            return False
        return any(len({card >> 2 for card in self.shown[seat]}) < len(self.shown[seat]) for seat in live)

    # ------------------------------------------------------------------ discards and draws

    def _throw_away(self, street: GameStreet) -> None:
        for seat in self.order:
            if street.discards and seat in self._chips.live:
                cards = sorted(self.own[seat], key=lambda card: (card >> 2) + self._random.choice((0, 0, 3)))
                self._lose(seat, cards[: street.discards])
                self._acts.append(Discard(seat=seat, cards=text(cards[: street.discards])))

    def _lose(self, seat: int, cards: list[int]) -> None:
        self.own[seat] = [card for card in self.own[seat] if card not in cards]
        self.down[seat] = [card for card in self.down[seat] if card not in cards]

    def _gain(self, seat: int, cards: list[int]) -> None:
        self.own[seat] += cards
        self.down[seat] += cards

    def _draws(self, street: GameStreet) -> None:
        for seat in [seat for seat in self.order if seat in self._chips.live]:
            keeps = kept(self.game.halves[0], self.own[seat])
            away = [card for card in self.own[seat] if card not in keeps]
            self._random.shuffle(away)
            self._exchange(seat, street, away[: street.draws])

    def _swap(self, street: GameStreet, most: int) -> None:
        """Exchanges from the left of the button; a face-up card may be refused for the next."""
        for seat in [seat for seat in self.order if seat in self._chips.live]:
            count = self._swaps(seat, most)
            if count <= most and self._random.random() >= _SWAPS:
                continue
            away = sorted(self.own[seat], key=lambda card: card >> 2)[:count]
            self._exchange(seat, street, away, offered=True)

    def _exchange(self, seat: int, street: GameStreet, away: list[int], *, offered: bool = False) -> None:
        cards = self.deck.deal(len(away), never=away)
        shown = UNSET if not offered else text(cards[:1])
        if offered and self._random.random() < _REFUSES and len(self.deck) > 1:
            self.deck.take_back(cards[:1])
            cards[:1] = self.deck.deal(1, never=away)
        self._lose(seat, away)
        self._gain(seat, cards)
        self.deck.take_back(away)
        self._acts.append(
            Draw(seat=seat, street=street.name, discard=text(away), cards=text(cards), offered=shown)
        )


def _cards(rest: Sequence[GameStreet], plan: RunPlan | None) -> int:
    boards = [street.board for street in rest]
    return (
        sum(boards) if plan is None else sum(boards[: plan.shared]) + plan.times * sum(boards[plan.shared :])
    )
