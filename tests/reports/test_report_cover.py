"""The facts of the first page: dates, missing hands, short drops, open questions and untestable checks."""

from __future__ import annotations

from msgspec.structs import replace

from reports.dates import Dates
from rules.results import MONEY_KINDS, Gap, MoneyTotal, NotKnown, ReadingEffect, Reason, RoomFacts
from tests.reports import samples
from tests.reports.reading import Reading

WAC = "WAC 230-15-319"
DATES = Dates(audited_at="2026-03-16T08:12:00Z", reported_at="2026-03-16T08:12:00Z")


def first(audit, dates=DATES):
    return Reading(samples.pdf(audit, dates=dates)).pages[0]


def test_the_dates_of_audit_and_report_are_on_the_page_and_in_the_document():
    report = Reading(samples.pdf(samples.audit(), dates=DATES))
    assert "Audit and report made 2026-03-16 08:12 UTC." in report.pages[0]
    assert report.reader.metadata["/CreationDate"] == "D:20260316081200+00'00'"
    later = Dates(audited_at="2026-03-16T08:12:00Z", reported_at="2026-03-17T10:00:00-07:00")
    assert "Audit made 2026-03-16 08:12 UTC, report made 2026-03-17 10:00 −07:00." in first(
        samples.audit(), later
    )


def test_without_dates_none_is_made_up_and_the_bytes_are_the_same():
    assert "Audited" not in first(samples.audit(), Dates())
    one, again = (samples.pdf(samples.audit([samples.finding()]), dates=DATES) for _ in range(2))
    assert one == again


def test_wac_230_15_319_video_is_kept_for_seven_gambling_days_beyond_the_hands_day():
    dates = Dates(video_days=7, video_clause=WAC)
    page = first(samples.audit([samples.finding(17)]), dates)
    assert f"Kept until 2026-03-21, 7 gambling days after gaming day 2026-03-14 ({WAC})." in page


def test_wac_230_15_319_a_hand_after_midnight_is_of_the_gaming_day_before():
    room = RoomFacts(
        id="WA-0417",
        day="2026-03-14",
        zone="America/Los_Angeles",
        day_begins="06:00",
        licence_class="F",
        tables=2,
    )
    found = [samples.finding(17)]
    reported = samples.incident(found, at="2026-03-15T00:28:42-07:00")
    audit = samples.audit(found, incidents=[reported], room=room)
    report = Reading(samples.pdf(audit, dates=Dates(video_days=7, video_clause=WAC)))
    assert "Kept until 2026-03-21" in report.pages[0]
    assert "Kept until 2026-03-22" in first(samples.audit(found, incidents=[reported]), Dates(video_days=7))


def test_a_hand_states_until_when_its_video_is_kept():
    report = Reading(samples.pdf(samples.audit([samples.finding(17)]), dates=Dates(video_days=7)))
    assert "video cam-3/000017 · video kept until 2026-03-21 · line 18" in report.text


def test_a_response_is_due_by_a_day():
    dates = Dates(reported_at="2026-03-16T08:12:00Z", response_days=14, response_clause="X-1")
    report = Reading(samples.pdf(samples.audit([samples.finding()]), dates=dates))
    assert "Due by 2026-03-30, 14 days after the report of 2026-03-16 (X-1)." in report.pages[0]
    assert "The response is due by 2026-03-30." in report.text


def test_hand_numbers_that_are_missing():
    gaps = [
        Gap(session="S-1", after=101, before=104, at="2026-03-14T19:41:00-07:00"),
        Gap(session="S-1", after=150, before=152, at=None),
        Gap(session="S-1", after=160, before=163, at=None),
    ]
    page = first(samples.audit(gaps=gaps))
    assert (
        "Missing hands 5 hand numbers are missing: 102–103, before 2026-03-14 19:41:00 and 151 and 1 more gap. "
        "212 of 214 expected hands are on record."
    ) in page


def test_the_shortage_of_a_drop():
    short = samples.finding(
        None, code="FEE020", name="drop-differs-from-fees", seat=None, stated=20_600, expected=21_200, difference=-600,
        message="The boxes hold $206.00.", player=None,
    )  # fmt: skip
    assert "Drop box $6.00 short. The boxes hold $206.00." in first(samples.audit([short]))
    over = samples.finding(None, code="FEE020", difference=600)
    assert " short. " not in first(samples.audit([over]))


def test_the_open_question_that_would_move_the_most_money():
    readings = [
        ReadingEffect("AMB-X", "small", "a", True, 3, 0, 0),
        ReadingEffect("AMB-X", "large", "b", False, 9, 99, 9_900),
    ]
    points = [
        samples.undetermined(),
        samples.undetermined(code="SCR004", message="Which is it?", readings=readings, money=9_900),
    ]
    page = first(samples.audit(points))
    assert (
        "Open question Which is it? Under the reading “large”, $99.00 would move. Section 2 has 1 more point."
        in page
    )


def test_untestable_checks_are_grouped_by_what_the_record_lacks():
    rows = [samples.coverage(f"FEE{n:03d}", "fee", untestable=212) for n in range(1, 10)]
    rows = [replace(row, because=[Reason(reason="no fees recorded", hands=212)]) for row in rows]
    rows.append(samples.coverage("STK010", "chips", untestable=212))
    page = first(samples.audit(coverage=rows))
    assert (
        "Untestable checks 10 checks tested no hand: FEE001, FEE002, FEE003, FEE004, FEE005 and 4 more (no fees recorded); "
        "STK010 (no stacks recorded)."
    ) in page


def test_a_report_without_findings_fits_three_pages():
    quiet = [replace(slot, violations=0, discrepancies=0) for slot in samples.timeline()]
    audit = samples.audit(restitution=[], repayments=[], gaps=[], timeline=quiet)
    report = Reading(samples.pdf(audit, dates=DATES))
    assert len(report.pages) <= 3
    assert "No incident was found in what could be tested" in report.text
    assert "No finding requires a response." in report.text
    assert "Name and signature" in report.text


def test_the_first_page_says_what_decided():
    audit = samples.audit()
    assert "decided" not in first(audit)  # an earlier engine did not say
    approved, named = (replace(audit, controls_decided=each) for each in ("approved", "named"))
    assert "The room's approved controls decided what was due in every hand." in first(approved)
    assert "No approved controls of the room were in force: the ruleset that the log names decided." in first(
        named
    )
    tried = first(replace(named, what_if=True))
    assert "worked out under the controls that were tried, not under approved controls" in tried


def test_kinds_of_money_are_defined_where_they_are_printed():
    total = MoneyTotal(
        unit="USD", misallocated=0, over_collected=0, under_collected=0, to_nobody=0, unaccounted=0, misrecorded=0,
        not_known={kind: NotKnown(hands=0, bound=0, because=[]) for kind in MONEY_KINDS},
    )  # fmt: skip
    found = samples.audit([samples.finding(17)])
    plain = Reading(samples.pdf(replace(found, money=[]))).pages[0]
    assert "Misallocated money" in plain
    assert "Over-collected money" not in plain
    over = Reading(samples.pdf(replace(found, money=[replace(total, over_collected=400)]))).pages[0]
    assert "Over-collected money was taken or kept by the house" in over
    assert "Unaccounted money" not in over
