"""`auditor rulesets` and `auditor explain`: the rules that audits apply."""

import pytest

from rules.checks.catalogue import checks
from rules.controls.library import library
from tests.cli.kit import call as run


def test_the_library_is_listed_with_digests():
    done = run("rulesets")
    assert done.status == 0
    for ruleset, line in zip(library().listed(), done.lines, strict=True):
        assert line.split("  ")[0].strip() == str(ruleset)
        assert ruleset.digest[:12] in line
        assert line.endswith(ruleset.title)


def test_the_library_as_json():
    listed = run("rulesets", "--format", "json").json
    assert [(each["id"], each["revision"], each["digest"]) for each in listed] == [
        (each.id, each.revision, each.digest) for each in library().listed()
    ]


def test_rulesets_of_tournaments_and_jackpots_are_listed_and_shown():
    listed = {each["id"]: each["family"] for each in run("rulesets", "--format", "json").json}
    assert (listed["olympic-ranking"], listed["olympic-jackpots"]) == ("tournament", "ledger")
    assert "olympic-pot-jackpots" not in listed  # a part of others
    rows = [line.split() for line in run("rulesets", "olympic-jackpots").lines]
    assert ["jackpot_pool.royal.below.bp", "2000", "OLY-4.10"] in rows


def test_a_misspelt_ruleset_of_tournaments_is_suggested():
    assert "Did you mean olympic-tournament@1?" in run("rulesets", "olympic-tournment@1").err


def test_a_revision_with_its_parameters_and_their_clauses():
    done = run("rulesets", "wsgc-2-4@1")
    rows = [line.split() for line in done.lines]
    assert ["rows.table.2-1-0", "2", "WSGC-24-two,", "WSGC-24-sweep,", "WSGC-6e"] in rows
    assert ["stakes.unit_cap.max", "1000", "WSGC-3b"] in rows
    assert f"Digest     {library().get('wsgc-2-4@1').digest}" in done.lines
    assert any(line.startswith("WSGC-3b: ") for line in done.lines)


def test_a_revision_as_json():
    found = run("rulesets", "wsgc-full", "--format", "json").json
    assert found["params"]["stakes"]["unit_cap"]["max"] == 1000
    assert "WSGC-3b" in found["clauses"]
    assert found["extends"][0] == "wsgc-2-4@1"


def test_an_unknown_ruleset():
    done = run("rulesets", "wsgc-2-44")
    assert done.status == 2
    assert "Did you mean" in done.err
    assert run("rulesets", "wsgc-2-44", "--format", "json").json["error"] == "no-ruleset"


def test_explain_lists_every_code():
    done = run("explain")
    for entry in checks():
        assert (
            f"| {entry.code} | {entry.name} | {entry.kind} | {entry.severity} | {entry.summary} |"
            in done.lines
        )


def test_explain_a_code_in_any_case_with_what_its_clauses_say():
    done = run("explain", "scr001")
    assert done.lines[0] == "### SCR001 net-differs"
    assert "- `WSGC-6d`: Plus one unit for each row won, minus one for each row lost." in done.lines


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("WSGC-6d", "### WSGC-6d"),
        ("wsgc-6D", "### WSGC-6d"),
        ("AMB-FOUL", "### AMB-FOUL"),
        ("external:LEDGER-balance", "### external:LEDGER-balance"),
        ("wsgc-2-4", "### wsgc-2-4@1  Thirteen Card Poker, 2-4 scoring"),
        ("wsgc-2-4@1", "### wsgc-2-4@1  Thirteen Card Poker, 2-4 scoring"),
    ],
)
def test_explain_clauses_ambiguities_and_rulesets(name, title):
    done = run("explain", name)
    assert (done.status, done.lines[0]) == (0, title)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("scr001", "checks/SCR001"),
        ("wsgc-6D", "clauses/WSGC-6d"),
        ("amb-foul", "ambiguities/AMB-FOUL"),
        ("wsgc-2-4@1", "systems/wsgc-2-4"),
    ],
)
def test_explain_ends_with_the_address_of_the_page_in_the_service(name, address):
    assert run("explain", name).lines[-1] == f"In the service: /reference/{address}"


def test_the_list_of_codes_has_no_address():
    assert "/reference" not in run("explain").out


def test_a_clause_names_the_checks_that_rest_on_it():
    assert "`SCR001` net-differs" in run("explain", "WSGC-6d").out


@pytest.mark.parametrize(
    ("name", "hint"), [("SCR01", "SCR001"), ("wsgc-2-5", "wsgc-2-4"), ("@", "auditor explain")]
)
def test_explain_what_there_is_not(name, hint):
    done = run("explain", name)
    assert (done.status, done.out) == (2, "")
    assert hint in done.err
