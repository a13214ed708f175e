"""The hands of a history by sessions: those of a table or a pool that lie no longer than a pause apart, in their order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from auditor.importing.histories.history_hand import Building

PAUSE = dt.timedelta(hours=6)  # of one table: longer than a dinner, shorter than from one night to the next
_FIRST = dt.datetime.min.replace(tzinfo=dt.UTC)


def by_session(hands: Iterable[Building], otherwise: str) -> Iterator[tuple[str, list[Building]]]:
    """The table and the hands of each session, in the order of their first lines. otherwise: of hands that name no table.

    The hands of a tournament are a session for each of its tables.
    """
    tables: dict[tuple[str, str | None], list[Building]] = {}
    for hand in hands:
        tables.setdefault((hand.table or otherwise, hand.tournament), []).append(hand)
    for (table, tournament), found in tables.items():
        in_order = sorted(_clocked(found), key=_instant)
        for those in [in_order] if tournament else _apart(in_order):
            yield table, those


def _clocked(hands: list[Building]) -> list[Building]:
    """The hands, with the hour that a clock repeats in autumn taken the second time where the hands of a file go on in it."""
    before = _FIRST
    for hand in hands:
        if hand.at is not None:
            if _instant(hand) < before <= _again(hand.at).astimezone(dt.UTC):
                hand.at = _again(hand.at)
            before = max(before, _instant(hand)) if _is_repeated(hand.at) else _instant(hand)
    return hands


def _again(at: dt.datetime) -> dt.datetime:
    """The same wall clock, the second time."""
    return at.replace(fold=1)


def _is_repeated(at: dt.datetime) -> bool:
    return at.replace(fold=0).utcoffset() != _again(at).utcoffset()


def _instant(hand: Building) -> dt.datetime:
    return hand.at.astimezone(dt.UTC) if hand.at else _FIRST


def _apart(hands: list[Building]) -> Iterator[list[Building]]:
    """Hands with a pause between them are of two sessions."""
    start = 0
    for place in range(1, len(hands)):
        if _instant(hands[place]) - _instant(hands[place - 1]) > PAUSE:
            yield hands[start:place]
            start = place
    yield hands[start:]
