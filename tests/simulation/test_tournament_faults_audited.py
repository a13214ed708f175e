"""Simulated tournaments audited with the logs of their tables: honest ones without a finding, faults as their key says."""

from __future__ import annotations

import copy

import pytest

from rules.audit import BytesSource
from rules.audit.event_audit import audit_tournament
from rules.audit.files_of_event import read_beside
from rules.tournaments.tournament_records import Penalty
from simulation.events.faults.event_fault_catalogue import event_fault_names
from tests.simulation.test_tournament_faults import EVENTS, honest, with_fault


def found_in(event):
    """What an audit of an event finds, by name, line and session."""
    beside = [read_beside(BytesSource(log.data()), "tournament") for log in event.logs]
    audit = audit_tournament(BytesSource(event.data()), beside)
    assert audit.failures == []
    breaches = [each for each in audit.findings if each.kind in ("violation", "discrepancy")]
    return [(each.name, each.line, each.session or None) for each in breaches]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("event", EVENTS, ids=lambda each: "-".join(map(str, each)))
def test_an_honest_event_has_no_finding(event):
    assert found_in(honest(*event)) == []


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("fault", event_fault_names())
def test_a_fault_is_found_where_its_key_says_and_nothing_else_is(fault):
    _, after, key = with_fault(fault)
    found = found_in(after)
    for each in key.must:
        named = [(line, session) for name, line, session in found if name == each.name]
        assert named if each.line is None else (each.line, each.session) in named
    assert {name for name, *_ in found} <= {each.name for each in key.must} | set(key.may)


def of_player(event, code):
    """Findings of a code with the player, what was stated and what was expected."""
    beside = [read_beside(BytesSource(log.data()), "tournament") for log in event.logs]
    found = audit_tournament(BytesSource(event.data()), beside).findings
    return [(each.line, each.player, each.stated, each.expected) for each in found if each.code == code]


def test_a_third_warning_heads_up_is_found_and_the_two_that_are_allowed_are_not():
    _, after, key = with_fault("warned-once-too-often")
    assert "heads_up" in after.header.classes
    assert of_player(after, "TRN066") == [(key.line, key.player, "warning", "disqualified")]
    warned = [each for each in after.events if isinstance(each, Penalty) and each.entry == key.entry]
    assert [each.kind for each in warned] == ["warning"] * 3
    after = copy.deepcopy(after)
    after.events[:] = [each for each in after.events if after.line(each) != key.line]
    assert of_player(after, "TRN066") == []
