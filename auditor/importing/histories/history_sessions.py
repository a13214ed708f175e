"""Hands of a history by sessions: of a table or pool, without long pauses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from auditor.importing.histories.history_hand import Building

PAUSE = dt.timedelta(hours=6)  # of one table: longer than a dinner, shorter than from one night to the next
_FIRST = dt.datetime.min.replace(tzinfo=dt.UTC)


def by_session(hands: Iterable[Building], otherwise: str) -> Iterator[tuple[str, list[Building]]]:
    """Table and hands of each session, by first line. otherwise: name for hands without a table.

    A tournament's tables are a session each.
    """
    tables: dict[tuple[str, str | None], list[Building]] = {}
    for hand in hands:
        tables.setdefault((hand.table or otherwise, hand.tournament), []).append(hand)
    for (table, tournament), found in tables.items():
        in_order = sorted(_clocked(found), key=_instant)
        for those in [in_order] if tournament else _apart(in_order):
            yield table, those


def _clocked(hands: list[Building]) -> list[Building]:
    """Hands with the repeated autumn hour taken the second time where the file's order shows it."""
    before = _FIRST
    for hand in hands:
        if hand.at is not None:
            if _instant(hand) < before <= _again(hand.at).astimezone(dt.UTC):
                hand.at = _again(hand.at)
            before = max(before, _instant(hand)) if _is_repeated(hand.at) else _instant(hand)
    return hands


def _again(at: dt.datetime) -> dt.datetime:
    return at.replace(fold=1)


def _is_repeated(at: dt.datetime) -> bool:
    return at.replace(fold=0).utcoffset() != _again(at).utcoffset()


def _instant(hand: Building) -> dt.datetime:
    return hand.at.astimezone(dt.UTC) if hand.at else _FIRST


def _apart(hands: list[Building]) -> Iterator[list[Building]]:
    start = 0
    for place in range(1, len(hands)):
        if _instant(hands[place]) - _instant(hands[place - 1]) > PAUSE:
            yield hands[start:place]
            start = place
    yield hands[start:]
