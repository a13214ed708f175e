"""Cards of a block of hands: deals, arrangements, and what players and floor do about them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import UNSET, Struct, field
from numpy.typing import NDArray

from rules.cards import DECK, HAND_SIZE, TEXTS
from rules.hands import Ints
from rules.records.events import ChineseHand, ChineseSeat, HandIrregularity
from simulation.seconds_of_session import HandTimes, SessionClock, recording
from simulation.simulated_game import MOST_SEATS, SimulatedGame
from simulation.simulated_table import TableState
from simulation.thirteen_card_setting import (
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    TWO_PAIRS,
    set_hands,
    swap_back_and_middle,
)

_THRIFTY = 0.7  # share of hands set with low cards beside a pair
_FOULS = 0.002  # chance of a player to lay back and middle the wrong way round
_GIVES_UP = 0.25  # chance of a weak hand to be surrendered
_UNSET = 0.5  # share of surrendered hands that were never set
_MISDEALS = 0.004
_IRREGULARITIES = 0.002  # hands in which something went wrong and play went on
_NOBODY_DEALS = 0.04  # hands that nobody is willing to deal, in games with a forced dealer
_NO_ACES = 0.1  # share of players who stay out of the bet on aces

_TEXTS = np.array(TEXTS, "S2")
_ACE_OF_SPADES = DECK.index("As")


class BlockCards(Struct, frozen=True):
    """Texts of cards, by hand and seat."""

    dealt: list[str]
    rows: list[str]
    given_up: NDArray[np.bool_]  # (hands, MOST_SEATS)
    ace: list[int]  # by hand: the place that holds the ace of spades, even where nobody sits there


def deal(game: SimulatedGame, sittings: Sequence[TableState], random: np.random.Generator) -> BlockCards:
    """Cards of some hands; places without a seat have none."""
    hands = len(sittings)
    deck = random.random((hands, 52), np.float32).argsort(axis=1).astype(np.uint8)
    dealt = deck.reshape(hands * MOST_SEATS, HAND_SIZE)
    chances = random.random((3, len(dealt)), np.float32)
    rows, back, middle = set_hands(dealt, thrifty=chances[0] < _THRIFTY)
    fouled = np.flatnonzero(chances[1] < _FOULS)
    rows[fouled] = swap_back_and_middle(rows[fouled])
    weak = ((back <= STRAIGHT) & (middle == HIGH_CARD)) | ((back <= TWO_PAIRS) & (middle <= PAIR))
    weak &= (chances[2] < _GIVES_UP) & game.surrender
    given_up = weak.reshape(hands, MOST_SEATS)
    if game.banker and game.surrender:
        given_up &= np.arange(MOST_SEATS) != _places_of_bankers(sittings)[:, None]
    counts = np.array([len(each.seats) for each in sittings])
    given_up &= given_up.cumsum(axis=1) < counts[:, None]  # at least one player stays to be paid
    ace = (deck == _ACE_OF_SPADES).argmax(axis=1) // HAND_SIZE
    return BlockCards(_texts(dealt), _texts(rows), given_up, ace.tolist())


def _places_of_bankers(sittings: Sequence[TableState]) -> Ints:
    return np.array([each.seats.index(each.banker) for each in sittings if each.banker])


def _texts(codes: NDArray[np.uint8]) -> list[str]:
    joined = _TEXTS[codes].tobytes().decode()
    length = 2 * HAND_SIZE
    return [joined[start : start + length] for start in range(0, len(joined), length)]


class HandScribe(Struct):
    """Records of hands as a table system writes them, without results."""

    game: SimulatedGame
    clock: SessionClock
    random: Random
    full: bool  # with cards as dealt
    supervisor: str
    number: int = 1
    _bets: dict[str, bool] = field(default_factory=dict)  # on aces, by player

    def write(
        self, sittings: Sequence[TableState], moments: HandTimes, cards: BlockCards
    ) -> list[ChineseHand]:
        at, ended_at = self.clock.texts(moments.at), self.clock.texts(moments.ended_at)
        seconds = moments.at.tolist()
        hands: list[ChineseHand] = []
        for i, sitting in enumerate(sittings):
            hand = ChineseHand(
                hand=self.number,
                at=at[i],
                ended_at=ended_at[i],
                dealer=sitting.button,
                dealer_id=sitting.dealer_id,
                deck=sitting.deck,
                shuffler="sh-1",
                video=recording(seconds[i]),
                seats=[],
            )
            self.number += 1
            chance = self.random.random()
            if chance < _MISDEALS:
                self._misdeal(hand, sitting)
            else:
                hand.seats = self._seats(sitting, cards, i)
                if chance < _MISDEALS + _IRREGULARITIES:
                    hand.irregularities = [self._irregularity(sitting)]
            if sitting.banker:
                hand.banker = sitting.banker
            if self.game.forced_dealer and i:
                self._force(hand, hands[-1], cards.ace[i - 1])
            hands.append(hand)
        return hands

    def _seats(self, sitting: TableState, cards: BlockCards, hand: int) -> list[ChineseSeat]:
        seats = []
        for place, (number, player) in enumerate(zip(sitting.seats, sitting.players, strict=True)):
            flat = hand * MOST_SEATS + place
            rows = cards.rows[flat]
            seat = ChineseSeat(seat=number, player=player, front=rows[:6], middle=rows[6:16], back=rows[16:])
            if self.full:
                seat.dealt = cards.dealt[flat]
                if self.game.aces:
                    seat.aces = self._bets_on_aces(player)
            if self.game.surrender:
                seat.surrendered = bool(cards.given_up[hand, place])
                if seat.surrendered and self.full and self.random.random() < _UNSET:
                    seat.front = seat.middle = seat.back = UNSET
            seats.append(seat)
        return seats

    def _bets_on_aces(self, player: str) -> bool:
        """A player takes part in all hands or in none."""
        if player not in self._bets:
            self._bets[player] = self.random.random() >= _NO_ACES
        return self._bets[player]

    def _force(self, hand: ChineseHand, before: ChineseHand, ace: int) -> None:
        """Sometimes makes the player who held the ace of spades deal."""
        if before.void is True or ace >= len(before.seats) or self.random.random() >= _NOBODY_DEALS:
            return
        holder = before.seats[ace]
        if any((each.seat, each.player) == (holder.seat, holder.player) for each in hand.seats):
            hand.dealer, hand.forced_dealer = holder.seat, True

    def _misdeal(self, hand: ChineseHand, sitting: TableState) -> None:
        hand.void = True
        hand.seats = [
            ChineseSeat(seat=number, player=player)
            for number, player in zip(sitting.seats, sitting.players, strict=True)
        ]
        hand.irregularities = [
            HandIrregularity(kind="misdeal", when="deal", ruling="misdeal", by=self.supervisor)
        ]

    def _irregularity(self, sitting: TableState) -> HandIrregularity:
        kind = "exposed_card" if self.random.random() < 0.7 else "boxed_card"
        seat = self.random.choice(sitting.seats)
        return HandIrregularity(kind=kind, when="deal", seat=seat, ruling="play_on", by=self.supervisor)  # type: ignore[arg-type]  # a kind of the format
