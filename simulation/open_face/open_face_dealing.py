"""Cards of a block of open-face hands, with the final place of each."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, RANKS, TEXTS
from rules.hands import Flags
from simulation.open_face.open_face_setting import UNDEALT, Places, as_played, at_once, kept, spread
from simulation.open_face_parameters import SimulatedFantasyland, SimulatedOpenFace
from simulation.simulated_game import DECK, SimulatedGame
from simulation.thirteen_card_setting import Codes

_TEXTS = np.array(TEXTS, "S2")
_NOTHING = -1  # the value of a front without a pair


class Layout(Struct, frozen=True):
    """Arrangements by position (hand * seats + place): cards as dealt, and their rows."""

    cards: list[list[int]]
    places: list[list[int]]
    texts: list[str]  # front, middle, back, then what was discarded
    fronts: NDArray[np.int64]  # (hands, seats) as ``front_value``


class OpenFaceCards(Struct, frozen=True):
    """Cards for every seat of the table; places without a player have none."""

    street_by_street: Layout
    in_fantasyland: Layout | None = None
    stays: Flags | None = None  # (hands, seats) a hand in fantasyland that leads there again


def deal(game: SimulatedGame, hands: int, random: np.random.Generator) -> OpenFaceCards:
    rules = game.open_face
    assert rules is not None
    seats = game.most
    deck = random.random((hands, DECK), np.float32).argsort(axis=1).astype(np.uint8)
    dealt = deck[:, : seats * rules.cards].reshape(hands * seats, rules.cards)
    ordinary = _layout(dealt, _street_by_street(rules, dealt, random), seats)
    if rules.fantasyland is None:
        return OpenFaceCards(ordinary)
    return _with_fantasyland(rules.fantasyland, dealt, ordinary, seats)


def _street_by_street(rules: SimulatedOpenFace, dealt: Codes, random: np.random.Generator) -> Places:
    if not rules.discarded:
        return as_played(dealt, random)
    stays = kept(dealt, list(rules.streets[1:]))
    return spread(as_played(dealt[stays].reshape(len(dealt), HAND_SIZE), random), stays)


def _with_fantasyland(
    rules: SimulatedFantasyland, dealt: Codes, ordinary: Layout, seats: int
) -> OpenFaceCards:
    stays = np.ones(dealt.shape, np.bool_)
    stays[:, rules.cards :] = False
    if rules.cards > HAND_SIZE:
        first = np.arange(rules.cards)
        stays = stays & _without_the_least(dealt[:, first], rules.cards - HAND_SIZE, dealt.shape[1])
    rows, middle, back = at_once(dealt[stays].reshape(len(dealt), HAND_SIZE))
    places = spread(rows, stays)
    places[:, rules.cards :] = UNDEALT
    land = _layout(dealt, places, seats)
    again = (land.fronts >= rules.stay_front) | (middle >= rules.stay_middle).reshape(-1, seats)
    return OpenFaceCards(ordinary, land, again | (back >= rules.stay_back).reshape(-1, seats))


def _without_the_least(cards: Codes, count: int, width: int) -> NDArray[np.bool_]:
    """(n, width) cards without the least useful ones, removed one by one."""
    stays = np.ones((len(cards), width), np.bool_)
    here = np.arange(len(cards))[:, None]
    places = np.tile(np.arange(cards.shape[1]), (len(cards), 1))
    for _ in range(count):
        keeps = kept(np.take_along_axis(cards, places, axis=1), [(0, places.shape[1])])
        stays[here, places[~keeps].reshape(-1, 1)] = False
        places = places[keeps].reshape(len(cards), -1)
    return stays


def _layout(dealt: Codes, places: Places, seats: int) -> Layout:
    order = np.argsort(places, axis=1, kind="stable")
    codes = np.take_along_axis(dealt, order, axis=1)
    joined, length = _TEXTS[codes].tobytes().decode(), 2 * dealt.shape[1]
    texts = [joined[start : start + length] for start in range(0, len(joined), length)]
    return Layout(dealt.tolist(), places.tolist(), texts, _fronts(codes).reshape(-1, seats))


def _fronts(codes: Codes) -> NDArray[np.int64]:
    one, two, three = (codes[:, :3] >> 2).astype(np.int64).T
    trips = (one == two) & (two == three)
    pair = np.where((one == two) | (one == three), one, np.where(two == three, two, _NOTHING))
    return np.where(trips, one + len(RANKS), pair)
