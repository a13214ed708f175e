"""Simulated tournaments audited with the logs of their tables: honest ones without a finding, faults as their key says."""

from __future__ import annotations

import pytest

from rules.audit import BytesSource
from rules.audit.beside import read_beside
from rules.audit.event_audit import audit_tournament
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
