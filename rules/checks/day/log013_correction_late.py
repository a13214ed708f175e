"""A log was corrected late.

Finds: a log that supersedes an earlier one and was received more days after the gaming day than the controls allow.
Where the controls are silent, the correction is reported and not judged.
Why: a late correction is made when its effect is known. The earlier version is kept, and both are shown.
Example: the session of 14 March was corrected on 2 May; the controls allow corrections within 7 days.
Needs: the date of receipt, and `records.correction_days` of the controls to judge it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.day.receipt_delay import days_after
from rules.checks.day.session_summary import SessionSummary
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG013",
    "correction-late",
    "violation",
    "minor",
    ("external:RECORD-prompt",),
    title="A log was corrected late",
    scope="room",
    area="evidence",
)


def run(view: DayView) -> Tested:
    corrected = [at for at in view.opened if view.sittings[at].supersedes]
    undated = [
        at
        for at in corrected
        if days_after(view.room, view.sittings[at], view.sittings[at].received_at) is None
    ]
    return view.tested(
        _findings(view, [at for at in corrected if at not in undated]),
        [(undated, "when the correction was received is not on record")],
        [*view.others, *_without_limit(view, corrected)],
    )


def _without_limit(view: DayView, corrected: list[int]) -> Iterator[int]:
    """Uncorrected sessions under controls without such a limit."""
    yield from (at for at in view.opened if at not in corrected and view.sittings[at].correction is None)


def _findings(view: DayView, corrected: list[int]) -> Iterator[Draft]:
    for at in corrected:
        each = view.sittings[at]
        days = days_after(view.room, each, each.received_at)
        assert days is not None
        limit = each.correction
        if limit is None:
            yield _draft(at, each, days, "the controls name no number of days", False)
        elif days > limit.days:
            yield _draft(at, each, days, f"the controls allow {_days(limit.days)}", True)


def _draft(at: int, each: SessionSummary, days: int, limit_text: str, judged: bool) -> Draft:
    limit = each.correction
    return Draft(
        session=each.session,
        stated=days,
        expected=limit.days if limit else None,
        unit="days",
        kind=None if judged else "undetermined",
        severity=None if judged else "note",
        clause=limit.clause if limit else None,
        fact=f"{each.sha256}|{days}",
        sessions=(at,),
        message=(
            f"Session {each.session}: its log was corrected {_days(days)} after the gaming day ({each.received_at}); "
            f"{limit_text}."
        ),
    )


def _days(days: int) -> str:
    return f"{days:,} day{'' if days == 1 else 's'}"
