"""The declaration of a custodian of records: what the authority states, filled with what each log states of itself."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from reports.drawn_audit import write_audit_pdf
from reports.registered import Registered
from reports.story import audit_digest
from rules.clauses import catalogue
from rules.controls.authority import Declaration, read
from rules.controls.library import library
from rules.results import Audit
from tests.pdf import pages_of
from tests.reports import samples
from tests.reports.kinds import pdf
from tests.reports.reading import Reading
from tests.reports.structure import structure_of

OF_WASHINGTON = library().authorities["wsgc"].declaration
OTHER = Declaration(
    title="Statement of the keeper", statements=["The lists are mine."], oath="So I swear.", cite="convention"
)
HEAD = '[authority]\nid = "x"\ntitle = "X"\ncite = "convention"\n'
FORM = '[declaration]\ntitle = "T"\nstatements = ["A", "B"]\noath = "O"\ncite = "external:RCW-5.50.050"\n'


def page(subject: Audit, declaration: Declaration | None = OF_WASHINGTON, **options: Any) -> str:
    """The text of the report's last page."""
    out = BytesIO()
    write_audit_pdf(subject, samples.nothing, catalogue(), out, declaration=declaration, **options)
    return pages_of(out.getvalue())[-1]


def test_the_page_states_what_the_authority_states_and_what_the_log_states():
    audit = samples.audit()
    text = page(audit)
    assert "Declaration of the custodian of records" in text
    for number, statement in enumerate(OF_WASHINGTON.statements, 1):
        assert f"{number}. {statement}" in text
    assert "under penalty of perjury under the laws of the State of Washington" in text
    for part in (
        "Card room WA-0417",
        audit_digest(audit),
        "2026-03-14-T3 staff-07; the table’s own system; 2026-03-15 00:12:00",
        "240",
        "RCW 5.45.020",
        "RCW 10.96.030",
        "RCW 5.50.050",
    ):
        assert part in text
    assert "9f" * 32 in text.replace(" ", "")
    for blank in ("Name", "Title or position", "Place of signing", "Date of signing", "Signature"):
        assert blank in text


def test_what_a_log_does_not_state_is_not_made_up():
    bare = samples.log(recorded_by=None, recorded_at=None, source=None)
    text = page(samples.audit(log=bare, logs=[bare]))
    assert "2026-03-14-T3 not recorded; not recorded; not recorded" in text


def test_every_log_has_a_row_and_a_correction_says_so():
    logs = [
        samples.log(),
        samples.log(session="2026-03-14-T4", sha256="4e" * 32, events=1_311, supersedes_sha256="00" * 32),
    ]
    text = page(samples.audit(log=None, logs=logs))
    assert "2026-03-14-T4" in text
    assert "corrects an earlier file" in text
    assert "1,311" in text
    assert "4e" * 32 in text.replace(" ", "")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sessions", range(24, 36))
def test_the_oath_and_what_is_signed_stay_on_one_page_however_many_logs_there_are(sessions):
    logs = [samples.log(session=f"S-{number}") for number in range(sessions)]
    text = page(samples.audit(log=None, logs=logs))
    for part in ("penalty of perjury", "Name", "Place of signing", "Signature"):
        assert part in text


def test_the_entry_of_the_register_is_named_where_there_is_one():
    entry = Registered(
        "wa.example/register", "k", 1_204, "2026-03-15T09:30:00Z", "aa", 1_300, "bb", ("r", "p"), None, "c\n"
    )
    assert "Register, entry wa.example/register, 1,204" in page(samples.audit(), registered=entry)
    assert "Register, entry" not in page(samples.audit())


def test_it_claims_nothing_of_what_the_audit_found():
    found = [samples.finding(message="The dealer pushed the wrong stack.")]
    text = page(samples.audit(found))
    assert "not of any audit of them or of what an audit found" in text
    for part in ("wrong stack", "discrepanc", "misallocated", "incident"):
        assert part not in text


def test_no_report_has_one_without_an_authority_that_has_one_or_of_controls_only_tried():
    for text in (
        page(samples.audit(), None),
        page(samples.audit(what_if=True)),
        page(samples.audit(log=None, logs=[])),
    ):
        assert "penalty of perjury" not in text
    assert library().authorities["wsgc"].declaration is not None
    assert read("x", HEAD).declaration is None


def test_the_words_are_those_of_the_authority():
    text = page(samples.audit(), OTHER)
    for part in ("Statement of the keeper", "1. The lists are mine.", "So I swear."):
        assert part in text
    assert "Washington" not in text


@pytest.mark.slow
def test_it_is_the_last_page_alone_after_the_response():
    reading = Reading(pdf("with a declaration"))
    titles = [title.lstrip("0123456789 ") for level, title, _ in reading.outline() if level == 0]
    assert titles[-2:] == ["Response of the licensee", "Declaration of the custodian of records"]
    assert reading.outline()[-1][2] == len(reading.pages)
    assert "Response of the licensee" not in reading.pages[-1]


@pytest.mark.slow
def test_a_screen_reader_has_the_statements_as_a_list_before_the_records():
    root = structure_of(pdf("with a declaration"))
    section = root.every("Sect")[-1]
    assert [each.kind for each in section.nodes][:4] == ["H2", "P", "Table", "L"]
    items = section.every("L")[0].nodes
    assert [each.heard()[:2] for each in items] == ["1.", "2.", "3.", "4.", "5.", "6."]
    assert section.every("Table")[1].every("TH")[0].heard() == "Session"


def test_the_authoritys_file_is_read_and_the_librarys_digest_does_not_rest_on_it():
    with_it, without = read("x", HEAD + FORM), read("x", HEAD)
    assert with_it.declaration == Declaration("T", ["A", "B"], "O", "external:RCW-5.50.050")
    assert with_it.canonical == without.canonical


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"external:RCW-5.50.050"', '"external:NO"', "declaration.cite: the catalogue has no clause 'external:NO'"),
        ('["A", "B"]', "[]", "declaration.statements: there are none; state what is declared, or leave out the table"),
        ('"B"', '" "', "declaration.statements: number 2 is empty; state it, or leave it out"),
        ('oath = "O"', 'oath = ""', "declaration.oath: it is empty; state it, or leave out the table"),
        ('oath = "O"\n', "", "missing required field `oath` - at `$.declaration`"),
        ('title = "T"', 'title = ""', "declaration.title: it is empty; state it, or leave out the table"),
    ],
)  # fmt: skip
def test_a_declaration_that_lacks_something_is_refused(old, new, problem):
    assert old in FORM
    with pytest.raises(ValueError, match=r"^x: ") as refused:
        read("x", HEAD + FORM.replace(old, new))
    assert problem in str(refused.value)
