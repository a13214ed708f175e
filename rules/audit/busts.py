"""Who went out of a tournament, from the best place to the worst, also over the tables of several logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from rules import times
from rules.checks.base import LogView
from rules.hands import NOT_RECORDED
from rules.replay.event import Exit, finishing_order
from rules.results import Bust


def busts_of(log: LogView) -> tuple[list[Bust], list[str]]:
    """The players whom the hands of a log put out, and the keys by which the ruleset orders them; none without keys."""
    seating = log.people.seating
    orders: list[list[str]] = [[*each.sections.event.bust_order.keys] for each in log.rulesets]
    keys = next((order for order in orders if order), [])
    if seating is None or not keys:
        return [], []
    session, tournament = log.session, log.session.tournament
    found = []
    for hand, column in zip(*np.nonzero(seating.out == 1), strict=True):
        stack = int(seating.stack[hand, column])
        found.append(
            Bust(
                player=seating.players[seating.player[hand, column]],
                tournament=tournament if isinstance(tournament, str) else None,
                room=session.room,
                session=session.session,
                table=session.table,
                hand=int(seating.number[hand]),
                at=log.time(int(seating.at[hand])),
                stack=None if stack == NOT_RECORDED else stack,
                place=0,
                shared=False,
            )
        )
    return ordered(found, keys), keys


def ordered(busts: Iterable[Bust], keys: Sequence[str]) -> list[Bust]:
    """The players of each tournament (a session that names none is one by itself) in order, with their places."""
    by_event: dict[tuple[str, ...], list[Bust]] = {}
    for each in busts:
        event = (each.room, each.tournament) if each.tournament else (each.room, "", each.session)
        by_event.setdefault(event, []).append(each)
    return [bust for event in by_event.values() for bust in _placed(event, keys)]


def _placed(busts: Sequence[Bust], keys: Sequence[str]) -> Iterable[Bust]:
    last: dict[str, Bust] = {}
    for each in busts:  # who came back in and went out again is placed by the last time
        if each.player not in last or each.hand > last[each.player].hand:
            last[each.player] = each
    exits = {_exit(each): each for each in last.values()}
    place = 1
    for group in finishing_order(exits, keys):
        for one in group:
            bust = exits[one]
            yield Bust(
                player=bust.player, tournament=bust.tournament, room=bust.room, session=bust.session,
                table=bust.table, hand=bust.hand, at=bust.at, stack=bust.stack, place=place, shared=len(group) > 1,
            )  # fmt: skip
        place += len(group)


def _exit(bust: Bust) -> Exit:
    found = times.parse_one(bust.at) if bust.at else None
    return Exit(bust.player, bust.table, bust.hand, found[0] if found else None, bust.stack)
