"""Repeated cards of pot hands, with places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rules.cards import JOKER
from rules.checks.cards.pot_cards import BOARD_SEAT, CardPlace, RecordedCards
from rules.hands import Ints
from rules.pot_hands import STREETS
from rules.replay.pots.acts.played_acts import CARD, DISCARD, DRAW, DRAW_GAME, FOLD, MUCK, SHOW, Play
from rules.times import NOT_RECORDED

Holder = tuple[int, int, int]  # hand, seat column or BOARD_SEAT, card


def twice(play: Play, dealt: RecordedCards) -> list[Holder]:
    """Holders of cards that a hand has more than once.

    dealt: pool of the hands. A draw game's stub may be reshuffled from discards.
    """
    key = dealt.hand * JOKER + dealt.code
    repeated = np.bincount(key, minlength=len(play.dealt) * JOKER) > 1
    rows = np.flatnonzero(repeated[key])
    anew = (play.kind == DRAW_GAME)[dealt.hand[rows]]
    plain = {
        (int(dealt.hand[row]), int(dealt.seat[row]), int(dealt.code[row])) for row in rows[~anew].tolist()
    }
    return sorted(plain | set(_held_at_once(play, dealt, rows[anew])))


def _held_at_once(play: Play, dealt: RecordedCards, rows: Ints) -> Iterator[Holder]:
    """Holders of a card dealt while another seat had it."""
    if not len(rows):
        return
    thrown, let_go = _thrown(play), _let_go(play)
    held: dict[tuple[int, int], tuple[int, int]] = {}  # by hand and code: the act and the seat
    for row in rows[np.argsort(dealt.at[rows], kind="stable")].tolist():
        hand, seat, code, act = (
            int(column[row]) for column in (dealt.hand, dealt.seat, dealt.code, dealt.at)
        )
        since, holder = held.get((hand, code), (act, seat))
        gone = [*thrown[hand, code], *let_go[hand, holder]]
        if (hand, code) in held and not any(since < when <= act for when in gone):
            yield hand, holder, code
            yield hand, seat, code
        held[hand, code] = act, seat


def _thrown(play: Play) -> dict[tuple[int, int], list[int]]:
    """Acts that discarded a card, by hand and code."""
    acts, found = play.acts, defaultdict[tuple[int, int], list[int]](list)
    for name, kind in (("discard", DRAW), ("cards", DISCARD)):
        cards = acts.cards[name]
        rows = (acts.kind[cards.act] == kind) & (cards.card < JOKER)
        for act, code in zip(cards.act[rows].tolist(), cards.card[rows].tolist(), strict=True):
            found[int(acts.hand[act]), code].append(act)
    return found


def _let_go(play: Play) -> dict[tuple[int, int], list[int]]:
    """Acts after which a seat may lack its cards, by hand and column: a fold, unrecorded discards, or a missing draw."""
    acts, found = play.acts, defaultdict[tuple[int, int], list[int]](list)
    loose = acts.kind == FOLD
    for name, kind in (("discard", DRAW), ("cards", DISCARD)):
        cards = acts.cards[name]
        hidden = np.zeros(len(acts), np.bool_)
        hidden[cards.act[cards.card >= JOKER]] = True
        loose |= (acts.kind == kind) & (hidden | (cards.counts < 0))
    for row in np.flatnonzero(loose & (play.column >= 0)).tolist():
        found[int(acts.hand[row]), int(play.column[row])].append(row)
    for hand, column, since in _draws_missing(play):
        found[hand, column].append(since)
    return found


def _draws_missing(play: Play) -> Iterator[tuple[int, int, int]]:
    """Seats without a draw when others drew: hand, column, first act."""
    acts = play.acts
    draws: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in np.flatnonzero(acts.kind == DRAW).tolist():
        draws[int(acts.hand[row]), int(acts.street[row])].append(row)
    for (hand, _), rows in draws.items():
        after = rows[-1] + 1
        goes_on = after < len(acts) and int(acts.hand[after]) == hand
        for column in np.flatnonzero(
            play.dealt[hand] & ~np.isin(np.arange(play.dealt.shape[1]), play.column[rows])
        ):
            yield hand, int(column), rows[0] if goes_on else after


def copies(play: Play, dealt: RecordedCards, hand: int, code: int) -> list[str]:
    """Places of a card's copies: "seat 3's shown cards (act 13)"."""
    rows = np.flatnonzero((dealt.hand == hand) & (dealt.code == code))
    return [_where(play, dealt.take(rows[place : place + 1])) for place in range(len(rows))]


_OF_SEATS = {
    SHOW: "shown cards",
    MUCK: "shown cards",
    DISCARD: "discards",
    DRAW: "draw",
    CARD: "card of {street}",
}


def _where(play: Play, one: RecordedCards) -> str:
    hand, seat, place, act = (int(each[0]) for each in (one.hand, one.seat, one.place, one.act))
    whose = "" if seat == BOARD_SEAT else f"seat {int(play.hands.seat[hand, seat])}'s "
    if place == CardPlace.DEAL:
        return f"{whose}cards of the deal"
    if place == CardPlace.END:
        return f"{whose}cards at the end"
    if place == CardPlace.BOARDS:
        return "the board"
    return f"{_of_act(play, act, place, whose)} (act {int(play.acts.place[act])})"


def _of_act(play: Play, act: int, place: int, whose: str) -> str:
    kind, street = int(play.acts.kind[act]), _street(play, act)
    if place == CardPlace.BURN:
        return f"the burn before {street}"
    if place == CardPlace.REFUSED:
        return f"{whose}refused cards"
    if not whose:
        return street
    return whose + _OF_SEATS[kind].format(street=street)


def _street(play: Play, act: int) -> str:
    street = int(play.acts.street[act])
    if street < 0:
        return "the board"
    name = STREETS[street].replace("_", " ")
    run = int(play.acts.run[act])
    of_run = f" of run {run}" if run != NOT_RECORDED else ""
    return (f"{name} street" if STREETS[street] in _BY_NUMBER else f"the {name}") + of_run


_BY_NUMBER = ("second", "third", "fourth", "fifth", "sixth", "seventh")
