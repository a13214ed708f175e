"""Every clause of the documents is carried by parameters and checks, is shown by a case, or says why it is not."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from auditor.reference.hands import FOLDER
from rules.checks import coverage
from rules.checks.catalogue import checks, every_check
from rules.checks.coverage import CarriedClause, carried, held_by, plain, rulesets_of, stating, unheld
from rules.checks.measured_codes import measured_codes
from rules.clauses import CONVENTION, ambiguities, catalogue, documents
from rules.controls.library import library, load, sample
from rules.controls.parameters import parameters
from rules.controls.stated_only import stated_only
from rules.replay.level_schedule import schedule_of
from tests.folding import of_every

CASES = Path(__file__).parents[1] / "cases"
IDS = (CASES / "clause_ids.txt").read_text("utf-8").split()  # of every clause but the external ones
RULESETS = rulesets_of(library())


@cache
def how_carried():
    """What carries each clause, by its name."""
    return carried(RULESETS)


every_clause = of_every("clause", catalogue().values(), ids=lambda clause: clause.id)


@cache
def case_ids():
    found = set()
    for path in sorted((*CASES.glob("*.ndjson"), *FOLDER.glob("*.ndjson"))):
        found |= {json.loads(line)["id"] for line in path.read_text("utf-8").splitlines()}
    return found


def test_the_catalogue_has_the_clauses_of_the_documents_and_no_others():
    assert len(IDS) == len(set(IDS))
    assert {name for name, document in documents().items() if document != "external"} == set(IDS)


@every_clause
def test_a_clause_is_carried_or_says_why_not(clause):
    found = how_carried()[clause.id]
    assert found.how in ("carried", "named", "unaudited", "shown", "reason")
    if found.how == "carried":
        assert found.tables
        assert found.checks


def test_a_clause_that_no_log_shows_is_held_by_no_check():
    """What a check names is shown by a log, at least in part."""
    named = {name for name, found in how_carried().items() if found.naming}
    assert {name for name in named if catalogue()[name].testable == "no"} == set()


@pytest.mark.parametrize(
    ("document", "hows"),
    [
        ("CARN", {"carried": 93, "shown": 1, "reason": 4}),
        ("OFC1", {"carried": 49, "shown": 1, "reason": 3}),
        ("OLY", {"carried": 208, "named": 4, "shown": 24, "reason": 79}),
    ],
)
def test_what_the_sheets_of_two_events_say_is_carried(document, hows):
    assert (
        Counter(found.how for name, found in how_carried().items() if documents()[name] == document) == hows
    )


def test_what_is_said_of_open_face_play_is_carried_since_it_is_replayed():
    of_play = [name for name in IDS if name.startswith(("OFC-", "PINE-"))]
    reported = {name for name in of_play if how_carried()[name].how != "carried"}
    assert reported == {"OFC-origin", "OFC-separate"}


@every_clause
def test_a_reason_is_given_only_where_no_log_shows_the_whole(clause):
    assert not (clause.because and clause.testable == "yes")
    assert clause.because or clause.testable != "no"


@every_clause
def test_a_case_that_shows_a_clause_is_there(clause):
    assert set(clause.shown_by) <= case_ids()


def test_every_parameter_of_what_is_played_is_held_by_a_check_or_listed_as_not_audited():
    found = unheld(RULESETS)
    assert "classic-surrender@1" in found["surrender.payees"]
    assert set(found) <= {plain(path) for path in stated_only()}


def test_a_parameter_is_held_by_the_checks_that_its_flips_change():
    """Of one legal value no flip can show it: the checks hold it whose rule it is."""
    assert (
        {"SCR001", "SUR002"}
        <= held_by("surrender.amount.units")
        == measured_codes()["surrender.amount.units"]
    )
    assert "STK003" not in held_by("surrender.amount.units")
    assert held_by("surrender.payees") == frozenset()
    assert "surrender.against_surrender" not in measured_codes()
    assert held_by("surrender.against_surrender") == stating("surrender.against_surrender")
    assert "SUR002" in stating("surrender.against_surrender")


def test_the_rule_of_a_check_is_of_parameters_that_there_are():
    """A misspelt path would hold nothing. The schema knows more parameters than the library uses."""
    own = load({"sample.toml": sample()}, onto=library()).rulesets()  # what only a room's own controls say
    there = {plain(each.path) for ruleset in [*RULESETS, *own] for each in parameters(ruleset.params)}
    for entry in every_check():
        for held in map(plain, entry.check.rule):
            assert any(path == held or path.startswith(f"{held}.") for path in there), f"{entry.code}: {held}"


def test_what_a_check_names_is_in_the_catalogue_and_so_is_what_an_ambiguity_rests_on():
    named = {clause for entry in every_check() for clause in entry.clauses}
    named |= {clause for each in ambiguities().values() for clause in each.clauses}
    assert named - {CONVENTION} <= set(catalogue())


# ---------------------------------------------------------------- what carries a clause


def paths_of(name):
    return [table.path for table in how_carried()[name].tables]


def codes_of(name):
    return {entry.code for entry in how_carried()[name].checks}


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("HG-sweep-6", ["rows.table.3-0-0", "sweep.pair"]),  # the outcome that it prices, not the whole table
        ("HG-chips-limit", ["chips"]),
        ("HG-surrender", ["surrender"]),  # and the amount inside of it
        ("PAGAT-inc-quads", ["royalty[back quads]", "royalty[middle quads]"]),
        ("MY-extra-any", ["royalty", "royalties"]),  # every item of the list
        ("MY-special-order", ["naturals"]),
        ("MY-sp-small", ["naturals.list[small]"]),
        ("WSGC-3a", []),
        ("CARN-royalty-top-66", ["royalty[front pair 6]"]),
        ("CARN-bust-order", ["chips", "event.bust_order"]),
        ("OFC1-missed-no-receive", ["penalties.missed_hand"]),
    ],
)
def test_parameters_are_found_by_the_table_that_cites(name, paths):
    assert paths_of(name) == paths


@pytest.mark.slow
def test_the_plainest_rulesets_are_named_first_and_parts_that_are_not_played_last():
    (table,) = how_carried()["GEN-deck"].tables
    assert table.rulesets[0] == "classic-simple"
    assert table.rulesets[-1] == "olympic-deals"  # which cites most
    unplayed = replace(library().get("ofc-cash"), id="ofc-facts", abstract=True)
    (first,) = carried([*RULESETS, unplayed])["GEN-deck"].tables
    assert first.rulesets[-1] == "ofc-facts"


@pytest.mark.slow
def test_checks_carry_what_they_name_and_what_their_parameters_cite():
    assert "STK001" in codes_of("WSGC-3b")  # names it
    assert {"SCR001", "PAY001"} <= codes_of("MY-extra-quads-middle")  # hold `royalty`
    assert codes_of("OFC-players") == {"STK003"}  # holds table.players
    parts = [replace(each, abstract=each.family == "ofc") for each in RULESETS]
    assert carried(parts)["OFC-players"].checks == ()  # no hand is played under a part


@pytest.mark.parametrize(
    ("held", "path", "holds"),
    [
        ("royalty", "royalty[back quads].units", True),
        ("naturals.list", "naturals.list[dragon]", True),
        ("naturals.list[].units", "naturals.list[dragon].units", True),
        ("rows.table", "rows.table.3-0-0", True),
        ("royalty", "royalties.both", False),
        ("sweep.pair", "sweep.table.units", False),
    ],
)
def test_a_table_is_the_rule_of_a_check_with_all_that_is_in_it(held, path, holds, monkeypatch):
    entry = next(each for each in checks() if each.check.rule)
    only = replace(entry, check=replace(entry.check, rule=(held,)))
    monkeypatch.setattr(coverage, "every_module", lambda: (only,))
    monkeypatch.setattr(coverage, "_by_rule", coverage._by_rule.__wrapped__)
    assert bool(stating.__wrapped__(path)) is holds


def test_a_clause_that_nothing_carries_is_reported():
    clause = catalogue()["HG-sweep-6"]
    assert CarriedClause(clause, (), (), ()).how == "nothing"
    assert CarriedClause(clause, how_carried()["HG-sweep-6"].tables, (), ()).how == "stated"
    assert CarriedClause(clause, (), checks()[:1], checks()[:1]).how == "named"


# ---------------------------------------------------------------- what follows from the sheets, and no hand can break


def test_the_chips_that_are_left_pay_every_later_point():
    """CARN-level-divisible."""
    schedule = schedule_of(library().get("carnivale-ofc-2013"))
    for level in range(schedule.last):
        assert not (schedule.values[level:] % schedule.smallest[level]).any()


@pytest.mark.parametrize("ruleset", ["carnivale-ofc-2013", "ofc-event"])
def test_a_royalty_of_the_middle_is_twice_that_of_the_back(ruleset):
    """CARN-royalty-mid-double, OFC1-royalty-mid-double."""
    priced = {(each["row"], each["hand"]): each["units"] for each in library().get(ruleset).get("royalty")}
    middle = {hand: units for (row, hand), units in priced.items() if row == "middle"}
    assert middle == {hand: 2 * units for (row, hand), units in priced.items() if row == "back"}
