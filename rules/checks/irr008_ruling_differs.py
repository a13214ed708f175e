"""An irregularity was ruled otherwise than the controls say.

Finds: an irregularity whose ruling is none of those that the procedure for its kind, moment and number of cards allows;
and one without a ruling in a deal that was settled, where the procedure makes it a misdeal. Left open where a reading that
the controls do not settle would let it stand.
Why: the controls say what must follow so that it is the same for everybody, whoever stands to lose by it.
Example: two cards were exposed at the deal, which the controls make a misdeal, and the floor ruled to play on.
Needs: the ruling; the moment (`when`) and the number of cards where the procedure depends on them. Where the controls
have something else follow once players have acted (`too_late`), placements of fewer players than that.
Clauses: WSGC-irregularities, external:IRREGULARITIES
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.checks.base import Check, Draft, LogView, Tested
from rules.checks.mishaps import Mishap
from rules.checks.procedures import described, due, followed, masks, rests_on, untold, where
from rules.clauses import ambiguities
from rules.controls.procedures import PATH, Procedure, covering, misdeals_until
from rules.controls.ruleset import Ruleset
from rules.replay.readings import other_readings

CHECK = Check(
    "IRR008",
    "ruling-differs",
    "violation",
    "major",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    scope="log",
    holds=("irregularities.procedure",),
    area="procedure",
)
MISDEAL = "misdeal"
NO_MORE = "whether a misdeal could still be declared when it was ruled on was not recorded"


class _Held(NamedTuple):
    """An irregularity held against its procedure: what was done, where it differs; or why that cannot be told."""

    mishap: Mishap
    procedure: Procedure
    stated: str = ""
    open: str = ""


def run(log: LogView) -> Tested:
    held = list(_held(log))
    reasons = [*untold(log), *((each.mishap, each.open) for each in held if each.open)]
    return Tested(
        [_finding(log, each) for each in held if each.stated and not each.open], masks(log, reasons)
    )


def _held(log: LogView) -> Iterator[_Held]:
    together: defaultdict[int, list[Mishap]] = defaultdict(list)
    for each in log.mishaps:
        if each.place is not None:
            together[each.place].append(each)
    for mishap, procedure in followed(log):
        beside = (
            [] if mishap.place is None else [each for each in together[mishap.place] if each is not mishap]
        )
        if mishap.ruling is None:
            yield _unruled(mishap, procedure)
        elif mishap.ruling not in procedure.rulings:
            open_ = _too_late(mishap, procedure) or _explained(mishap, procedure, beside)
            yield _Held(mishap, procedure, open=open_) if open_ else _Held(mishap, procedure, mishap.ruling)


def _unruled(mishap: Mishap, procedure: Procedure) -> _Held:
    """Of an irregularity without a ruling: a misdeal shows in the deal, and nothing else does."""
    if mishap.place is not None and MISDEAL in procedure.rulings:
        if mishap.void:
            return _Held(mishap, procedure)
        if procedure.rulings == (MISDEAL,) and mishap.paid:
            return _Held(mishap, procedure, "settled", open=_too_late(mishap, procedure))
    return _Held(mishap, procedure, open="the ruling on an irregularity was not recorded")


def _too_late(mishap: Mishap, procedure: Procedure) -> str:
    """Why a ruling may be the one that follows once no misdeal can be declared any more.

    The record tells who acted, not whether before the ruling or after it.
    """
    assert mishap.ruleset is not None
    limit = misdeals_until(mishap.ruleset)
    stands = mishap.ruling is None or mishap.ruling in procedure.too_late
    if limit is None or not procedure.too_late or not stands:
        return ""
    return NO_MORE if mishap.acted is None or mishap.acted >= limit else ""


def _explained(mishap: Mishap, procedure: Procedure, beside: Sequence[Mishap]) -> str:
    """Why a ruling that differs may stand: another irregularity of the hand may be what was ruled on."""
    for other in beside:
        alike = other.kind == mishap.kind and (other.seat == mishap.seat or None in (other.seat, mishap.seat))
        if alike and other.ruling in procedure.rulings:
            return "an irregularity was recorded more than once, with several rulings"
        taken_back = mishap.ruling == MISDEAL or (mishap.void and MISDEAL in procedure.rulings)
        if taken_back and other.ruling in (MISDEAL, None) and _may_be_misdeal(other):
            return "another irregularity of the hand may have made it a misdeal"
    return ""


def _may_be_misdeal(mishap: Mishap) -> bool:
    """Whether the controls make an irregularity a misdeal, or do not tell."""
    if mishap.ruleset is None:
        return True
    found = covering(mishap.ruleset, mishap.kind, mishap.when, mishap.cards).procedure
    return found is None or MISDEAL in found.rulings


def _finding(log: LogView, held: _Held) -> Draft:
    mishap, procedure = held.mishap, held.procedure
    was = (
        "was not ruled on, and the deal was settled" if mishap.ruling is None else f"was ruled {held.stated}"
    )
    allowing = _reading_that_allows(mishap)
    left_open = "" if allowing is None else f" It would stand under {allowing[0]}, read as {allowing[1]}."
    return Draft(
        hand=mishap.place,
        line=mishap.line,
        seat_number=mishap.seat,
        player=mishap.player,
        stated=held.stated,
        expected=" or ".join(procedure.rulings),
        unit="ruling",
        kind=None if allowing is None else "undetermined",
        severity=None if allowing is None else "note",
        clause=procedure.clause,
        fact=f"{mishap.kind}|{mishap.when}|{held.stated}|{'|'.join(procedure.rulings)}",
        message=(
            f"{where(log, mishap)}: {described(mishap)} {was}; {mishap.ruleset} has {due(procedure)} for it "
            f"{rests_on(procedure)}.{left_open}"
        ),
    )


def _reading_that_allows(mishap: Mishap) -> tuple[str, str] | None:
    """A point that the controls leave open and the reading of it under which what was done is as it should be."""
    assert mishap.ruleset is not None
    for ambiguity, reading, other in _otherwise(mishap.ruleset):
        found = covering(other, mishap.kind, mishap.when, mishap.cards).procedure
        if found and (
            found.rulings != (MISDEAL,) if mishap.ruling is None else mishap.ruling in found.rulings
        ):
            return ambiguity, reading
    return None


@lru_cache(maxsize=64)
def _otherwise(ruleset: Ruleset) -> tuple[tuple[str, str, Ruleset], ...]:
    """The ruleset under each other reading of what it leaves open of its procedures."""
    return tuple(
        (ambiguity.id, reading, other)
        for ambiguity in ambiguities().values()
        if ambiguity.id not in ruleset.readings
        for reading, other in other_readings(ruleset, ambiguity).items()
        if other.get(PATH) != ruleset.get(PATH)
    )
