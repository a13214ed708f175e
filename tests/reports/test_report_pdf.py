"""The report as it is read: what it says, where, and what it never says."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from reports.findings import video_reference
from reports.story import Story, audit_digest
from reports.typography import SMALL
from rules.results import (
    Diagnosis,
    Failure,
    Gap,
    ReadingEffect,
    Reconciliation,
    Repayment,
    Restitution,
    RulesetUsed,
)
from tests.reports import samples
from tests.reports.reading import Reading

FORBIDDEN = ("fraud", "cheated", "proved", "clean", "compliant", "passed")


def broken_stakes(**changes):
    facts = {
        "kind": "violation",
        "code": "STK004",
        "name": "too-many-players",
        "severity": "critical",
        "clause": "WSGC-3a",
        "seat": None,
        "player": None,
        "stated": 5,
        "expected": 4,
        "difference": 1,
        "unit": "players",
        "money": None,
        "message": "Five hands were dealt in hand 3; the controls let four take part.",
    }
    return samples.finding(3, **(facts | changes))


@pytest.fixture(scope="module")
def report():
    found = [broken_stakes(), *(samples.finding(hand) for hand in (17, 40, 41)), samples.undetermined()]
    fits = Diagnosis(ruleset="wsgc-1-6", revision=2, fitting=212, of=212, message="The room said wsgc-base.")
    return Reading(samples.pdf(samples.audit(found, diagnosis=[fits], money_misallocated=124_050)))


def test_the_first_page_says_what_was_audited_and_found(report):
    first = report.pages[0]
    assert "WA-0417 · Table 3" in first
    assert "Session 2026-03-14-T3" in first
    assert "2026-03-14 16:00:00 – 23:48:00 −07:00" in first
    assert "wsgc-base@1" in first
    assert "5e" * 32 in first
    assert (
        "4 incidents: 1 violation and 3 discrepancies in 212 testable hands; $1,240.50 was misallocated."
        in first
    )
    assert "The controls leave 1 point open for a person to decide." in first
    assert "The results fit a different ruleset: wsgc-1-6@2 The room said wsgc-base." in first
    for figure, label in (
        ("214", "hands expected"),
        ("212", "hands recorded"),
        ("$1,240.50", "misallocated"),
        ("$0.00", "misrecorded"),
    ):
        assert f"{figure} {label}" in first


@pytest.mark.slow
def test_the_first_incidents_are_on_the_first_page_with_their_effect_and_page(report):
    first = report.pages[0]
    assert "1 Too many players in hand 3 critical hand 3 – 2" in first
    assert "2 Seat 2: net differs in hand 17 major hand 17 P-4471 owes P-4472 $2.00" in first
    assert report.links(1)["Incident 2"] == next(
        at for at, text in enumerate(report.pages, 1) if "Hand 17 2026-03-14" in text
    )


def test_every_page_has_its_number_and_says_what_it_is_of(report):
    for number, text in enumerate(report.pages, 1):
        assert f"Page {number} of {len(report.pages)}" in text
        assert "WA-0417 · Table 3 · session 2026-03-14-T3" in text
        assert "wsgc-base@1" in text
        assert "Audit " in text


def test_an_incident_has_criteria_condition_cause_effect_and_action(report):
    page = next(text for text in report.pages if "Hand 17 2026-03-14" in text)
    reported = page[page.index("Hand 17 2026-03-14") :]
    assert "2026-03-14 19:17:10 −07:00 · video cam-3/000017 · line 18" in reported
    for before, after in pairwise(
        (
            f"Criteria WSGC-6d {samples.WON}",
            "Condition SCR001 Seat 2 is recorded as winning $1.00 in hand 17; by its rows it was due $3.00.",
            "Cause Not recorded. Licensee to state:",
            "Effect P-4471 owes P-4472 $2.00. $2.00 was misallocated.",
            "Action Have P-4471 pay P-4472 $2.00, or produce the record that shows that a different amount was due.",
            "Seat Player Front Middle Back Recorded Due Difference",
        )
    ):
        assert reported.index(before) < reported.index(after)


def test_an_exhibit_has_the_cards_of_all_seats_and_the_sums(report):
    page = next(text for text in report.pages if "Hand 17 2026-03-14" in text)
    shown = page.replace(" ", "")
    exhibit = samples.exhibit(17)
    for seat in exhibit.seats:
        for row in (seat.front, seat.middle, seat.back):
            assert row.replace("T", "10") in shown
        assert seat.player in page
    assert "FOULED" in page
    assert "SIX PAIRS" in page
    assert "1 unit: $1.00" in page
    for pair in exhibit.replay["pairs"]:
        assert f"{pair['a']} – {pair['b']}" in page


def test_an_undetermined_point_has_its_readings_and_what_they_would_move(report):
    page = next(text for text in report.pages if "2 Undetermined points" in text and "CTL004" in text)
    assert "Hands 4–6, 90." in page
    assert "lose-all (taken) a fouled hand loses every row [AMB-FOUL] 3 0 $0.00" in page
    assert "lose-wrong-rows only rows out of order lose [AMB-FOUL] 3 7 $7.00" in page
    assert "WSGC-5a" in page  # a clause without a known statement


def test_custody_restitution_coverage_method_and_signatures_are_there(report):
    for words in (
        "Recorded by staff-07",
        "Recorded how the table’s own system",
        "9f" * 32,
        "240 events, 190,412 bytes",
        "212 of 214 expected, numbered 1 to 214",
        "None: this record does not replace an earlier one.",
        "P-4472 200 +$41.00 +$61.00 +$20.00",
        "P-4471 P-4472 9 $20.00",
        "SCR001 Net differs 212 207 0 5 0",
        "0 checks agree in every hand tested; 0 checks are not applicable.",
        "101 104 2 2026-03-14 19:41:00 −07:00",
        "Engine cardroom-auditor 0.1.0 (e2e2e2e2)",
        "Judgement 1 (engines with the same number judge alike)",
        "Code " + "e2" * 32,
        "c0" * 32,
        "AMB-FOUL lose-all",
        "Response, and what will be done by when",
        "Name and signature",
    ):
        assert words in report.text, words


def test_the_outline_and_the_contents_lead_to_the_sections(report):
    outline = report.outline()
    sections = {title: page for level, title, page in outline if level == 0}
    assert list(sections)[:3] == ["Summary", "1 Incidents", "2 Undetermined points"]
    for title, page in sections.items():
        assert title == "Summary" or title in report.pages[page - 1]
    assert [title for level, title, _ in outline if level == 1] == [
        "1  Too many players in hand 3",
        "2  Net differs in hand 17",
        "3  Net differs in hand 40",
        "4  Net differs in hand 41",
    ]
    links = report.links(1)
    assert links["Coverage"] == sections["5 Coverage"]
    assert f"Coverage {sections['5 Coverage']}" in report.pages[0]


def test_the_document_says_what_it_is(report):
    facts = report.reader.metadata
    assert facts.title == "Audit of WA-0417 · Table 3 · session 2026-03-14-T3"
    assert facts.author == "cardroom-auditor"
    assert facts.subject.startswith("4 incidents: 1 violation and 3 discrepancies")


def test_the_fonts_are_embedded(report):
    fonts = report.fonts()
    assert fonts
    for font in fonts:
        assert font["/FontDescriptor"]["/FontFile2"]
        assert "Plex" in font["/BaseFont"]


def test_some_words_are_never_used(report):
    incomplete = samples.audit(
        [], complete=False, failures=[Failure(code="PAY003", message="no")], what_if=True
    )
    for text in (
        report.text,
        Reading(samples.pdf(incomplete)).text,
        Reading(samples.pdf(samples.audit())).text,
    ):
        for word in FORBIDDEN:
            assert word not in text.lower()


def test_an_audit_without_findings():
    report = Reading(samples.pdf(samples.audit(money_misallocated=None, restitution=[], repayments=[])))
    assert "No difference in 212 testable hands." in report.pages[0]
    assert "– misallocated – misrecorded" in report.pages[0]
    assert "Where to look first" not in report.text
    assert "No incident was found in what could be tested" in report.text
    assert "An earlier engine made this audit: what is owed is not known beyond what it lists." in report.text


def test_what_nobody_at_the_table_owes_is_apart_from_the_money_of_the_first_page():
    balance = Reconciliation(gross=900, unbalanced=300, offset=200, net=700)
    audit = samples.audit([samples.finding()], reconciliation=balance)
    said = (
        "Hand by hand, $9.00 is owed. Over all hands, $2.00 of it cancels out, which leaves $7.00 to settle. Beside it, $3.00 "
        "went to or came from nobody."
    )
    assert said in Reading(samples.pdf(audit)).text
    balanced = replace(audit, reconciliation=replace(balance, unbalanced=0))
    assert "went to or came from nobody." not in Reading(samples.pdf(balanced)).text


def test_an_audit_without_a_testable_hand():
    report = Reading(samples.pdf(samples.audit(testable=0, coverage=[], timeline=[], gaps=[], rulesets=[])))
    assert "No hand could be tested" in report.pages[0]
    assert "No difference" not in report.text
    assert "No check was run." in report.text


def test_untestable_hands_are_counted_in_the_conclusion():
    report = Reading(samples.pdf(samples.audit(testable=200)))
    assert "No difference in 200 testable hands. 12 recorded hands could not be tested." in report.pages[0]


def test_an_incomplete_audit_says_so_on_every_page():
    failures = [Failure(code="PAY003", message="division by zero")]
    report = Reading(samples.pdf(samples.audit(complete=False, failures=failures)))
    assert "PAY003: division by zero" in report.pages[0]
    assert "The audit is incomplete: 1 check failed to run" in report.pages[0]
    for text in report.pages:
        assert text.count("INCOMPLETE AUDIT: a check failed to run, and its findings are not known") == 2


def test_a_what_if_says_so_on_every_page():
    report = Reading(samples.pdf(samples.audit([samples.finding()], what_if=True)))
    assert "not under the ruleset that the room stated" in report.pages[0]
    for text in report.pages:
        assert text.count("WHAT-IF: not the ruleset that the room stated") == 2


@pytest.mark.slow
def test_markup_in_a_log_is_only_text():
    nasty = '<img src="file:///etc/passwd"/>'
    found = [samples.finding(message=f"Player {nasty} & <b>bold</b> (paren \\ back", player=nasty)]
    report = Reading(samples.pdf(samples.audit(found, log=samples.log(session=nasty, room="<R&D>"))))
    assert f"Player {nasty} & <b>bold</b> (paren \\ back" in report.text
    assert f"Session {nasty}" in report.pages[0]
    assert "<R&D> · Table 3" in report.pages[0]
    assert not [name for page in report.reader.pages for name in page.images]


@pytest.mark.slow
def test_characters_that_no_face_has_are_written_as_their_codes():
    player = "玩家\u202e7 Жé🂡"
    rows = [Restitution(player=player, hands=1, recorded=0, due=100, owed=100)]
    report = Reading(samples.pdf(samples.audit([samples.finding(player=player)], restitution=rows)))
    assert "玩家[U+202E]7 Жé[U+1F0A1]" in report.text


@pytest.mark.slow
def test_very_long_text_is_cut_or_broken_but_never_money():
    long = "x" * 5_000
    found = [samples.finding(message=long, player=long, clause=long, money=123_456_789_012, code="SCR001")]
    facts = samples.log(session=long, table=long, recorded_by=long)
    report = Reading(samples.pdf(samples.audit(found, log=facts, money_misallocated=123_456_789_012)))
    assert len(report.pages) < 12
    assert report.pages[0].count("$1,234,567,890.12") == 3


@pytest.mark.slow
def test_the_same_audit_gives_the_same_bytes():
    found = [samples.finding(hand) for hand in range(1, 30)]
    first, again = (samples.pdf(samples.audit(found)) for _ in range(2))
    assert first == again
    assert first != samples.pdf(samples.audit(found[:-1]))


@pytest.mark.slow
def test_several_logs_have_a_table_of_sessions_and_findings_by_session():
    logs = [samples.log(session=f"S-{number}", room=f"WA-{number}") for number in range(1, 15)]
    found = [
        samples.finding(hand, session=log.session, room=log.room) for log in logs for hand in (None, 5, 9)
    ]
    report = Reading(samples.pdf(samples.audit(found, log=None, logs=logs)))
    assert "14 rooms · 14 sessions" in report.pages[0]
    assert "WA-10 S-10 3 2026-03-14 16:00:00 212 214 0 3" in report.pages[0]
    assert "Section 3 lists 4 more sessions." in report.pages[0]
    assert "1 Seat 2: net differs in hand None major S-1 · the log" in report.pages[0]
    assert report.text.count("S-14 · hand 9") == 2  # in the list and above the exhibit


def test_missing_numbers_of_several_logs_name_their_session():
    logs = [samples.log(session=f"S-{number}") for number in (1, 2)]
    gaps = [Gap(session=log.session, after=101, before=104, at=None) for log in logs]
    report = Reading(samples.pdf(samples.audit([], log=None, logs=logs, gaps=gaps, timeline=[])))
    assert "S-1 101 104 2" in report.text
    assert "S-2 101 104 2" in report.text
    assert "The session in time" not in report.text


def test_an_audit_of_no_logs_is_a_document_too():
    report = Reading(samples.pdf(samples.audit(log=None, logs=[], rulesets=[], hands=0, testable=0)))
    assert "0 rooms · 0 sessions" in report.pages[0]


def test_a_hand_number_used_twice_shows_both_records():
    found = [samples.finding(7)]
    twice = [samples.exhibit(7), samples.exhibit(7, seed=99, line=60)]
    report = Reading(samples.pdf(samples.audit(found), give=lambda places: iter(twice)))
    assert "The hand with this number on line 8:" in report.text
    assert "The hand with this number on line 60:" in report.text


def test_a_finding_without_its_exhibit_says_so():
    report = Reading(samples.pdf(samples.audit([samples.finding(7)]), give=lambda places: iter(())))
    assert "The record of this hand is not available." in report.text


def test_more_than_six_rulesets_are_all_listed_in_the_method():
    used = [
        RulesetUsed(id=f"rules-{n}", revision=1, title="Some", digest=f"{n:02d}" * 32, hands=1, readings={})
        for n in range(9)
    ]
    report = Reading(samples.pdf(samples.audit(rulesets=used)))
    assert "rules-0@1, rules-1@1 and 7 more" in report.pages[0]
    assert "08" * 32 in report.text


def test_the_digest_of_an_audit_changes_with_what_it_found():
    one, other = (samples.audit([samples.finding(hand)]) for hand in (1, 2))
    assert audit_digest(one) != audit_digest(other)
    report = Reading(samples.pdf(one))
    assert audit_digest(one) in report.text
    assert f"Audit {audit_digest(one)[:16]}" in report.pages[0]


def test_amounts_of_another_currency():
    facts = samples.log(currency="JPY")
    found = samples.audit([samples.finding()], log=facts, logs=[facts], money_misallocated=1_200)
    assert "1,200 JPY was misallocated" in Reading(samples.pdf(found)).pages[0]


@pytest.mark.parametrize(
    ("misallocated", "misrecorded", "said"),
    [
        (300, 200, "; $3.00 was misallocated and $2.00 was misrecorded."),
        (0, 200, "; $2.00 was misrecorded."),
        (300, 0, "; $3.00 was misallocated."),
        (0, 0, "."),
        (None, None, "."),
    ],
)
def test_misallocated_and_misrecorded_money_are_two_amounts(misallocated, misrecorded, said):
    subject = samples.audit(
        [samples.finding()], money_misallocated=misallocated, money_misrecorded=misrecorded
    )
    assert Story(subject).conclusion() == f"1 discrepancy in 212 testable hands{said}"


@pytest.mark.slow
def test_restitution_states_its_basis_and_explains_nobody_at_the_table():
    left_over = Repayment(debtor=None, creditor="P-4472", amount=300, hands=1)
    for rows in ([left_over], []):
        text = Reading(samples.pdf(samples.audit([samples.finding()], repayments=rows))).text
        assert (
            "The figures are based on the recorded transfers or, where none were recorded, on the recorded nets"
            in text
        )
        assert "nobody can be asked for it: it is in no repayment" in text
    nothing = Reading(samples.pdf(samples.audit(restitution=[], repayments=[]))).text
    assert "what is owed is not known beyond what it lists" in nothing
    assert "The figures are based on the recorded transfers" in nothing


def test_open_points_have_their_own_column_and_shade():
    rows = [
        samples.coverage("SCR004", "reading-moves-money", left_open=211),
        samples.coverage("SCR001", "net-differs", differing=3, left_open=1),
    ]
    text = Reading(samples.pdf(samples.audit(coverage=rows))).text
    assert "SCR004 211 open SCR001 3 differ, 1 open" in text
    assert "Code Check Tested Agreeing Open Differing Untestable" in text
    assert "SCR004 Reading moves money 212 212 211 0 0" in text
    assert "SCR001 Net differs 212 209 1 3 0" in text


def test_the_file_and_second_of_a_video_stay():
    assert video_reference("cam-2/00006.mp4#t=2265", SMALL, 200) == "cam-2/00006.mp4#t=2265"
    long = "https://recorder.example/floor-2/camera-7/2026-03-14/00006.mp4#t=2265"
    assert video_reference(long, SMALL, 100) == "00006.mp4#t=2265"


@pytest.mark.slow
def test_two_exhibits_of_four_seats_share_a_page():
    found = [samples.finding(hand) for hand in range(1, 9)]
    report = Reading(samples.pdf(samples.audit(found)))
    starts = [[hand for hand in range(1, 9) if f"Hand {hand} 2026-03-14" in text] for text in report.pages]
    assert len([hands for hands in starts if hands]) <= 5


def test_a_reading_that_was_not_worked_out_has_no_number_of_hands():
    readings = [
        ReadingEffect("AMB-X", "zero", "nothing", True, 3, 0, 0),
        ReadingEffect("AMB-X", "other", "a house rule", False, 0, None, None),
    ]
    text = Reading(samples.pdf(samples.audit([samples.undetermined(readings=readings)]))).text
    assert "other a house rule [AMB-X] – – –" in text


def test_a_reading_of_a_pot_game_has_hands_and_money_and_no_units():
    readings = [
        ReadingEffect("AMB-X", "zero", "nothing", True, 3, None, 0),
        ReadingEffect("AMB-X", "other", "a house rule", False, 2, None, 700),
        ReadingEffect("AMB-X", "third", "a hidden card", False, 1, None, None),
    ]
    text = Reading(samples.pdf(samples.audit([samples.undetermined(readings=readings)]))).text
    assert "other a house rule [AMB-X] 2 – 7.00" in text or "other a house rule [AMB-X] 2 – $7.00" in text
    assert "third a hidden card [AMB-X] 1 – –" in text


def test_one_hand_is_named_once():
    one = samples.undetermined(hands=[28], message="Another reading would settle hands otherwise (hand 28).")
    text = Reading(samples.pdf(samples.audit([one]))).text
    assert "Hand 28 Another reading would settle hands otherwise (hand 28). $7.00" in text
    assert "Hands 28" not in text
