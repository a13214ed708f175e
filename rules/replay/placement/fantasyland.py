"""Fantasyland: seats that set all cards of the next deal at once. A strong front earns it."""

from __future__ import annotations

import numpy as np

from rules.cards import HAND_SIZE, RANKS
from rules.controls.sections.open_face import Fantasyland
from rules.hands import NOT_RECORDED, Ints
from rules.open_face_hands import AS_DEALT, columns_of
from rules.replay.row_replay import ReplayedRows
from rules.replay.row_strengths import HANDS, PAIR, TRIPS

NOT_KNOWN, AWAY = -1, -2
MOST_AT_ONCE = 17


def at_once(replayed: ReplayedRows) -> Ints:
    """(H, S) cards dealt to each seat at once; 0: not in fantasyland; NOT_KNOWN; AWAY. Placements show it where unrecorded."""
    hands = replayed.hands
    face = hands.open_face
    assert face is not None
    recorded = face.fantasyland
    found = np.where(recorded == NOT_RECORDED, NOT_KNOWN, recorded)
    acted = np.zeros(found.shape, np.bool_)
    columns = columns_of(hands, face.acts)
    sits = columns >= 0
    acted[face.acts.hand[sits], columns[sits]] = True
    found = np.where((recorded == NOT_RECORDED) & acted, 0, found)
    found[face.missed | (hands.void == 1)[:, None]] = AWAY
    for act in np.flatnonzero(face.acts.counts[:, AS_DEALT] >= HAND_SIZE).tolist():
        hand, column = int(face.acts.hand[act]), int(columns[act])
        if column >= 0 and found[hand, column] == 0:
            found[hand, column] = min(int(face.acts.counts[act, AS_DEALT]), MOST_AT_ONCE)
    return found


def earned(replayed: ReplayedRows) -> Ints:
    """(H, S) cards for each seat at once in the next deal; 0: none; NOT_KNOWN where its rows are unknown."""
    fantasyland, seats = replayed.scoring.ruleset.sections.fantasyland, replayed.seats
    if fantasyland is None:
        return np.zeros(seats.present.shape, np.int64)
    land = at_once(replayed)
    kinds = seats.kinds
    enters = kinds[..., 0] >= _kind(fantasyland.entry.front, fantasyland.entry.rank)
    stays = np.zeros(seats.present.shape, np.bool_)
    for row, least in enumerate(fantasyland.stay.by_row):
        if least is not None:
            stays |= seats.classes[..., row] >= HANDS.index(least)
    qualifies = np.where(land > 0, stays, enters) & ~seats.fouled & ~seats.missed
    cards = _cards(fantasyland, replayed)
    if fantasyland.stay_cards == "as_before":
        cards = np.where(land > 0, land, cards)
    cards = np.where(qualifies, cards, 0)
    sure = seats.fouled | (seats.ranked & ((land != NOT_KNOWN) | (enters == stays)))
    sure &= ~seats.missed  # what was earned before may remain
    return np.where(seats.present & ~replayed.void[:, None], np.where(sure, cards, NOT_KNOWN), NOT_KNOWN)


def _kind(hand: str, rank: str) -> int:
    return HANDS.index(hand) * len(RANKS) + RANKS.index(rank)


def _cards(fantasyland: Fantasyland, replayed: ReplayedRows) -> Ints:
    cards = np.full(replayed.seats.present.shape, fantasyland.cards, np.int64)
    front, kind = replayed.seats.classes[..., 0], replayed.seats.kinds[..., 0]
    for what, count in fantasyland.more.items():
        if what == "trips":
            cards[front == TRIPS] = count
        else:
            cards[(front == PAIR) & (kind == _kind("pair", what))] = count
    return cards
