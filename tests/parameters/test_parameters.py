"""Each parameter of the library and of made controls is audited, or listed as stated and not audited, and the verdicts are those
of audits.
"""

from functools import cache

import pytest

from auditor.reference.parameters.measured import MEASURED, codes_written, measured, standings, written
from rules.checks.measured_codes import MEASURED_CODES
from rules.controls.library import library
from rules.controls.parameters import general_path
from rules.controls.stated_only import listed, not_audited
from simulation.flips.flipped import Illegal, flipped
from simulation.flips.gate import Gate, flips
from simulation.flips.holders import with_holders
from simulation.flips.leaves import leaves
from tests.parameters.samples import rulesets, sample

AGAIN = "run `make parameters`"
FAST = ("rows", "surrender", "sweep", "fees", "pool")  # sections of which one flip is tried again in each run


@cache
def stated():
    """The general paths of all parameters that are flipped."""
    return {leaf.general for each in rulesets() for leaf in leaves(each)}


@cache
def by_id():
    return {each.id: each for each in flips(rulesets())}


def shown():
    return [each for each in measured() if each.shown is not None]


def test_each_parameter_has_a_verdict():
    assert stated() - {each.path for each in measured()} == set(), AGAIN
    assert {each.path for each in measured()} - stated() == set(), AGAIN


def test_each_word_of_a_choice_was_tried_and_no_other():
    tried = {each.id for each in measured()}
    assert {each.id for each in by_id().values() if each.of_words} - tried == set(), AGAIN
    assert tried - set(by_id()) == set(), AGAIN


def test_no_value_that_may_be_filed_makes_an_audit_fail():
    assert [each.id for each in shown() if each.shown.what == "failure"] == []


def test_the_list_of_what_is_not_audited_is_what_the_gate_measured():
    found = standings(measured())
    alike = {path for path, standing in found.items() if standing == "alike"}
    whole = {each.path for each in listed() if not each.alike}
    assert alike - whole == set(), "list them in rules/controls/stated_only.toml, with a reason"
    assert {path for path in whole if found.get(path) == "enforced"} == set(), (
        "an audit tells their values apart"
    )
    assert whole <= set(found)


def test_words_that_no_audit_tells_apart_are_listed_and_no_others():
    """Of each choice that is audited, the words that no flip that shows has on either side."""
    found = standings(measured())
    told = {(each.path, str(word)) for each in shown() for word in (each.value, each.other)}
    tried = {
        (each.path, str(word))
        for each in measured()
        if each.shown is None
        and each.refused is None
        and by_id()[each.id].of_words
        and found[each.path] == "enforced"
        for word in (each.value, each.other)
    }
    said = {(each.path, word) for each in listed() for word in each.alike}
    assert tried - told == said, "list them in rules/controls/stated_only.toml, with a reason"


def test_each_entry_of_the_list_has_one_reason():
    paths = [each.path for each in listed()]
    assert sorted(set(paths)) == sorted(paths)
    assert all(each.because.endswith(".") for each in listed())


def test_a_ruleset_has_the_parameters_of_the_list_that_it_states():
    found = {each.path for each in not_audited(library().get("olympic-cash").params)}
    assert "pot.pots.run_twice.consent" in found
    assert "pot.betting.calls.uncalled" not in found  # the one value of the documents, which replay takes
    assert found <= {general_path(leaf.path) for leaf in leaves(library().get("olympic-cash"))}


def test_the_file_is_as_the_gate_writes_it():
    assert MEASURED.read_text("utf-8") == written(measured())


def test_the_checks_that_hold_a_parameter_are_those_that_its_flips_change():
    assert MEASURED_CODES.read_text("utf-8") == codes_written(measured()), AGAIN


@pytest.mark.parametrize("section", FAST)
def test_one_flip_of_a_section_shows_as_measured(section):
    mine = [each for each in shown() if each.path.startswith(f"{section}.")]
    verdict = next(each for each in mine if not each.sample.startswith("simulated"))
    _shows(verdict)


@pytest.mark.slow
@pytest.mark.sampled(20)
def test_flips_show_as_measured(part):
    for verdict in part(shown()):
        _shows(verdict)


@pytest.mark.slow
@pytest.mark.sampled(20)
def test_refused_values_are_refused(part):
    for verdict in part([each for each in measured() if each.refused is not None]):
        for place in by_id()[verdict.id].places:
            with pytest.raises(Illegal):
                flipped(place.ruleset, place.leaf.steps, verdict.other)


def _shows(verdict):
    """The samples show the flip again, by the fact and the checks on record."""
    names = {verdict.sample, *(each.sample for each in verdict.also)}
    gate, flip = Gate(library(), [sample(name) for name in names]), by_id()[verdict.id]
    (found,) = with_holders(gate, [flip], [gate.verdict(flip, verdict)], {verdict.id: verdict}, lambda _: ())
    stated = (found.shown, found.leaf, found.every_code)
    assert stated == (verdict.shown, verdict.leaf, verdict.every_code), f"{verdict.id}: {AGAIN}"
