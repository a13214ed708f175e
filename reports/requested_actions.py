"""Actions requested of the licensee."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from reports.dates import Dates, GamingDays
from reports.incident_entries import IncidentEntry
from reports.story import Story
from rules.shown_hands import Exhibit

_ASKED = {
    "evidence": (
        "Produce what the record lacks (from paper, the table’s system or video), or state in writing why it cannot be "
        "produced."
    ),
    "fees": "Account for the amount with the fee records and the count sheets of the day.",
    "procedure": "Produce the entry made at the time and the name of the person who decided, or state that there is none.",
}
_WITHOUT_VIDEO = (
    "Produce what the record lacks (from paper or the table’s system), or state in writing why it cannot be "
    "produced."
)
_ASKED_OF_EVENTS = {
    **_ASKED,
    "evidence": "Produce what the record lacks, or state in writing why it cannot be produced.",
    "money": "Account for the amount with the receipts and the count sheets, and settle what is owed.",
    "fees": "Account for the amount with the fee records and the count sheets.",
}
_BY_ROWS = "which cards were dealt and set"
_OF_POTS = "which cards each seat was dealt, and which it showed"
_EITHER = "which cards each seat had"


class RequestedActions:
    """Requests by area, game and day."""

    def __init__(self, story: Story, dates: Dates) -> None:
        self._story, self._dates = story, dates
        self._days = GamingDays(story.audit)

    def by_area(self, entry: IncidentEntry, shown: Sequence[Exhibit]) -> str | None:
        """Things to send; None: nothing by the area alone."""
        area = entry.incident.area
        if area == "cards":
            return f"{self._video(entry)} state {_cards(shown)}."
        if area == "evidence" and self._story.audit.event is None and self._gone(entry):
            return _WITHOUT_VIDEO
        asked = _ASKED if self._story.audit.event is None else _ASKED_OF_EVENTS
        return asked.get(area)

    def explanation(self, entry: IncidentEntry) -> str:
        """Request to explain, with the video while it is kept."""
        what = "the record" if self._gone(entry) else "the record or the video"
        return f"Explain how this happened, and produce {what} that shows it."

    def whom(self, entry: IncidentEntry) -> str | None:
        """People at the table who can be asked; None: unnamed."""
        if self._story.redacted or self._story.audit.event is not None:
            return None
        log = next((each for each in self._story.logs if each.session == entry.session), None)
        named = [] if log is None else [("dealer", log.dealer), ("supervisor", log.supervisor)]
        there = [f"{name} {person}" for name, person in named if person]
        return f"Ask {' and '.join(there)}." if there else None

    def _video(self, entry: IncidentEntry) -> str:
        """Request on the video, unless its time is over."""
        until = self._until(entry)
        if until is None:
            return "Keep and produce the video of the deal, and"
        if self._gone(entry):
            return f"The video of the deal had to be kept until {until} and is not asked for now: from the record,"
        return f"Keep the video of the deal beyond {until}, produce it, and"

    def _gone(self, entry: IncidentEntry) -> bool:
        """Whether the video's time is over."""
        until, made = self._until(entry), self._dates.made_on()
        return until is not None and made is not None and until < made

    def _until(self, entry: IncidentEntry) -> dt.date | None:
        day = self._days.of(entry.incident.at)
        return None if day is None else self._dates.video_until(day)


def _cards(shown: Sequence[Exhibit]) -> str:
    games = {each.game == "pot" for each in shown}
    if len(games) != 1:
        return _EITHER
    return _OF_POTS if games == {True} else _BY_ROWS
