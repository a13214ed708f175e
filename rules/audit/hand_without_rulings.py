"""Results that a hand of a log would have had without its rulings, as `auditor explain` shows them beside the record."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from msgspec import UNSET, Struct

from rules.audit.in_force import by_revision, chosen
from rules.audit.source import LogSource
from rules.card_room import Room, dated
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import TableFacts
from rules.replay.pots.block_replay import replay as replay_pots
from rules.replay.row_replay import replay
from rules.replay.scoring import SHARES, compiled
from rules.screening.pot_would_have_been import pot_would_have_been, ruled_on
from rules.screening.screened_pots import unit_of
from rules.screening.would_have_been import ruled_or_given_up, would_have_been


class SeatWithoutRulings(Struct, frozen=True):
    """Result of a seat, in units and in money; None: the record does not say. units: a whole number or a fraction, as text."""

    seat: int
    player: str
    recorded: int | None
    units: str | None
    money: int | None


class HandWithoutRulings(Struct, frozen=True):
    """Results of a hand that was void, or in which a seat was ruled out or surrendered. unit: money of one; None: not known."""

    line: int
    unit: int | None
    seats: list[SeatWithoutRulings]


def hand_without_rulings(
    source: LogSource, hand: int, *, library: Library, ruleset: str | None = None, room: Room | None = None
) -> dict[int, HandWithoutRulings]:
    """Results by line of every hand of a log with a number that has a ruling, a surrender or a void deal.

    Raises UnknownRuleset, NoRuleset or NotApproved.
    """
    reader = LogReader()
    found: list[HandWithoutRulings] = []
    for hands in reader.blocks(source.chunks()):
        assert reader.session is not None
        choice = chosen(reader.session, ruleset, library, room)
        of_number = np.flatnonzero(hands.number == hand)
        if not len(of_number):
            continue
        mine = dated(hands.take(of_number), reader.session, room)
        for revision, which in by_revision(mine, choice):
            if revision is not None and revision.family == mine.game:
                facts = TableFacts.of(reader.session.tournament is not UNSET, reader.events)
                found += _of_hands(mine.take(which), revision, facts)
    return {each.line: each for each in found}


def _of_hands(hands: Hands, revision: Ruleset, facts: TableFacts) -> Iterator[HandWithoutRulings]:
    if hands.pot is None:
        replayed = replay(hands, compiled(revision))
        apart, unit, results = ruled_or_given_up(hands), hands.unit, would_have_been(replayed)
        units = [[Fraction(each, SHARES) for each in row] for row in results.units.tolist()]
        known = results.known
    else:
        assert revision.sections.pot is not None
        pots = replay_pots(hands, revision.sections.pot, facts)
        apart, unit, of_pots = ruled_on(hands), unit_of(pots.play), pot_would_have_been(pots)
        worth = np.maximum(unit, 1).tolist()
        units = [
            [Fraction(each, one) for each in row]
            for row, one in zip(of_pots.money.tolist(), worth, strict=True)
        ]
        known = of_pots.known
    for place in np.flatnonzero(apart).tolist():
        worth_of = None if unit[place] == NOT_RECORDED else int(unit[place])
        seats = [
            _seat(hands, place, column, units[place][column] if known[place, column] else None, worth_of)
            for column in np.flatnonzero(hands.dealt_in[place]).tolist()
        ]
        yield HandWithoutRulings(int(hands.line[place]), worth_of, sorted(seats, key=lambda each: each.seat))


def _seat(
    hands: Hands, place: int, column: int, units: Fraction | None, unit: int | None
) -> SeatWithoutRulings:
    net = int(hands.net[place, column])
    money = None if units is None or unit is None else int(units * unit)
    return SeatWithoutRulings(
        seat=int(hands.seat[place, column]),
        player=hands.players[hands.player[place, column]],
        recorded=None if net == NOT_RECORDED else net,
        units=None if units is None or (unit is None and hands.pot is not None) else str(units),
        money=money,
    )
