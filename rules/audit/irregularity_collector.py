"""Irregularities of a log, of hands and beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import UNSET
from msgspec.structs import replace

from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat, every_seat
from rules.open_face_hands import players_acted
from rules.records.events import Irregularity
from rules.records.table_events import TableEvents

ADDED = ("exposed_card", "boxed_card", "duplicate_card", "joker_dealt")  # of which a deal can have several


def of_hands(hands: Hands, first: int) -> Iterator[RecordedIrregularity]:
    """Irregularities of a block; ``first``: position of its first hand."""
    listed = hands.irregularities
    if not len(listed):
        return
    moved, reported = _moved(hands)
    acted = players_acted(hands)
    here: list[RecordedIrregularity] = []
    for row, hand in enumerate(listed.hand.tolist()):
        if here and here[0].place != first + hand:
            yield from _beside(here)
            here = []
        number = _number(listed["seat"][row])
        column = None if number is None else hands.position(hand, number)
        cards = _number(listed["cards"][row])
        here.append(
            RecordedIrregularity(
                kind=hands.names[listed["kind"][row]],
                line=int(hands.line[hand]),
                place=first + hand,
                when=_name(hands, listed["when"][row]),
                seat=number,
                player=None if column is None else hands.players[hands.player[hand, column]],
                cards=None if cards is None else (cards, cards),
                ruling=_name(hands, listed["ruling"][row]),
                units=_number(listed["units"][row]),
                by=_name(hands, listed["by"][row]),
                dealer=hands.dealt_by(hand),
                void=bool(hands.void[hand] == 1),
                paid=bool(moved[hand]) if reported[hand] else None,
                acted=_number(acted[hand]),
            )
        )
    yield from _beside(here)


def of_events(
    events: TableEvents, in_force: Callable[[str], Ruleset | None]
) -> Iterator[RecordedIrregularity]:
    """Irregularities beside hands, under the controls of their time."""
    for line, event in events.of(Irregularity):
        cards = _or_none(event.cards)
        yield RecordedIrregularity(
            kind=event.kind,
            line=line,
            ruleset=in_force(event.at),
            when=_or_none(event.when),
            seat=_or_none(event.seat),
            cards=None if cards is None else (cards, cards),
            ruling=_or_none(event.ruling),
            units=_or_none(event.units),
            by=_or_none(event.by),
        )


def _moved(hands: Hands) -> tuple[Flags, Flags]:
    moved = any_seat((hands.net != NOT_RECORDED) & (hands.net != 0))
    moved[hands.transfers.hand[hands.transfers["amount"] > 0]] = True
    nets: Ints = np.where(hands.present, hands.net, 0)
    return moved, moved | hands.transfers_recorded | every_seat(nets != NOT_RECORDED)


def _beside(here: list[RecordedIrregularity]) -> Iterator[RecordedIrregularity]:
    """Irregularities of a hand; cards of one kind and moment may count together."""
    for each in here:
        others = [
            other
            for other in here
            if other is not each
            and other.kind == each.kind
            and (other.when == each.when or None in (other.when, each.when))
        ]
        if each.kind not in ADDED or not others or each.cards is None:
            yield each
        elif any(other.cards is None for other in others):
            yield replace(each, cards=None)
        else:
            yield replace(
                each, cards=(each.cards[0], each.cards[0] + sum(o.cards[0] for o in others if o.cards))
            )


def _number(value: int) -> int | None:
    return None if value == NOT_RECORDED else int(value)


def _name(hands: Hands, place: int) -> str | None:
    return None if place == NOT_RECORDED else hands.names[place]


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value
