"""The report of a what-if: what differs between the controls, and nobody who did wrong."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.drawn_audit import write_audit_pdf
from reports.formatting import either
from reports.story import Story
from rules.clauses import catalogue
from rules.controls.library import library, load
from rules.controls.what_if import compared
from rules.results import Restitution, RulesetUsed
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.rulesets import BASE


def used(name, hands=212):
    found = library().get(name)
    return RulesetUsed(
        id=found.id,
        revision=found.revision,
        title=found.title,
        digest=found.digest,
        hands=hands,
        readings=dict(found.readings),
    )


def tried(name, findings=(), played="wsgc-base", **changes):
    """An audit under a ruleset in place of another."""
    log = samples.log(ruleset=played)
    facts = {"log": log, "logs": [log], "rulesets": [used(name)], "what_if": True}
    return samples.audit(list(findings), **(facts | changes))


def report_of(audit):
    out = BytesIO()
    shown = compared(audit, library())
    write_audit_pdf(audit, samples.exhibits_of(audit.findings), catalogue(), out, shown)
    return Reading(out.getvalue())


@pytest.fixture(scope="module")
def report():
    return report_of(
        tried("wsgc-2-4", [samples.finding(17), samples.finding(40)], money_misallocated=124_050)
    )


@pytest.mark.parametrize("standing", ["draft", "submitted", "denied"])
def test_every_page_says_that_what_was_tried_was_not_approved(standing):
    rulesets = [replace(used("wsgc-2-4"), standing=standing)]
    report = report_of(tried("wsgc-2-4", [samples.finding(17)], rulesets=rulesets))
    assert all(page.count(f"WHAT-IF: {standing}, not approved") == 2 for page in report.pages)
    assert f"It was not approved: its standing is {standing}." in report.pages[0]


def test_controls_that_were_approved_are_only_said_to_be_others(report):
    reported = "WHAT-IF: not the ruleset that the room stated"
    approved = report_of(tried("wsgc-2-4", rulesets=[replace(used("wsgc-2-4"), standing="approved")]))
    for each in (report, approved):
        assert all(page.count(reported) == 2 for page in each.pages)
        assert "not approved" not in each.text


def test_what_differs_is_the_first_section_after_the_summary(report):
    outline = {title: page for level, title, page in report.outline() if level == 0}
    assert list(outline)[:3] == ["Summary", "1 Differences between the controls", "2 Incidents"]
    assert outline["1 Differences between the controls"] == 2
    assert report.links(1)["Differences between the controls"] == 2


def test_every_parameter_has_both_values_and_its_clauses(report):
    page = report.pages[1]
    first, second = library().get("wsgc-base"), library().get("wsgc-2-4")
    assert f"As played wsgc-base@1 {first.title} {first.digest}" in page
    assert f"As tried wsgc-2-4@1 {second.title} {second.digest}" in page
    assert "8 parameters differ Parameter As played As tried Clauses" in page
    for row in (
        "per_row table WSGC-6d, WSGC-6e → WSGC-24-two, WSGC-24-sweep, WSGC-6e",
        "– 4 WSGC-24-sweep",
        "– 2 WSGC-24-two",
        "– 1-0-2, 1-1-1",
    ):
        assert row in page
    for path in ("rows. kind", "rows.table. 3-0-0", "rows. silent"):
        assert path.replace(" ", "") in page.replace(" ", "")
    assert "Same value, different clauses Parameters Clauses rows.unit, rows.tie" in page


def test_each_clause_is_stated_once_with_its_source(report):
    clause = catalogue()["WSGC-24-sweep"]
    assert f"WSGC-24-sweep {clause.statement} [{clause.source}]" in report.pages[1]
    assert report.pages[1].count(clause.statement) == 1


def test_a_what_if_requires_no_response_and_no_payment(report):
    assert "Response" not in report.text
    assert "Name and signature" not in report.text
    assert "misallocated" not in report.text
    assert "Is owed" not in report.text
    assert "Repayments" not in report.text
    assert "Restitution" not in report.text
    assert (
        "2 discrepancies in 212 testable hands; $1,240.50 would have gone to different players."
        in report.pages[0]
    )
    assert "$1,240.50 to different players $0.00" in " ".join(report.pages[0].split())
    assert "3 Results by player, as tried" in report.text
    assert (
        "Player Hands Recorded As tried More (+), less (−) P-4472 200 +$41.00 +$61.00 +$20.00" in report.text
    )
    assert "Who would have paid whom more From To Hands Amount P-4471 P-4472 9 $20.00" in report.text
    assert "Nobody owes any of this" in report.text
    assert "under the ruleset that was tried" in report.text


def test_the_findings_are_the_same_as_in_other_reports(report):
    own = Reading(samples.pdf(samples.audit([samples.finding(17)])))
    for words in (
        "Seat 2 is recorded as winning $1.00 in hand 17; by its rows it was due $3.00.",
        "Recorded Due Difference",
    ):
        assert words in own.text
        assert words in report.text
    assert "P-4471 owes P-4472 $2.00" in own.text
    assert "P-4471 would have paid P-4472 $2.00 more" in report.text
    assert "Action None: these controls were only tried." in report.text
    assert "Licensee to state" not in report.text


@pytest.mark.slow
def test_the_numbers_of_sections_are_those_of_the_report():
    many = [samples.finding(hand) for hand in range(1, 20)]
    assert "Section 2 lists 7 more incidents." in report_of(tried("wsgc-2-4", many)).pages[0]
    assert "Section 1 lists 7 more incidents." in Reading(samples.pdf(samples.audit(many))).pages[0]


def test_an_audit_under_the_rooms_own_ruleset_compares_nothing():
    audit = samples.audit([samples.finding()])
    assert compared(audit, library()) == []
    text = Reading(samples.pdf(audit)).text
    assert "Differences between the controls" not in text
    assert "6 Response of the licensee" in text


def test_a_what_if_without_any_difference():
    text = report_of(tried("wsgc-2-4", restitution=[], repayments=[])).text
    assert "the controls tried give every player what is recorded" in text
    rows = [
        Restitution(player=name, hands=9, recorded=0, due=due, owed=due)
        for name, due in (("a", 100), ("b", 0))
    ]
    assert (
        "Nothing would have changed for 1 other player."
        in report_of(tried("wsgc-2-4", restitution=rows)).text
    )


def test_a_ruleset_that_the_library_lacks_or_has_in_a_different_version_cannot_be_compared():
    for audit, missing in (
        (tried("wsgc-2-4", played="house-rules"), "house-rules"),
        (tried("wsgc-2-4", rulesets=[replace(used("wsgc-2-4"), digest="0" * 64)]), "wsgc-2-4@1"),
    ):
        [one] = compared(audit, library())
        assert (one.known, one.differing) == (False, 0)
        text = report_of(audit).pages[1]
        assert (
            f"The library does not have {missing}, or has a different version of it, so the two cannot be compared."
            in text
        )


def test_several_sessions_are_compared_once_for_each_ruleset_played():
    logs = [
        samples.log(session=f"S-{number}", ruleset=name)
        for number, name in enumerate(("wsgc-base", "wsgc-base@1", "wsgc-1-6", "wsgc-2-4", None))
    ]
    audit = tried("wsgc-2-4", log=None, logs=logs)
    pairs = [(one.played, one.tried) for one in compared(audit, library())]
    assert pairs == [("wsgc-base@1", "wsgc-2-4@1"), ("wsgc-1-6@1", "wsgc-2-4@1")]
    text = report_of(audit).text
    assert text.count("parameters differ Parameter As played") == 2
    assert "wsgc-1-6@1 → wsgc-2-4@1" in text
    assert text.count(catalogue()["WSGC-24-sweep"].statement) == 1


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [str(each) for each in library().rulesets()])
def test_every_ruleset_can_be_tried(name):
    audit, out = tried(name, played="wsgc-full"), BytesIO()
    found = compared(audit, library())
    write_audit_pdf(audit, samples.exhibits_of([]), catalogue(), out, found)
    assert out.getvalue().startswith(b"%PDF-")
    assert [one.tried for one in found if one.known] == [name] * (name != str(library().get("wsgc-full")))


def test_a_name_without_a_revision_is_the_one_in_force_on_the_sessions_day():
    second = BASE.replace("revision = 1", "revision = 2").replace("max = 1000, ", "max = 500, ")
    second = second.replace("in_force = {}", "in_force = { from = 2026-03-01 }")
    other = BASE.replace('id = "base"', 'id = "other"')
    registry = load({"1.toml": BASE, "2.toml": second, "other.toml": other})
    used_here = replace(used("wsgc-base"), id="other", revision=1, digest=registry.get("other").digest)
    for day, revision, differing in (("2026-02-28", 1, 0), ("2026-03-01", 2, 1)):
        log = samples.log(ruleset="base", opened_at=f"{day}T23:30:00-07:00")
        [one] = compared(tried("wsgc-base", log=log, logs=[log], rulesets=[used_here]), registry)
        assert (one.played, one.tried, one.differing) == (f"base@{revision}", "other@1", differing)


def test_the_sentences_about_money():
    assert Story(tried("wsgc-2-4", money_misallocated=300, money_misrecorded=200)).amounts() == (
        "$3.00 would have gone to different players and $2.00 was misrecorded"
    )


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (("X",), ("Y", "Z"), "X → Y, Z"),
        (("X",), ("X",), "X"),
        ((), ("Y",), "Y"),
        (("X", "Y"), (), "X, Y"),
        ((), (), "–"),
    ],
)
def test_clauses_of_two_sides(a, b, said):
    assert either(a, b) == said
