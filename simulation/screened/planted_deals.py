"""Deals that are not left to chance: a deck that keeps its order, aces that are moved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.cards import DECK
from simulation.screened.dealt_settings import CARDS, SEATS, shuffled
from simulation.screened.screened_evening import DealCards
from simulation.thirteen_card_setting import set_hands

_DECKS = 2  # that take turns
_ACE = DECK.index("Ac") >> 2  # rank

Order = NDArray[np.uint8]


def riffled(times: float) -> DealCards:
    """Deals of decks that are gathered, riffled so many times, and dealt card by card."""

    def deals(hands: int, random: np.random.Generator) -> Order:
        found = shuffled(hands, random)
        for hand in range(_DECKS, hands):
            rows, _, _ = set_hands(found[hand - _DECKS], thrifty=np.ones(SEATS, np.bool_))
            deck = rows.ravel()
            for _ in range(int(times)):
                deck = riffle(deck, random)
            found[hand] = deck.reshape(CARDS, SEATS).T
        return found

    return deals


def riffle(deck: Order, random: np.random.Generator) -> Order:
    """One riffle of a deck as Gilbert, Shannon and Reeds have it: cut by coin tosses, each card from a packet by its size."""
    packet = random.random(len(deck)) < 0.5
    found = np.empty_like(deck)
    lower = int(np.count_nonzero(packet))
    found[packet], found[~packet] = deck[:lower], deck[lower:]
    return found


def aces_moved(share: float) -> DealCards:
    """Deals in a share of which the first seat gets an ace of another one for a card of its own."""

    def deals(hands: int, random: np.random.Generator) -> Order:
        found = shuffled(hands, random)
        for hand in np.flatnonzero(random.random(hands) < share).tolist():
            flat = found[hand].reshape(-1)
            aces = CARDS + np.flatnonzero(flat[CARDS:] >> 2 == _ACE)
            own = np.flatnonzero(flat[:CARDS] >> 2 != _ACE)
            if len(aces):
                one, other = int(random.choice(aces)), int(random.choice(own))
                flat[[one, other]] = flat[[other, one]]
        return found

    return deals
