"""Hands of tables without a log: chips and exits, without cards on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, field

from rules.cards import TEXTS

_FACTORS = (2, 3, 4, 6, 10, 16)  # big blinds of a usual pot, from each of two
_THREE, _SPLIT, _SAME = 0.2, 0.05, 0.25  # shares of pots with three players, of split pots, of equal hands
_MANIACS = 0.012  # share of hands in which all goes in however deep the stacks are
_DEEP = 9  # all goes in at once in every hand below so many big blinds


class EventHand(Struct):
    """A hand as played. nets: by seat. takers: seats with the chips of each that is out. cards: best five of each that is out."""

    nets: dict[int, int]
    takers: dict[int, list[int]] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)


def pot_hand(stacks: Mapping[int, int], blind: int, chip: int, random: Random) -> EventHand:
    """A hand in which two or three seats contribute. stacks: by seat, in whole chips of size ``chip``."""
    contest = _contest(stacks, random)
    put_in = {
        seat: min(stacks[seat], _bet({each: stacks[each] for each in contest}, blind, random))
        for seat in contest
    }
    most = sorted(put_in.values())[-2]  # what nobody calls goes back
    put_in = {seat: min(chips, most) for seat, chips in put_in.items()}
    winners = contest[:2] if len(contest) > 2 and random.random() < _SPLIT else contest[:1]
    played = EventHand(_divided(put_in, winners, chip))
    for seat in contest:
        if stacks[seat] + played.nets[seat] == 0:
            played.takers[seat] = [each for each in winners if each != seat]
    played.cards = _hands_of(sorted(played.takers), random)
    return played


def _contest(stacks: Mapping[int, int], random: Random) -> list[int]:
    """Two or three seats; of three, two often have equal stacks."""
    contest = random.sample(sorted(stacks), 3 if len(stacks) > 2 and random.random() < _THREE else 2)
    alike = [seat for seat in sorted(stacks) if seat not in contest and stacks[seat] == stacks[contest[1]]]
    return [*contest[:2], random.choice(alike)] if len(contest) > 2 and alike else contest


def _bet(stacks: Mapping[int, int], blind: int, random: Random) -> int:
    deep = sorted(stacks.values())[-2] // blind
    if random.random() < max(_MANIACS, (_DEEP - deep / 3) / _DEEP):
        return max(stacks.values())
    return blind * random.choice(_FACTORS)


def _divided(put_in: Mapping[int, int], winners: Sequence[int], chip: int) -> dict[int, int]:
    nets = {seat: -chips for seat, chips in put_in.items()}
    below = 0
    for level in sorted(set(put_in.values())):
        inside = [seat for seat, chips in put_in.items() if chips >= level]
        pot = (level - below) * len(inside)
        takers = [seat for seat in winners if seat in inside] or inside[:1]
        part = pot // len(takers) // chip * chip
        for seat in takers:
            nets[seat] += part
        nets[takers[0]] += pot - part * len(takers)
        below = level
    return nets


def _hands_of(seats: Sequence[int], random: Random) -> dict[int, str]:
    deck = list(TEXTS[:52])
    random.shuffle(deck)
    found: dict[int, str] = {}
    before = ""
    for place, seat in enumerate(seats):
        if before and random.random() < _SAME:
            found[seat] = before.translate(str.maketrans("cdhs", "dhsc"))
        else:
            found[seat] = "".join(deck[5 * place : 5 * place + 5])
        before = found[seat]
    return found


def open_face_hand(stacks: Mapping[int, int], value: int, random: Random) -> EventHand:
    """A hand in which pairs settle in turn, with chips not yet in action."""
    cover = dict(stacks)
    nets = dict.fromkeys(stacks, 0)
    seats = sorted(stacks)
    for place, one in enumerate(seats):
        for other in seats[place + 1 :]:
            points = random.choice((1, 1, 3, 6, 6, 8, 10, 12, 16, 22))
            payer, payee = (one, other) if random.random() < 0.5 else (other, one)
            paid = min(points * value, cover[payer], cover[payee])
            cover[payer] -= paid
            cover[payee] -= paid
            nets[payer] -= paid
            nets[payee] += paid
    out = [seat for seat in seats if stacks[seat] + nets[seat] == 0]
    return EventHand(nets, {seat: [each for each in seats if nets[each] > 0] for seat in out})
