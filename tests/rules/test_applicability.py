"""Where the checks of a log apply, and which of them are not run."""

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.applicability import within_rules, without_rule
from rules.checks.catalogue import by_code
from rules.checks.support.check import MoneyDrafts
from rules.controls.library import library
from simulation import simulate

TABLES = [str(each) for each in library().rulesets() if each.family in ("chinese", "ofc", "pot")]


def runs_of(monkeypatch):
    """The codes of the checks that later audits run, and of those that they do not; what is not run must find nothing."""
    runs, spared = set(), set()

    def spare(view, check, run):
        spared.add(check.code)
        found = run(view).findings
        assert len(found if isinstance(found, MoneyDrafts) else list(found)) == 0, check.code

    def within(view, check, run):
        ran = []
        came = within_rules(view, check, lambda each: (ran.append(each), run(each))[1])
        if ran:
            runs.add(check.code)
        else:
            spare(view, check, run)
        return came

    def without(view, check):
        nowhere = without_rule(view, check)
        if nowhere:
            spare(view, check, by_code()[check.code].run)
        return nowhere

    monkeypatch.setattr("rules.audit.audit_of_log.within_rules", within)
    monkeypatch.setattr("rules.audit.audit_of_log.without_rule", without)
    return runs, spared


@pytest.mark.sampled(12)
@pytest.mark.parametrize("played", TABLES)
def test_a_check_that_is_not_run_would_find_nothing(played, monkeypatch):
    log = simulate(
        library().get(played), hands=60, seed=7, faults=0.3, opened_at="2013-07-13T17:00:00-07:00"
    ).log()
    runs, spared = runs_of(monkeypatch)
    audit = audit_log(BytesSource(log))
    assert (audit.complete, runs & spared) == (True, set())
    assert "CTL002" in runs
    assert all(by_code()[code].check.needs_a_rule for code in spared)
    rows = {row.code: row for row in audit.coverage}
    assert {rows[code].tested for code in spared} <= {0}


@pytest.mark.parametrize(("played", "is_run"), [("wsgc-base", False), ("wsgc-full", True)])
def test_outcomes_without_a_price_are_looked_for_where_a_ruleset_has_some(played, is_run, monkeypatch):
    runs, spared = runs_of(monkeypatch)
    audit_log(BytesSource(simulate(library().get(played), hands=2, seed=1).log()))
    assert ("SCR003" in runs, "SCR003" in spared) == (is_run, not is_run)
