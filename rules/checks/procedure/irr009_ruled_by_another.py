"""Somebody other than the person whom the controls name ruled on an irregularity.

Finds: an irregularity whose `by` is the dealer where the controls require the supervisor, or the reverse. The finding
is undetermined where the person is on record as neither.
Why: the controls name who decides, so that nobody rules on what happened in their own hands.
Example: the controls leave misdeals to the supervisor S-2; the dealer D-7 declared one.
Needs: `by`, and `staff` of the session or the hand's `dealer_id`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.procedure.covering_procedures import (
    described,
    followed,
    masks,
    rests_on,
    unknown_procedures,
    where,
)
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.controls.procedure_of_irregularity import FiledProcedure, procedures

CHECK = Check(
    "IRR009",
    "ruled-by-another",
    "violation",
    "minor",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    title="A ruling was made by a person not entitled to make it",
    scope="log",
    rule=("irregularities.procedure",),
    area="procedure",
    applies=lambda ruleset: any(each.by for found in procedures(ruleset).values() for each in found),
)


def run(log: LogView) -> Tested:
    named = [(irregularity, procedure) for irregularity, procedure in followed(log) if procedure.by]
    reasons = [
        (irregularity, reason)
        for irregularity, procedure in named
        if (reason := _open(log, irregularity, procedure))
    ]
    return Tested(_findings(log, named), masks(log, [*unknown_procedures(log), *reasons]))


def _staff(log: LogView, irregularity: RecordedIrregularity) -> dict[str, str | None]:
    """Person in each role; a hand's dealer first."""
    staff = log.session.staff
    by_role = {
        role: None if staff is UNSET or (name := getattr(staff, role)) is UNSET else name
        for role in ("dealer", "supervisor")
    }
    return by_role | ({"dealer": irregularity.dealer} if irregularity.dealer else {})


def _open(log: LogView, irregularity: RecordedIrregularity, procedure: FiledProcedure) -> str:
    """Reason why the deciding person is unknown."""
    if irregularity.by is None:
        return "the person who ruled on an irregularity was not recorded"
    staff = _staff(log, irregularity)
    if irregularity.by in [staff[role] for role in procedure.by]:
        return ""
    unknown = [role for role in procedure.by if staff[role] is None]
    return f"the {unknown[0]} was not recorded" if unknown else ""


def _findings(log: LogView, named: list[tuple[RecordedIrregularity, FiledProcedure]]) -> Iterator[Draft]:
    for irregularity, procedure in named:
        staff = _staff(log, irregularity)
        if _open(log, irregularity, procedure) or irregularity.by in [staff[role] for role in procedure.by]:
            continue
        assert irregularity.by is not None
        role = next((role for role, name in staff.items() if name == irregularity.by), None)
        who = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in irregularity.by)
        names = " or ".join(f"the {each} ({staff[each]})" for each in procedure.by)
        on_record = f"the {role}" if role else "on record as neither dealer nor supervisor"
        yield Draft(
            hand=irregularity.place,
            line=irregularity.line,
            seat_number=irregularity.seat,
            player=irregularity.player,
            stated=role or who,
            expected=" or ".join(procedure.by),
            unit="staff",
            kind=None if role else "undetermined",
            severity=None if role else "note",
            clause=procedure.clause,
            fact=f"{irregularity.kind}|{irregularity.when}|{irregularity.by}|{'|'.join(procedure.by)}",
            message=(
                f"{where(log, irregularity)}: {described(irregularity)} was ruled on by {who}, {on_record}; "
                f"{irregularity.ruleset} leaves the decision to {names} {rests_on(procedure)}."
            ),
        )
