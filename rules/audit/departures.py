"""Players who left at a recorded time, and whether they had a decision left. OFC1-stepaway-*."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import UNSET

from rules import times
from rules.audit.source import LogSource
from rules.cards import JOKER
from rules.checks.support.log_view import Departure, LogView
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands
from rules.records.events import Irregularity, OfcHand
from rules.records.flatten import Flattener, SessionFacts
from rules.records.reader import decode_line, numbered_lines
from rules.replay.placement.clock_forcing import no_decisions_left, order_of
from rules.replay.placement.outlook import Rows
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled

LEFT = "left_table"
_Left = tuple[
    int, int, int, bool
]  # position of the hand in the log, number of the seat, instant, surely in that hand


def departures(log: LogView, source: LogSource) -> list[Departure]:
    """Departures during open-face hands under a ruleset about leaving."""
    by_hand: dict[int, list[_Left]] = {}
    for each in dict.fromkeys(_left(log)):
        by_hand.setdefault(each[0], []).append(each)
    if not by_hand:
        return []
    wanted = {int(log.line[place]): place for place in by_hand}
    found: list[Departure] = []
    for line, text in numbered_lines(source.chunks()):
        record = decode_line(text) if line in wanted else None
        if isinstance(record, OfcHand):
            place = wanted[line]
            found += _of_hand(record, log.rulesets[log.under[place]], by_hand[place])
    return found


def _left(log: LogView) -> Iterator[_Left]:
    ruled = log.ruled(lambda ruleset: ruleset.sections.presence is not None)
    hands = np.flatnonzero(ruled & log.of("ofc") & (log.at != NOT_RECORDED))
    if not len(hands):
        return
    hands = hands[np.argsort(log.at[hands], kind="stable")]
    begins = log.at[hands]
    for _, event in log.events.of(Irregularity):
        if event.kind != LEFT or event.seat is UNSET:
            continue
        moment = times.parse_one(event.at)
        assert moment is not None
        at = moment[0]
        place = int(np.searchsorted(begins, at, side="right")) - 1
        if place < 0:
            continue
        hand = int(hands[place])
        ended, level = int(log.ended_at[hand]), place > 0 and begins[place] == at
        before = (
            level and log.ended_at[hands[place - 1]] >= at
        )  # the end of one hand, the beginning of the next
        if ended == NOT_RECORDED or at <= ended:
            yield hand, int(event.seat), at, ended != NOT_RECORDED and not before


def _of_hand(record: OfcHand, ruleset: Ruleset, left: list[_Left]) -> Iterator[Departure]:
    flat = Flattener(OfcHand)
    flat.add([record], [0])
    hands, _ = flat.block(SessionFacts(NOT_RECORDED, NOT_RECORDED))
    seats = replay(hands, compiled(ruleset)).seats
    for place, number, at, surely in left:
        column = hands.position(0, number)
        if column is None or seats.missed[0, column] or not surely:
            yield Departure(place, number, None, at, None, None)
            continue
        stopped = bool(seats.fouled[0, column]) or bool(hands.fouled[0, column] == 1)
        known = stopped or bool(seats.known[0, column])
        player = hands.players[hands.player[0, column]]
        free = None if stopped else _free_to_go(hands, ruleset, number, at)
        yield Departure(place, number, player, at, free, stopped if known else None)


def _free_to_go(hands: Hands, ruleset: Ruleset, number: int, at: int) -> bool | None:
    face = hands.open_face
    assert face is not None
    acts = face.acts
    if not face.acts_recorded[0] or (acts.at == NOT_RECORDED).any() or ruleset.sections.table.deck.jokers:
        return None
    rows: list[list[int]] = [[], [], []]
    seen: set[int] = set()
    for act in np.flatnonzero(acts.at <= at).tolist():
        for row in range(3):
            cards = acts.cards(act, row)
            seen.update(cards)
            if acts.seat[act] == number:
                rows[row] += cards
    if any(code >= JOKER for code in seen):
        return None
    placed: Rows = (tuple(rows[0]), tuple(rows[1]), tuple(rows[2]))
    presence = ruleset.sections.presence
    examples = presence is not None and presence.no_decisions == "examples"
    return no_decisions_left(placed, seen, order_of(ruleset), examples_only=examples)
