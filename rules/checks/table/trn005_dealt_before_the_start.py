"""Cards were dealt before the event began.

Finds: hands dealt before the event's scheduled start, in the time zone that the session was opened with.
Why: the start is published. A hand before it was played without the players who arrived in time.
Example: a hand of 13 July 2013 at 16:40; the event began at 17:00.
Needs: `at` of the hand.
"""

from __future__ import annotations

import datetime as dt

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.log_view import LogView

CHECK = Check(
    "TRN005",
    "dealt-before-the-start",
    "violation",
    "minor",
    ("CARN-event-start",),
    title="A hand was dealt before the event's start",
    quotes=False,
    scope="log",
    rule=("event.start",),
    area="procedure",
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    scheduled = log.ruled(CHECK.applies_to)
    if not scheduled.any():
        return inapplicable(log)
    untimed = scheduled & (log.at == NOT_RECORDED)
    return Tested(_findings(log), [(untimed, "when the hand was dealt was not recorded")])


def _findings(log: LogView) -> list[Draft]:
    found = []
    for index, ruleset in enumerate(log.rulesets):
        start = ruleset.sections.event.start.at
        if start is None:
            continue
        instant = _instant(start, log.zone)
        early = np.flatnonzero((log.under == index) & (log.at != NOT_RECORDED) & (log.at < instant))
        if not len(early):
            continue
        hands = log.number[early].tolist()
        first = int(early[log.at[early].argmin()])
        found.append(
            Draft(
                hands=hands,
                stated=log.time(int(log.at[first])),
                expected=start.isoformat(),
                unit="time",
                clause=ruleset.cite("event.start"),
                message=(
                    f"{len(hands):,} hand{'s' * (len(hands) != 1)} {'were' if len(hands) != 1 else 'was'} dealt before the "
                    f"event's start at {start:%H:%M} on {start.day} {start:%B %Y}, the first at {log.time(int(log.at[first]))}."
                ),
            )
        )
    return found


def _instant(local: dt.datetime, zone: dt.timezone) -> int:
    moment = local.replace(tzinfo=zone) - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    return moment // dt.timedelta(microseconds=1)
