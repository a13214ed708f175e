"""Each golden input is judged alike whatever the numbers of its hands: past 127, past 32,767 and past 2^31."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.checks.catalogue import checks, ledger_checks, tournament_checks
from rules.file_kind import file_kind
from rules.results import Audit
from tests.golden.inputs import EVENTS, Input, inputs
from tests.golden.judging import _imported, _registry
from tests.rules.checks.case_audits import UNDER_CONTROLS_OF_A_TEST
from tests.rules.renumbered import BORDERS, Make, alike, renumbered

# Checks without a finding in any golden input: those whose logs need their own controls (tests/rules/checks/case_audits.py),
# those whose tests have a case for each border, and those of files of events without hands. Who adds an input for one takes it
# out.
UNREACHED = {
    *UNDER_CONTROLS_OF_A_TEST,
    "FEE038",
    "TRN066",
    *("JKP010", "LOG020", "TRN045", "TRN047", "TRN065"),
    *("JKP026", "JKP030", "JKP031", "JKP033", "TRN058", "TRN059", "TRN063"),
}
_INPUTS = {each.name: each for each in inputs()}


def audits(given: Input) -> Iterator[tuple[str, Make]]:
    """What makes each audit of an input, with hand numbers that are so much higher, and what it is called."""
    registry = _registry(given)
    how = {
        "ruleset": given.asked.ruleset,
        "library": registry,
        "room": given.room,
        "as_if": given.asked.as_if,
    }
    authority = given.asked.authority

    def log(data: bytes, by: int) -> Audit:
        return audit_log(BytesSource(renumbered(data, by)), authority=authority, **how)

    def event(kind: str, data: bytes, beside: list[bytes], by: int) -> Audit:
        others = [read_beside(BytesSource(renumbered(each, by)), kind) for each in beside]
        source = BytesSource(renumbered(data, by))
        if kind == "tournament":
            return audit_tournament(source, others, authority=authority, **how)
        return audit_ledger(source, others, **how)

    if given.parts:
        for at, data in enumerate(given.parts):
            kind = file_kind([data])
            yield f"part {at}", partial(event, kind, data, []) if kind in EVENTS else partial(log, data)
        return
    if given.event is not None:
        yield given.event, partial(event, given.event, given.files[f"{given.event}.ndjson"], given.logs)
    logs = [each.data for each in _imported(given).logs] if given.original is not None else given.logs
    for at, data in enumerate(logs):
        head = data.partition(b"\n")[0]
        if given.event is None or (file_kind([data]) not in EVENTS and b'"ruleset"' in head):
            yield f"log {at}", partial(log, data)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("by", BORDERS)
@pytest.mark.parametrize("name", _INPUTS)
def test_the_numbers_of_hands_decide_nothing(name: str, by: int) -> None:
    for what, make in audits(_INPUTS[name]):
        alike(make, by, f"{name}, {what}")


@cache
def reached() -> frozenset[str]:
    return frozenset(
        finding.code
        for given in _INPUTS.values()
        for _, make in audits(given)
        for finding in make(0).findings
    )


@pytest.mark.night
def test_every_other_check_finds_something_in_one_of_them() -> None:
    codes = {each.code for each in (*checks(), *tournament_checks(), *ledger_checks())}
    assert codes - reached() == UNREACHED
