"""The catalogue of checks tests itself: codes, names, documentation, citations, and two tests for each check."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import rules.checks
from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import (
    LOG,
    by_code,
    checks,
    every_check,
    every_module,
    ledger_checks,
    room_checks,
    tournament_checks,
)
from rules.checks.support.open_points import TOPICS
from rules.clauses import catalogue as clauses
from rules.replay.topics import known_topics as topic_names
from rules.results import KINDS, SEVERITIES
from tests.folding import of_every
from tests.rules.build import log
from tests.rules.case_lines import words_of
from tests.rules.checks.case_files import cases, name_of

FOLDER = Path(rules.checks.__file__).parent
TESTS = Path(__file__).parent / "checks"

# The families of finding codes.
FAMILIES = {
    "LOG": "the log itself", "DCK": "deck and cards", "SET": "how hands were set", "STK": "stakes and table",
    "SCR": "scoring", "PAY": "payments", "SUR": "surrender", "FEE": "fees", "IRR": "irregularities", "CLK": "clock",
    "LVL": "levels", "BET": "betting", "POT": "pots", "JKP": "jackpots", "TRN": "tournaments", "CTL": "the controls themselves",
}  # fmt: skip
SUMMARY = re.compile(r"[A-Z][^\n]*\.")
PARTS = ("Finds", "Why", "Example", "Needs")

LISTINGS = {
    "log": checks(),
    "room": room_checks(),
    "tournament": tournament_checks(),
    "ledger": ledger_checks(),
}

each_check = of_every("entry", every_check(), ids=lambda entry: entry.code)


def module_of(entry):
    return import_module(entry.module)


def test_codes_and_names_are_unique():
    assert len({entry.code for entry in every_check()}) == len(every_check()) == len(by_code())
    for listing in LISTINGS.values():
        assert len({entry.name for entry in listing}) == len(listing)
    assert len({entry.summary for entry in every_check()}) == len(every_check())


def test_two_checks_of_one_code_find_the_same_fact():
    """In a log and in the file of a tournament or a ledger."""
    named = {(entry.code, entry.name) for listing in LISTINGS.values() for entry in listing}
    assert len(named) == len(every_check())


def test_every_module_with_a_code_is_a_check_of_the_listing_of_its_room():
    """A check that no listing has does not run."""
    there = {
        f"rules.checks.{path.parent.name}.{path.stem}"
        for path in FOLDER.rglob("[a-z][a-z][a-z][0-9][0-9][0-9]_*.py")
    }
    listed = [entry.module for listing in LISTINGS.values() for entry in listing]
    assert set(listed) == there
    assert len(listed) == len(there)
    rooms = {"room": {"day"}, "tournament": {"tournament"}, "ledger": {"ledger"}, "log": set(LOG)}
    for name, listing in LISTINGS.items():
        assert {entry.module.split(".")[2] for entry in listing} == rooms[name]


@each_check
def test_a_code_is_of_a_family_and_its_file_is_named_by_code_and_meaning(entry):
    assert re.fullmatch(r"[A-Z]{3}\d{3}", entry.code)
    assert entry.code[:3] in FAMILIES
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.name)
    assert entry.module.rpartition(".")[2] == f"{entry.code.lower()}_{entry.name.replace('-', '_')}"


def test_the_check_of_an_event_with_the_code_of_a_table_has_the_file_in_its_name():
    """Two modules have one name nowhere."""
    first = {entry.code: entry.module for entry in every_check()}
    others = [each for each in every_module() if each.module != first[each.code]]
    assert {entry.code for entry in others} >= {"CTL003", "LOG018", "TRN001"}
    for entry in others:
        name = f"{entry.code.lower()}_{entry.check.scope}_{entry.name.replace('-', '_')}"
        assert entry.module.rpartition(".")[2] == name


@each_check
def test_a_check_says_what_its_findings_are(entry):
    assert entry.kind in KINDS
    assert entry.severity in SEVERITIES
    scope = "log" if entry.check.scope == "hands" else entry.check.scope
    assert entry in LISTINGS[scope]


@each_check
def test_a_docstring_is_in_the_fixed_form(entry):
    """A sentence; then what it finds, why it matters, an example, what it needs recorded."""
    doc = module_of(entry).__doc__
    summary, blank, *rest = doc.strip().splitlines()
    assert SUMMARY.fullmatch(summary), summary
    assert blank == ""
    heads = [match[1] for line in rest if (match := re.match(r"([A-Z][a-z]+): \S", line))]
    assert [head for head in heads if head in PARTS] == list(PARTS)
    for part in (entry.finds, entry.why, entry.example, entry.needs):
        assert len(part) > 5
        assert part.endswith(".")
    assert "\n" not in entry.documentation.split("\n\n")[-1]


@each_check
def test_a_check_names_clauses_and_they_are_in_the_catalogue(entry):
    assert entry.clauses
    for clause in entry.clauses:
        assert clause in clauses(), clause


@each_check
def test_the_page_of_a_check_names_it(entry):
    page = entry.documentation
    for part in (entry.code, entry.name, entry.summary, *entry.clauses):
        assert part in page


def test_a_topic_of_open_points_is_known_and_reported_by_one_check():
    """SCR004 reports the open points of every other topic."""
    reported = [topic for topics in TOPICS.values() for topic in topics]
    assert len(reported) == len(set(reported))
    assert set(reported) <= topic_names()
    assert set(TOPICS) <= set(by_code())


def test_codes_rise_within_a_family_and_no_two_checks_of_a_file_share_one():
    for listing in LISTINGS.values():
        for family in {entry.code[:3] for entry in listing}:
            numbers = [int(entry.code[3:]) for entry in listing if entry.code.startswith(family)]
            assert numbers == sorted(numbers)
        assert len({entry.code for entry in listing}) == len(listing)


@cache
def check_tests():
    """The modules and the trees of the tests of checks: test_abc001_fires_..., test_abc001_quiet_... Others are in case files."""
    return [
        (path.stem, node)
        for path in sorted(TESTS.glob("test_*.py"))
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@cache
def case_names():
    """The file and the name of each case of a case file, which are those of a module and a test."""
    return [
        (f"test_{path.stem}", name_of(code, title))
        for path in sorted(TESTS.glob("*.toml"))
        for code, title, _ in cases(path)
    ]


@pytest.mark.slow
@each_check
def test_for_each_check_there_is_a_case_that_fires_and_one_that_stays_quiet(entry):
    code = entry.code.lower()
    names = [*(test.name for _, test in check_tests()), *(name for _, name in case_names())]
    of_check = [name for name in names if name.startswith(f"test_{code}_")]
    assert any(name.startswith(f"test_{code}_fires_") for name in of_check)
    assert any(name.startswith(f"test_{code}_quiet_") for name in of_check)


def test_every_test_of_a_check_is_of_one_that_there_is_and_lies_with_its_family():
    for module, name in [*((module, test.name) for module, test in check_tests()), *case_names()]:
        code, _, rest = name.removeprefix("test_").partition("_")
        assert code.upper() in by_code(), name
        assert module.split("_")[1] == code[:3], name
        assert rest.startswith(("fires_", "quiet_")), name


def test_the_cases_of_a_check_state_the_kind_the_severity_and_the_clause_of_a_finding():
    stated = {}
    for path in TESTS.glob("*.toml"):
        for code, _, steps in cases(path):
            words = [
                word for step in steps if step.finds for word in words_of(" ".join([*step.finds, step.every]))
            ]
            stated.setdefault(code, set()).update(word.partition("=")[0] for word in words)
    some = {code: names for code, names in stated.items() if names}
    assert [code for code, names in some.items() if not {"kind", "severity", "clause"} <= names] == []


@pytest.mark.slow
def test_what_fires_asserts_a_finding_and_what_is_quiet_asserts_none():
    """A test that is named quiet and looks at nothing would hold nothing. A case file is looked at when it is read."""
    for _, test in check_tests():
        code = test.name.split("_")[1].upper()
        source = ast.unparse(test)
        assert f"'{code}'" in source, test.name
        assert "assert" in source, test.name


def test_an_audit_accounts_for_every_check_in_the_order_of_the_catalogue():
    audit = audit_log(BytesSource(log()))
    assert [row.code for row in audit.coverage] == [entry.code for entry in checks()]
    assert audit.complete
    assert audit.findings == []


def test_a_check_that_breaks_down_makes_the_audit_incomplete_and_never_reads_as_passed(monkeypatch):
    """A check that fails makes the whole audit incomplete, and the audit says so."""
    from tests.rules.build import A, B, audited, coverage, hand, seat

    def broken(view):
        raise ZeroDivisionError("in a check")

    class Broken:
        def __getattr__(self, name):
            return getattr(by_code()["SCR001"], name)

        run = staticmethod(broken)

    replaced = tuple(Broken() if entry.code == "SCR001" else entry for entry in checks())
    monkeypatch.setattr("rules.audit.audit_of_log.checks", lambda: replaced)
    audit = audited(hand(1, seat(1, A, 5), seat(2, B, -5)))
    assert not audit.complete
    assert [failure.code for failure in audit.failures] == ["SCR001"]
    row = coverage(audit, "SCR001")
    assert (row.tested, row.agreeing, row.untestable) == (0, 0, 1)
    assert coverage(audit, "SCR002").tested == 1
