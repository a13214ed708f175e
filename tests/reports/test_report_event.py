"""The report of a tournament: its first page, incidents, money, places, levels, chips and files."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace

from auditor.documents import dates_of, write_document
from reports.drawn_event_money import money_flow
from reports.event_chips import chips_chart
from reports.hand_levels_chart import hand_levels_chart
from reports.level_chart import level_chart
from reports.story import Story, audit_digest
from rules.clauses import catalogue
from rules.controls.library import library
from rules.results import Failure
from rules.shown_events import TournamentFacts
from tests.reports import events, samples
from tests.reports.reading import Reading
from tests.reports.test_report_answers import answered
from tests.rules.events.auditing import audited
from tests.rules.tournaments.build import busts, entries, header

FORBIDDEN = ("fraud", "cheated", "proved", "clean", "compliant", "passed")


def read(lines, *beside) -> Reading:
    return Reading(events.pdf(audited(lines, *beside)))


def played(name: str) -> TournamentFacts:
    event = events.sample(name).event
    assert event is not None
    assert event.tournament is not None
    return event.tournament


def row(reading: Reading, *cells: str) -> bool:
    """Whether a row of a table has these cells, one after the other."""
    return " ".join(cells) in plain(reading)


def plain(reading: Reading) -> str:
    return " ".join(reading.text.replace("\u00a0", " ").split())


@pytest.fixture(scope="module")
def report() -> Reading:
    return Reading(events.report("a tournament"))


@pytest.fixture(scope="module")
def quiet() -> Reading:
    return Reading(events.report("a tournament without findings"))


# ------------------------------------------------------------------------------------------ first page


def test_the_first_page_says_what_it_is_and_what_was_found(report):
    first = report.pages[0].replace("\u00a0", " ")
    assert "AUDIT OF A TOURNAMENT" in first
    assert "Tournament TRN-WHOLE-06 · 2026-03-14 19:00:00 – 22:30:00 +02:00 · buy-in €33.00" in first
    said = " ".join(first.split())
    assert (
        "6 incidents: 5 violations and 3 discrepancies by 37 checks that had something to test; €43.00 was over-collected, "
        "€36.00 was under-collected, €10.00 was misrecorded and 15,000 chips are unaccounted for."
    ) in said
    for figure in ("40 entries", "40 players", "6 places paid", "6 incidents", "0 undetermined"):
        assert figure in first
    assert "€1,320.00" in first
    assert "€1,176.00" in first


def test_the_first_page_has_the_best_places_with_their_prizes(report):
    first = report.pages[0]
    assert "Best places" in first
    assert "2 P27 270.48 270.48 270.48" in first
    assert "6 P39 77.61 77.61 77.61" in first


def test_a_tournament_in_which_nothing_differs_says_what_was_tested(quiet):
    first = quiet.pages[0]
    assert "No difference by 37 checks that had something to test." in first
    assert "No incident was found in what could be tested." in plain(quiet)
    assert "The controls leave nothing open in the lines of this record." in quiet.text


def test_nothing_is_said_of_hands_where_there_are_none(quiet):
    assert "hands" not in quiet.pages[0].lower()
    assert "testable hand" not in quiet.text


def test_no_report_of_an_event_judges(report, quiet):
    for reading in (report, quiet):
        assert [word for word in FORBIDDEN if word in reading.text.lower().split()] == []


def test_an_incomplete_audit_says_so_on_every_page():
    failed = Failure(code="TRN006", message="it broke")
    audit = replace(events.sample("a tournament"), complete=False, failures=[failed])
    reading = Reading(events.pdf(audit))
    assert (
        "The audit is incomplete: 1 check failed to run, and its findings are not known." in reading.pages[0]
    )
    assert "TRN006: it broke" in reading.pages[0]
    assert all("INCOMPLETE AUDIT" in page for page in reading.pages)


def test_missing_files_are_named():
    lines = [{**each} for each in events.ten()]
    bust = next(each for each in lines if each["event"] == "elimination")
    bust["session"] = "S-T1"
    reading = read(lines)
    assert "1 file that it names was not at hand: what only it can show is untestable." in reading.pages[0]
    assert "Files missing S-T1." in reading.pages[0]
    assert "S-T1. What only they can show is untestable." in plain(reading)


def test_prizes_of_its_own_in_place_of_the_filed_table_are_named_on_the_first_page():
    lines = [header(prizes={"places_bp": [10_000]}), *entries(9), *busts(*range(9, 1, -1))]
    first = " ".join(read(lines).pages[0].replace("\u00a0", " ").split())
    assert "Prizes of its own The tournament divides its prizes by shares of its own (100 percent)" in first
    assert "Prizes of its own" not in read([header(), *lines[1:]]).pages[0]


def test_a_title_of_its_own_is_the_title():
    lines = events.ten()
    reading = read([{**lines[0], "title": "Spring Main Event"}, *lines[1:]])
    assert "TEST-2 · Spring Main Event" in reading.pages[0]
    assert "TEST-2 · tournament TRN-WHOLE-07" in reading.pages[1]


# ------------------------------------------------------------------------------------------ incidents


def test_an_incident_has_its_line_its_entry_and_what_was_stated_and_due(report):
    text = plain(report)
    assert "Line 8, entry 7, P07" in text
    assert "TRN006 Line 8, entry 7 (P07): €0.00 was paid; the price is €33.00 (OLY-3.1-a)." in text
    assert "Stated: €0.00. Due: €33.00. Difference: −€33.00." in text
    assert row(report, "TRN006", "8", "7", "P07", "€0.00", "€33.00", "−€33.00")
    assert "The record of this hand is not available" not in text


def test_an_incident_of_one_wrong_fact_says_which(report):
    text = plain(report)
    assert (
        "Cause Line 142 (level) is of 2026-03-14T20:52:00+02:00, between lines of 2026-03-14T20:50:00+02:00 and "
        "2026-03-14T20:55:00+02:00; at 2026-03-14T20:55:00+02:00 these findings are gone."
    ) in text
    assert (
        "Cause Line 204 (payout) has €389.85 as amount; with €399.85 these findings are gone. The amounts follow from the file "
        "as it is; with this one fact as the rest of the record has it, none of them is left."
    ) in text


def test_a_ruling_makes_an_incident_a_note(report):
    text = plain(report)
    assert "The floor ruled: paid for a friend as well" in text
    assert "6 Another amount than the price was paid by P06 note" in text


def test_the_answer_to_an_incident_is_printed():
    audit = events.sample("a tournament")
    assert audit.incidents is not None
    (first, *_) = audit.incidents
    reading = Reading(events.pdf(audit, answers={first.id: answered(first.id, cause="a cashier’s slip")}))
    assert "Stated by the licensee: a cashier’s slip" in plain(reading)


# ------------------------------------------------------------------------------------------ sections


def test_the_field_has_what_was_published_and_who_entered(report):
    assert row(report, "Buy-in", "€33.00, of which €3.00 fee")
    assert row(report, "Starting stack", "10,000 chips")
    assert row(report, "Entries", "40", "40", "0")


def test_what_the_record_does_not_decide_has_its_reason():
    lines = [each for each in events.ten() if each["event"] != "seat"]
    reading = read(lines)
    count = next(at for at, each in enumerate(lines, 1) if each["event"] == "count")
    assert row(reading, "Chips", f"line {count}", "no seats were recorded")


def test_the_money_adds_up_step_by_step(report):
    assert row(report, "Entries", "40", "1,320.00", "1,317.00", "–", "−3.00")
    assert row(report, "less fees of the house", "–", "120.00")
    assert row(report, "Prize pool", "–", "1,200.00")
    assert row(report, "less share of the ranking", "–", "24.00")
    assert row(report, "For prizes", "–", "1,176.00")
    assert row(report, "less prizes due", "6", "1,176.00", "1,176.00", "–", "0.00")
    assert row(report, "of which prizes paid", "6", "1,176.00", "1,166.00", "–", "−10.00")
    assert row(report, "Left", "–", "0.00")


def test_payouts_of_several_kinds_have_a_table():
    lines = events.ten()
    refund = {"event": "payout", "player": "P03", "amount": 700, "of": "refund"}
    reading = read([*lines[:-1], refund, lines[-1]])
    assert row(reading, "Refunds", "1", "–", "7.00", "–")
    assert row(reading, "Prizes", "3", "200.00", "200.00", "0.00")


def test_every_sum_of_the_flow_is_what_comes_in_less_what_goes_out():
    for name in ("a tournament", "the Carnivale"):
        total = 0
        for step in played(name).money:
            if step.part == "sum":
                assert step.due == total, step.what
            else:
                total += {"in": 1, "out": -1, "beside": 0}[step.part] * (step.due or 0)


def test_the_chart_of_the_money_says_its_steps():
    chart = money_flow(played("a tournament").money, "EUR")
    assert chart is not None
    assert "Collected €1,320.00; less fees of the house €120.00; Prize pool €1,200.00" in chart.says
    assert money_flow([], "EUR") is None


def test_places_have_prizes_and_points_and_a_long_id_whole(report):
    text = plain(report)
    assert row(report, "2", "P27", "2", "270.48", "270.48", "270.48", "120", "120")
    assert "a-player-with-a-very-long-id -0123456789-0123456789" in text
    assert row(report, "10", "P11", "10", "0.00", "–", "–", "0", "–")


def test_prizes_that_were_not_recorded_are_not_zero():
    lines = [each for each in events.ten() if each["event"] not in ("prize", "payout")]
    reading = read(lines)
    assert "The file has no payout: whether and to whom prizes were paid is not recorded." in plain(reading)
    assert "Worked out" not in reading.pages[2]


def test_a_level_that_was_early_has_its_plan_what_was_due_and_when_it_began(report):
    assert row(report, "6", "142", "20", "20:55:00", "20:55:00", "20:52:00", "−3 min", "4", "400/800")
    assert row(report, "7", "151", "20", "21:15:00", "21:12:00", "21:15:00", "+3 min")
    assert "2 published levels were not reached." in report.text


def test_the_chart_of_levels_says_when_they_were_planned_and_played():
    chart = level_chart(played("a tournament"))
    assert chart is not None
    assert "level 6 planned 20:55, played from 20:52; level 7 planned 21:15, played from 21:15" in chart.says
    assert level_chart(replace(played("a tournament"), levels=[])) is None


def test_the_chart_of_levels_by_hands_says_what_is_on_record_of_each_table():
    chart = hand_levels_chart(played("the Carnivale"))
    assert chart is not None
    assert "table T1: 4 hands from 9 to 64; table T2: 2 hands from 10 to 47" in chart.says


def test_levels_by_hands_have_the_numbers_of_their_hands_and_their_value():
    reading = Reading(events.report("the Carnivale"))
    assert row(reading, "6", "46–54", "2", "700 a point")
    assert row(reading, "3", "19–27", "0", "200 a point")
    assert "17 published levels were not reached." in reading.text


def test_chips_in_play_are_compared_at_each_count(report):
    assert row(report, "115", "Count", "2026-03-14 20:01:00", "4", "400,000", "385,000", "−15,000")


def test_counts_that_differ_from_each_other_have_bars():
    first, second = played("the Carnivale").counts
    chart = chips_chart([first, replace(second, counted=160_000)])
    assert chart.says == "Bars by count. line 28: 180,000; line 38: 160,000, 180,000 due."


def test_a_tournament_without_levels_or_counts_has_no_empty_sections():
    lines = [each for each in events.forty() if each["event"] not in ("level", "clock", "count", "break")]
    lines = [each for each in lines if each["event"] != "hand"]
    story = Story(audited(lines))
    assert "levels" not in story.sections
    assert "chips" not in story.sections
    assert list(story.sections)[:4] == ["incidents", "field", "money", "places"]


def test_custody_has_the_digest_of_the_file_and_of_each_file_beside_it(report):
    event = events.sample("a tournament").event
    assert event is not None
    assert row(report, "Digest (SHA-256)", event.sha256)
    assert row(report, "Size", "219 lines, ")
    assert "None: the audit is based on this file alone." in report.text


def test_coverage_says_what_checks_count(report):
    assert "lines of its events, players for places, prizes and points" in plain(report)
    assert row(report, "TRN006", "Entry price differs", "40", "37", "0", "3", "0")


# ------------------------------------------------------------------------------------------ as a document


def test_the_digest_covers_the_file_and_those_beside_it():
    audit = events.sample("a tournament")
    assert audit.event is not None
    other = replace(audit, event=replace(audit.event, sha256="0" * 64))
    assert audit_digest(audit) != audit_digest(other)
    beside = replace(audit, event=replace(audit.event, files=[events.FILE]))
    assert audit_digest(beside) not in (audit_digest(audit), audit_digest(other))


def test_the_service_and_the_command_line_write_it_without_logs():
    audit, out = events.sample("a tournament"), BytesIO()
    dates = dates_of(audit, library(), "2026-03-15T09:30:00Z")
    write_document(audit, {}, catalogue(), out, library(), dates=dates)
    first = Reading(out.getvalue()).pages[0]
    assert "AUDIT OF A TOURNAMENT" in first
    assert "Audit and report made 2026-03-15 09:30 UTC." in first


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", events.SAMPLES)
def test_the_same_event_gives_the_same_bytes(name):
    assert events.pdf(audited(events.SAMPLES[name]())) == events.report(name)


def test_an_audit_of_no_event_has_no_such_page():
    from reports.drawn_event import draw_event_cover

    with pytest.raises(ValueError, match="neither a tournament nor a ledger"):
        draw_event_cover(None, Story(samples.audit()), None)
