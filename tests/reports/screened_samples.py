"""Alarms and rooms made up for the tests of the annex "Where to look"."""

from __future__ import annotations

from typing import Any

from reports.screened_room import AlarmClosing, FactWithoutChance, ReportedAlarm, ScreenedRoom
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from rules.screening.indicator_catalogue import indicators, indicators_by_code
from rules.screening.screening_result import LogsOfEvidence, ScreeningResult, ShownHand
from tests.reports import samples

NAMES = {each.code: each.indicator.name for each in indicators()}
HANDS = tuple(
    ShownHand("2026-03-14-T3", hand, hand + 1, f"cam-2#t={hand}", "2026-03-21") for hand in (4, 9, 17)
)
CLOSED = AlarmClosing("2026-04-02T10:00:00.000000Z", "Agent 12", "the videos show\nno fault")
BARS = (
    ShareBar("Hands that P-4471 would have lost", 12, 16, 4.8, "dark"),
    ShareBar("The other hands", 0, 24, 7.2),
)
PICTURE = ScreeningPicture(
    "Void hands, by the result of P-4471", share_bars("of void hands", BARS), "The share is the same."
)


def result(code: str = "SCN006", **changes: Any) -> ScreeningResult:
    """An alarm: a player was losing in all of his 12 void hands."""
    entry = indicators_by_code()[code]
    facts: dict[str, Any] = {
        "indicator": code, "version": 1, "room": samples.ROOM, "unit": {"player": "P-4471"}, "year": 2026, "as_of": 812,
        "place": 3, "limit": 200, "strata": 1, "favourable": 16, "cases": 40, "marked": 12, "both": 12, "expected": "4.8",
        "odds": None, "log10_e": LogsOfEvidence("5.9137", ("2026-03-14", "5.9137"), "5.43747"), "p": "3.25765e-07",
        "alarm": True, "since": "2026-03-14", "listed": True, "hands": HANDS, "innocent": entry.innocent, "next": entry.next,
        "sums": (0,) * 7, "id": "a" * 24, "name": entry.indicator.name, "finds": entry.finds,
    }  # fmt: skip
    return ScreeningResult(**(facts | changes))


def room(*alarms: ReportedAlarm, **changes: Any) -> ScreenedRoom:
    """A room's year of 41 sessions."""
    facts: dict[str, Any] = {
        "room": samples.ROOM, "year": 2026, "entry": 812, "at": "2026-03-15T08:12:00.000000Z", "sessions": 41, "own": 1,
        "audited": 1, "alarms": alarms, "indicators": NAMES, "tested": frozenset(("SCN006", "SCN012")), "untestable": {},
        "failed": {},
    }  # fmt: skip
    return ScreenedRoom(**(facts | changes))


def year() -> ScreenedRoom:
    """A room's year with an open alarm, a closed one, one of other sessions, and what could not be tested."""
    alarms = (
        ReportedAlarm(result(), True, picture=PICTURE),
        ReportedAlarm(result(unit={"player": "P-2"}), True, CLOSED),
        ReportedAlarm(result("SCN012", unit={"dealer": "d-1", "player": "P-9"}, hands=()), False),
    )
    untestable = {"SCN001": {"the deck is not on record": 41}, "SCN013": {"no drop box was counted": 41},
                  "SCN003": {"the cards are not on record": 2}}  # fmt: skip
    fact = FactWithoutChance(
        "SCN014",
        samples.SESSION,
        {"table": "T1"},
        "After 38 of 40 hands every seat gave the same toke, $1.00.",
        (3, 4, 5, 9),
    )
    return room(*alarms, untestable=untestable, failed={"SCN010": {"no such column": 1}}, facts=[fact])
