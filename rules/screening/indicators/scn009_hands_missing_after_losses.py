"""Hands are left out after large losses, or at the edges of one supervisor's sessions.

Finds: gaps between recorded hands, by number or by time, follow large losses more often than chance gives; and of a month's
sessions those of one supervisor begin above hand 1 or end early more often. A session ends early where its close counts more
hands, or where the close or the last drop is more than five usual intervals after the last hand.
Why: a hand that is not on record pays no rake and is checked by nobody.
Example: of 191 intervals 52 follow a large loss; 8 hands are missing, all in these, where chance gives 2.2.
Needs: the times of at least 20 hands; for the edges, the supervisor and the whole month.
Innocent: breaks follow losses; a player gets angry and leaves. An alarm therefore needs the same evidence without the gaps that
are longer than three usual intervals and have no missing number.
Next: see the video of the gaps; compare the drop with the number of hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import times
from rules.hands import NOT_RECORDED, Flags
from rules.records.events import Drop, counts_hands
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import CaseRow, Observed, ScreenedSession, Unit, largest_fifth, observed

INDICATOR = Indicator(
    code="SCN009", name="hands-missing-after-losses", engine="marked", units=(("table",), ("supervisor",)),
    games=("chinese", "ofc", "pot"),
    needs=("times",),
)  # fmt: skip
_LEAST_TIMED = 20  # hands
_EARLY = 5  # intervals between hands
_BREAK = 3  # intervals; one hand that is left out makes two


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """The table of the session's table, over the intervals between hands; and the session as a case of its month."""
    yield from _edges(session)
    hands = session.hands
    if np.count_nonzero(hands.at != NOT_RECORDED) < _LEAST_TIMED:
        return
    largest = np.where(hands.netted, -hands.net.astype(np.int64), 0).max(axis=1)
    unit: Unit = (("table", session.header.table),)
    before = np.arange(len(hands) - 1)
    for coding, gaps in enumerate((gaps_of(session), gaps_of(session, breaks=False))):
        yield observed(unit, before, gaps, largest_fifth(largest)[:-1], coding)


def gaps_of(session: ScreenedSession, *, breaks: bool = True) -> Flags:
    """(N - 1,) intervals with a missing number, or at least 1.5 times as long as the upper median; without breaks those at most
    three times as long.
    """
    hands, counted = session.hands, counts_hands(session.header)
    missing = np.diff(hands.number) > 1 if counted else np.zeros(len(hands) - 1, np.bool_)
    took, usual = np.diff(hands.at), _usual(hands)
    longer: Flags = (2 * took >= 3 * usual) & (breaks | (took <= _BREAK * usual))
    return missing | (_timed(hands) & longer)


def _timed(hands: ScreenedHands) -> Flags:
    """(N - 1,) intervals between two times on record."""
    found: Flags = (hands.at[1:] != NOT_RECORDED) & (hands.at[:-1] != NOT_RECORDED)
    return found


def _usual(hands: ScreenedHands) -> int:
    """The upper median of the intervals between hands; 0: there is none."""
    took = np.sort(np.diff(hands.at)[_timed(hands)])
    return int(took[len(took) // 2]) if len(took) else 0


def _edges(session: ScreenedSession) -> Iterator[Observed]:
    """The session as a case, where its numbers count the hands of the table and all hands are of one game."""
    if session.several or not counts_hands(session.header):
        return
    hands = session.hands
    early = bool(hands.number[0] > 1) or _ends_early(session)
    unit: Unit = () if session.supervisor is None else (("supervisor", session.supervisor),)
    yield Observed(CaseRow(unit, early), np.array([0, len(hands) - 1] if early else [], np.int64))


def _ends_early(session: ScreenedSession) -> bool:
    hands, close = session.hands, session.close
    if close is not None and close.hands > len(hands):
        return True
    last = int(hands.at[-1])
    ends = [event.at for _, event in session.events.of(Drop)] + ([] if close is None else [close.at])
    found = [parsed[0] for each in ends if (parsed := times.parse_one(each)) is not None]
    return last != NOT_RECORDED and any(each - last > _EARLY * _usual(hands) for each in found)
