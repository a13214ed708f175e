"""Order of busts of a tournament over several logs, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from rules import times
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import NOT_KNOWN, LogSeating
from rules.hands import NOT_RECORDED, Flags
from rules.replay.finishing import PlayerExit, finishing_order
from rules.results import Bust


def busts_of(log: LogView) -> tuple[list[Bust], list[str]]:
    """Busts of a log's hands, as replayed or recorded, with the ruleset's keys of their order; empty without keys."""
    seating = log.people.seating
    orders: list[list[str]] = [[*each.sections.event.bust_order.keys] for each in log.rulesets]
    keys = next((order for order in orders if order), [])
    if seating is None or not keys:
        return [], []
    session, tournament = log.session, log.session.tournament
    found = []
    for hand, column in zip(*np.nonzero(_out(seating)), strict=True):
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
                place=None,
                shared=None,
            )
        )
    return ordered(found, keys), keys


def _out(seating: LogSeating) -> Flags:
    found: Flags = (seating.out == 1) | (
        (seating.out == NOT_KNOWN) & (seating.gone == 1) & ~seating.void[:, None]
    )
    return found


def ordered(busts: Iterable[Bust], keys: Sequence[str]) -> list[Bust]:
    """Players of each tournament in order with places; a session without one counts as one."""
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
    best = 1
    for level in finishing_order(exits, keys):
        many = len(level.exits)
        for one in level.exits:
            yield replace(
                exits[one],
                place=best if level.known else None,
                shared=many > 1 if level.known else None,
                best=best,
                worst=best + many - 1,
            )
        best += many


def _exit(bust: Bust) -> PlayerExit:
    found = times.parse_one(bust.at) if bust.at else None
    return PlayerExit(bust.player, bust.table, bust.hand, found[0] if found else None, bust.stack)
