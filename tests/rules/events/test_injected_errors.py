"""Errors that are put into honest files of tournaments and ledgers: what finds each, and why a few cannot be seen."""

from __future__ import annotations

import pytest

from tests.rules.events.injected import Injected, audit_of, breaches, honest, with_error
from tests.rules.events.injected_tables import ERRORS, TIMES

FILES = sorted({each.event for each in ERRORS})
FOUND = [each for each in ERRORS if not each.silent]
SILENT = [each for each in ERRORS if each.silent]


def named(error: Injected) -> str:
    return f"{error.event}-{error.name}".replace(" ", "-")


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_the_honest_file_has_no_finding(name):
    assert breaches(audit_of(name, honest(name)[0])) == []


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("error", FOUND, ids=named)
def test_an_error_is_found(error):
    assert error.codes
    assert error.codes <= {each.code for each in breaches(audit_of(error.event, with_error(error)))}


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("error", [each for each in TIMES if not each.silent], ids=named)
def test_a_wrong_time_of_one_line_is_one_incident_or_two_where_levels_follow_from_it(error):
    """The clock and the levels decide when other lines were due."""
    audit = audit_of(error.event, with_error(error))
    levels = {each.line for each in audit.findings if each.code.startswith("LVL")}
    assert len(audit.incidents) <= 1 + len(levels)


@pytest.mark.slow
@pytest.mark.parametrize("error", SILENT, ids=named)
def test_an_error_that_nobody_can_see_has_its_reason(error):
    assert error.codes == set()
    assert error.silent[-1] != "."
    assert breaches(audit_of(error.event, with_error(error))) == []


def test_the_table_has_a_hundred_and_fifty_errors_of_which_few_are_silent():
    assert len({named(each) for each in ERRORS}) == len(ERRORS) >= 150
    assert 13 * len(SILENT) <= len(ERRORS)
