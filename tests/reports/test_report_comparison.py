"""The report that lays two audits side by side."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.comparison_findings import MOST
from reports.drawn_comparison import write_comparison_pdf
from rules.audit import compare
from rules.clauses import catalogue
from rules.results import Engine, Failure, RoomFacts
from tests.reports import samples
from tests.reports.reading import Reading


def pdf_of(before, after, **options):
    out = BytesIO()
    write_comparison_pdf(compare(before, after), catalogue(), out, **options)
    return out.getvalue()


def report_of(before, after, **options):
    return Reading(pdf_of(before, after, **options))


def finding(hand, fact="", **changes):
    return samples.finding(hand, fingerprint=f"{hand} {fact}", **changes)


def room(begins, licence):
    return RoomFacts(
        id="WA-0417",
        day="2026-03-14",
        zone="America/Los_Angeles",
        day_begins=begins,
        licence_class=licence,
        tables=5,
    )


BEFORE = samples.audit(
    [
        finding(3, money=4_000, severity="critical", message="Hand 3 is gone from here."),
        finding(17),
        finding(18, severity="minor"),
        finding(19, money=100, message="Seat 2 is recorded a dollar too low."),
    ],
    room=room("06:00", "E"),
    money_misallocated=5_000,
)
LATE = samples.log(session="2026-03-15-T3", sha256="77" * 32)
CORRECTED = samples.log(
    sha256="66" * 32,
    supersedes_sha256="9f" * 32,
    supersedes_reason="hand 3 was keyed wrong",
    supersedes_by="D-7",
)
AFTER = samples.audit(
    [
        finding(17),
        finding(18, severity="major"),
        finding(19, "other", money=300, message="Seat 2 is recorded three dollars too low."),
        finding(40, money=250, message="Hand 40 is new here.", session="2026-03-15-T3"),
    ],
    log=None,
    logs=[CORRECTED, LATE],
    hands=424,
    testable=424,
    engine=Engine(version="0.2.0", code="e2" * 32, judgement=1, library="c0" * 32),
    room=room("04:00", "E"),
    money_misallocated=2_500,
    coverage=[samples.coverage("SCR001", "net-differs", differing=9)],
)


@pytest.fixture(scope="module")
def report():
    return report_of(BEFORE, AFTER, sides=("15 March", "21 November"))


def section(report, title, after):
    """The text of a section."""
    text = " ".join(report.pages[1:])
    return text[text.index(title) : text.index(after)]


def test_the_first_page_counts_the_classes_and_what_either_came_to(report):
    page = report.pages[0]
    assert "COMPARISON OF TWO AUDITS WA-0417 · 2 sessions 15 March – 21 November" in page
    assert "1 finding is gone, 1 is new and 2 have changed; 1 is unchanged." in page
    assert "The audits also differ in: engine version and gaming day of the room. 2 records differ." in page
    assert "4 earlier findings 4 later findings 1 gone 1 new 2 changed 1 unchanged" in page
    assert "15 March 21 November Difference" in page
    assert "Records 1 2 +1 Hands recorded 212 424 +212" in page
    assert "Money misallocated $50.00 $25.00 −$25.00" in page


def test_the_basis_of_both_audits_is_shown_side_by_side(report):
    known = section(report, "1 Basis of the two audits", "2 Records")
    assert "2 entries, in bold, differ." in known
    assert "Engine version 0.1.0 0.2.0" in known
    assert (
        "Gaming day of the room WA-0417: America/Los_Angeles, from 06:00 WA-0417: America/Los_Angeles, from 04:00"
        in (known)
    )
    assert "Licence of the room WA-0417: class E, 5 tables WA-0417: class E, 5 tables" in known
    assert known.replace(" ", "").count("5e" * 32) == 2
    assert "Checks that failed to run – –" in known


def test_records_of_one_audit_alone(report):
    records = section(report, "2 Records", "3 Findings by check")
    assert "WA-0417 · 2026-03-14-T3 corrected: hand 3 was keyed wrong 212" in records
    assert "WA-0417 · 2026-03-15-T3 new 212 –" in records
    joined = records.replace(" ", "")
    assert all(digest in joined for digest in ("66" * 32, "77" * 32, "9f" * 32))


def test_findings_by_rule(report):
    assert "SCR001 Net differs 4 4 1 1 2" in section(
        report, "3 Findings by check", "4 Findings that are gone"
    )


def test_findings_across_sessions_have_their_rule_by_name():
    across = finding(None, code="LOG010", name="session-number-repeated")
    report = report_of(samples.audit([across]), samples.audit([]))
    assert "LOG010 Session number repeated 1 0" in report.text


def test_the_lists_have_the_money_and_the_clause(report):
    gone = section(report, "4 Findings that are gone", "5 Findings that are new")
    assert (
        "SCR001 Net differs, critical 2026-03-14-T3, hand 3, seat 2 Hand 3 is gone from here. WSGC-6d $40.00"
        in gone
    )
    new = section(report, "5 Findings that are new", "6 Findings that changed")
    assert "Hand 40 is new here. WSGC-6d $2.50" in new
    assert "2026-03-15-T3, hand 40, seat 2" in new
    assert catalogue()["WSGC-6d"].statement in report.text


def test_a_changed_finding_is_shown_on_both_sides(report):
    changed = section(report, "6 Findings that changed", "7 Coverage that changed")
    assert "SCR001 Net differs: different severity" in changed
    assert "Severity: minor. $2.00 Severity: major. $2.00" in changed
    assert "SCR001 Net differs: different fact" in changed
    assert "$1.00 Seat 2 is recorded three dollars too low. $3.00" in changed.replace("  ", " ")


def test_coverage_that_changed(report):
    assert "SCR001 Net differs 212 212 4 9 0 0" in section(
        report, "7 Coverage that changed", "8 What the clauses say"
    )


def test_the_outline_and_the_contents(report):
    titles = [title for _, title, _ in report.outline()]
    assert titles == [
        "Summary", "1 Basis of the two audits", "2 Records", "3 Findings by check", "4 Findings that are gone",
        "5 Findings that are new", "6 Findings that changed", "7 Coverage that changed", "8 What the clauses say",
        "9 Method",
    ]  # fmt: skip
    assert "Basis of the two audits" in report.links(1)


def test_two_audits_that_differ_in_nothing():
    report = report_of(BEFORE, BEFORE)
    assert "No finding is gone, new or changed; 4 findings are unchanged." in report.pages[0]
    assert "Nothing differs." in report.text
    assert "Both audits are of the same 1 record." in report.text
    assert "The coverage of every check is unchanged." in report.text
    assert report.text.count("None.") == 3
    assert "Earlier Later Difference" in report.pages[0]
    assert "No logs" not in report.text


def test_the_same_comparison_gives_the_same_bytes_and_another_one_others():
    assert pdf_of(BEFORE, AFTER) == pdf_of(BEFORE, AFTER)
    assert pdf_of(BEFORE, AFTER) != pdf_of(AFTER, BEFORE)


@pytest.mark.slow
def test_many_findings_stay_on_few_pages():
    """The gravest are shown, and how many more there are."""
    many = [finding(n, money=n, message=f"Fact of {n:,}.") for n in range(1, 20_001)]
    report = report_of(samples.audit(many[:10_000]), samples.audit(many[10_000:]))
    assert len(report.pages) < 40
    assert report.text.count(f"{10_000 - MOST:,} more findings not listed.") == 2
    assert "Fact of 10,000." in report.text
    assert f"Fact of {10_000 - MOST}." not in report.text


def test_an_incomplete_audit_and_a_what_if_are_warned_of_on_every_page():
    broken = replace(
        BEFORE, complete=False, failures=[Failure(code="SCR001", message="The check SCR001 failed.")]
    )
    used = replace(AFTER.rulesets[0], standing="draft")
    report = report_of(broken, replace(AFTER, what_if=True, rulesets=[used]))
    assert all(
        page.count("INCOMPLETE AUDIT: Earlier · WHAT-IF: Later, draft, not approved") == 2
        for page in report.pages
    )
    assert "INCOMPLETE AUDIT (Earlier). SCR001 failed to run; its findings are not known." in report.pages[0]
    assert "It was not approved: its standing is draft." in report.pages[0]
    assert "Controls applied those in force a what-if" in report.text


def test_chips_are_called_chips():
    chips = samples.log(currency="USD", money="CHIPS")
    one, other = (
        samples.audit([finding(3, money=money, message="Too low.")], log=chips, logs=[chips])
        for money in (4_000, 5_000)
    )
    text = report_of(one, other).text
    assert "Later Chips" in text
    assert "$" not in text
