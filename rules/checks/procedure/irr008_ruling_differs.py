"""A ruling on an irregularity differs from the controls.

Finds: an irregularity whose ruling the procedure for its kind, moment and number of cards does not allow. Also finds an
irregularity without a ruling in a deal that was settled, where the procedure makes it a misdeal. The finding is
undetermined where a reading that the controls leave open would allow the ruling.
Why: the controls state what must follow, so that it is the same for every player, whoever loses by it.
Example: two cards were exposed at the deal, which the controls make a misdeal, and the floor ruled to play on.
Needs: the ruling; the moment (`when`) and the number of cards where the procedure depends on them. Where the controls
require something else once players have acted (`too_late`), placements of fewer players than that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.checks.procedure.covering_procedures import (
    described,
    due,
    followed,
    masks,
    rests_on,
    ruling_words,
    unknown_procedures,
    where,
)
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.clauses import ambiguities
from rules.controls.procedure_of_irregularity import FiledProcedure, covering, misdeals_until
from rules.controls.ruleset import Ruleset
from rules.replay.readings import other_readings

CHECK = Check(
    "IRR008",
    "ruling-differs",
    "violation",
    "major",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    title="A ruling is not allowed by the controls",
    quotes=False,
    scope="log",
    rule=("irregularities.procedure",),
    area="procedure",
    mutations=("ofc",),
)
MISDEAL = "misdeal"
NO_MORE = "whether a misdeal could still be declared when it was ruled on was not recorded"


class _Held(NamedTuple):
    """An irregularity compared: difference, or reason why unknown."""

    irregularity: RecordedIrregularity
    procedure: FiledProcedure
    stated: str = ""
    open: str = ""


def run(log: LogView) -> Tested:
    held = list(_held(log))
    reasons = [*unknown_procedures(log), *((each.irregularity, each.open) for each in held if each.open)]
    return Tested(
        [_finding(log, each) for each in held if each.stated and not each.open], masks(log, reasons)
    )


def _held(log: LogView) -> Iterator[_Held]:
    together: defaultdict[int, list[RecordedIrregularity]] = defaultdict(list)
    for each in log.irregularities:
        if each.place is not None:
            together[each.place].append(each)
    for irregularity, procedure in followed(log):
        beside = (
            []
            if irregularity.place is None
            else [each for each in together[irregularity.place] if each is not irregularity]
        )
        if irregularity.ruling is None:
            yield _unruled(irregularity, procedure)
        elif irregularity.ruling not in procedure.rulings:
            open_ = _too_late(irregularity, procedure) or _explained(irregularity, procedure, beside)
            yield (
                _Held(irregularity, procedure, open=open_)
                if open_
                else _Held(irregularity, procedure, irregularity.ruling)
            )


def _unruled(irregularity: RecordedIrregularity, procedure: FiledProcedure) -> _Held:
    """Outcome without a ruling; only a misdeal shows in the deal."""
    if irregularity.place is not None and MISDEAL in procedure.rulings:
        if irregularity.void:
            return _Held(irregularity, procedure)
        if procedure.rulings == (MISDEAL,) and irregularity.paid:
            return _Held(irregularity, procedure, "settled", open=_too_late(irregularity, procedure))
    return _Held(irregularity, procedure, open="the ruling on an irregularity was not recorded")


def _too_late(irregularity: RecordedIrregularity, procedure: FiledProcedure) -> str:
    """Reason why a misdeal may have come too late; the record does not say who acted before the ruling."""
    assert irregularity.ruleset is not None
    limit = misdeals_until(irregularity.ruleset)
    stands = irregularity.ruling is None or irregularity.ruling in procedure.too_late
    if limit is None or not procedure.too_late or not stands:
        return ""
    return NO_MORE if irregularity.acted is None or irregularity.acted >= limit else ""


def _explained(
    irregularity: RecordedIrregularity, procedure: FiledProcedure, beside: Sequence[RecordedIrregularity]
) -> str:
    """Reason why a ruling may concern another irregularity."""
    for other in beside:
        alike = other.kind == irregularity.kind and (
            other.seat == irregularity.seat or None in (other.seat, irregularity.seat)
        )
        if alike and other.ruling in procedure.rulings:
            return "an irregularity was recorded more than once, with several rulings"
        taken_back = irregularity.ruling == MISDEAL or (irregularity.void and MISDEAL in procedure.rulings)
        if taken_back and other.ruling in (MISDEAL, None) and _may_be_misdeal(other):
            return "another irregularity of the hand may have made it a misdeal"
    return ""


def _may_be_misdeal(irregularity: RecordedIrregularity) -> bool:
    """Whether an irregularity may be a misdeal."""
    if irregularity.ruleset is None:
        return True
    found = covering(irregularity.ruleset, irregularity.kind, irregularity.when, irregularity.cards).procedure
    return found is None or MISDEAL in found.rulings


def _finding(log: LogView, held: _Held) -> Draft:
    irregularity, procedure = held.irregularity, held.procedure
    was = (
        "was not ruled on, and the deal was settled"
        if irregularity.ruling is None
        else f"was ruled {ruling_words(held.stated)}"
    )
    allowing = _reading_that_allows(irregularity)
    left_open = "" if allowing is None else f" The reading {allowing[1]} of {allowing[0]} would allow it."
    return Draft(
        hand=irregularity.place,
        line=irregularity.line,
        seat_number=irregularity.seat,
        player=irregularity.player,
        stated=held.stated,
        expected=" or ".join(procedure.rulings),
        unit="ruling",
        kind=None if allowing is None else "undetermined",
        severity=None if allowing is None else "note",
        clause=procedure.clause,
        fact=f"{irregularity.kind}|{irregularity.when}|{held.stated}|{'|'.join(procedure.rulings)}",
        message=(
            f"{where(log, irregularity)}: {described(irregularity)} {was}; {irregularity.ruleset} requires {due(procedure)} "
            f"{rests_on(procedure)}.{left_open}"
        ),
    )


def _reading_that_allows(irregularity: RecordedIrregularity) -> tuple[str, str] | None:
    """Open point and reading under which the deed is right."""
    assert irregularity.ruleset is not None
    for ambiguity, reading, other in _otherwise(irregularity.ruleset):
        found = covering(other, irregularity.kind, irregularity.when, irregularity.cards).procedure
        if found and (
            found.rulings != (MISDEAL,)
            if irregularity.ruling is None
            else irregularity.ruling in found.rulings
        ):
            return ambiguity, reading
    return None


@lru_cache(maxsize=64)
def _otherwise(ruleset: Ruleset) -> tuple[tuple[str, str, Ruleset], ...]:
    return tuple(
        (ambiguity.id, reading, other)
        for ambiguity in ambiguities().values()
        if ambiguity.id not in ruleset.readings
        for reading, other in other_readings(ruleset, ambiguity).items()
        if other.sections.irregularities.procedure != ruleset.sections.irregularities.procedure
    )
