"""Checks that a parameter's flips change, beyond the first audit that shows one."""

import re

from rules.controls.library import library
from simulation.flips.facts import codes_that_differ, facts_of
from simulation.flips.flipped import flipped, with_flipped
from simulation.flips.gate import FlipAudit, Gate, flips, verdicts_of
from simulation.flips.holders import with_holders
from simulation.flips.samples import FlipSample
from tests.simulation.test_flips import honest

PATH = "rows.table.2-1-0"


def without_nets():
    """A log from which only transfers say what was paid, so that SCR001 tests nothing."""
    (log,) = honest("wsgc-2-4").files
    return FlipSample(name="without nets", kind="log", files=(re.sub(rb', ?"net": ?-?\d+', b"", log),))


def of_path():
    return [each for each in flips([library().get("wsgc-2-4")]) if each.path == PATH]


def searched(wanted, known=None, samples=None):
    gate = Gate(library(), samples or [without_nets(), honest("wsgc-2-4")])
    verdicts = list(verdicts_of(gate, of_path(), known or {}))
    return list(with_holders(gate, of_path(), verdicts, known or {}, lambda _: wanted))


def test_the_codes_of_a_difference_are_those_of_findings_and_coverage():
    sample = honest("wsgc-2-4")
    priced = flipped(library().get("wsgc-2-4"), ("rows", "table", "2-1-0"), 7)
    before, after = (facts_of(sample.stated(each)) for each in (library(), with_flipped(library(), priced)))
    assert codes_that_differ(before, after) == ("PAY001", "PAY011", "SCR001")
    assert codes_that_differ(before, before) == ()


def test_a_verdict_has_the_checks_of_the_audit_that_shows_it():
    (verdict,) = searched([])
    assert (verdict.sample, verdict.codes, verdict.also) == ("without nets", ("PAY001", "PAY011"), ())


def test_a_check_whose_rule_it_is_is_looked_for_in_samples_that_it_tests():
    (verdict,) = searched(["SCR001"])
    assert verdict.also == (FlipAudit("wsgc-2-4@1", PATH, "honest wsgc-2-4", ("SCR001",)),)
    assert verdict.every_code == {"PAY001", "PAY011", "SCR001"}


def test_a_check_that_no_flip_changes_is_not_found():
    (verdict,) = searched(["DCK001"], samples=[without_nets()])  # tests each hand, whatever a row is worth
    assert (verdict.codes, verdict.also) == (("PAY001", "PAY011"), ())


def test_a_sample_in_which_a_check_tests_nothing_is_not_tried():
    (verdict,) = searched(["BET001"])  # of pot games
    assert verdict.also == ()


def test_audits_on_record_are_looked_at_again_without_being_wanted():
    (first,) = searched(["SCR001"])
    (again,) = searched([], {first.id: first})
    assert again == first
    (gone,) = searched([], {first.id: first}, samples=[without_nets()])
    assert gone.also == ()
