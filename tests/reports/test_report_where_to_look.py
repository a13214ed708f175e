"""The annex "Where to look" of a report: what it says of alarms, of closed ones, and of what could not be tested."""

from io import BytesIO

from msgspec.structs import replace

from reports.drawn_audit import write_audit_pdf
from reports.screened_room import ReportedAlarm, ScreenedRoom
from reports.where_to_look import MOST_DRAWN, TITLE
from rules.screening.screening_result import ShownHand
from tests.reports import samples
from tests.reports.reading import Reading
from tests.reports.screened_samples import PICTURE, result, room, year
from tests.reports.structure import structure_of


def pdf(*rooms: ScreenedRoom) -> bytes:
    out = BytesIO()
    found = [samples.finding()]
    subject = samples.audit(found, incidents=[samples.incident(found)])
    write_audit_pdf(subject, samples.exhibits_of(found), samples.CLAUSES, out, screened=rooms)
    return out.getvalue()


def annex(reading: Reading) -> str:
    """The text from the title of the annex on."""
    return reading.text[reading.text.index(f"A {TITLE}") :]


def in_order(text: str, *parts: str) -> None:
    places = [text.index(each) for each in parts]
    assert places == sorted(places)


def test_an_alarm_has_the_innocent_explanation_before_its_number_then_what_to_do_and_the_hands():
    text = annex(Reading(pdf(room(ReportedAlarm(result(), own=True)))))
    in_order(
        text,
        "An indicator is no verdict.",
        "at most 0.95 alarms a year are expected by chance",
        "Room WA-0417, 2026",
        "1 alarm; 2 of 19 indicators could be tested.",
        "Alarms with hands of the sessions of this report",
        "SCN006 Void when losing: player P-4471",
        "Misdeals found at the showdown are found by whoever loses.",
        "Of 40 hands of player P-4471, 12 are void; he was losing in all 12, where chance gives 4.8.",
        "the limit at place 3 is 200. An alarm since 2026-03-14.",
        "See the video of each void hand; ask what the irregularity was.",
        "2026-03-14-T3 4 cam-2#t=4 2026-03-21 2026-03-14-T3 17 cam-2#t=17 2026-03-21",
        "2026-03-14-T3 9 cam-2#t=9 2026-03-21",
    )
    assert "41 sessions of 2026 that were on record at entry 812 of the register" in text
    assert "the session of this report is among them" in text


def test_sessions_that_are_left_out_are_counted_beside_those_that_count():
    assert "left out" not in annex(Reading(pdf(room(ReportedAlarm(result(), own=True)))))
    text = annex(Reading(pdf(room(ReportedAlarm(result(), own=True), other_version=1, not_screened=2))))
    assert "1 session is left out: another version of the program made its statistics." in text
    assert "2 sessions are left out: no audit with screening has read their logs." in text


def test_rooms_without_an_alarm_have_their_left_out_sessions_in_a_column():
    quiet = [
        room(room=f"WA-{number}", other_version=1, not_screened=2, own=2, audited=2) for number in range(4)
    ]
    assert "WA-3 2026 41 3 2 2 of 19" in annex(Reading(pdf(*quiet)))


def test_it_is_on_pages_of_its_own_after_everything_else_and_not_on_the_cover():
    without, with_it = Reading(pdf()), Reading(pdf(room(ReportedAlarm(result(), own=True))))
    assert len(with_it.pages) == len(without.pages) + 1
    assert with_it.outline()[-1] == (0, f"A {TITLE}", len(with_it.pages))
    for before, after in zip(without.pages, with_it.pages, strict=False):
        assert after.replace(f"of {len(with_it.pages)}", "") == before.replace(f"of {len(without.pages)}", "")
    assert all(word not in with_it.pages[0] for word in (TITLE, "creening", "SCN006"))


def test_a_report_without_screening_has_the_same_bytes_as_ever_and_says_nothing_of_it():
    found = [samples.finding()]
    subject = samples.audit(found, incidents=[samples.incident(found)])
    assert pdf() == samples.pdf(subject)
    assert "creening" not in Reading(pdf()).text


def test_no_alarm_says_how_many_indicators_could_be_tested_and_why_the_others_could_not():
    text = annex(Reading(pdf(replace(year(), alarms=()))))
    assert "No alarm; 2 of 19 indicators could be tested." in text
    assert "The deck is not on record 41 SCN001 deck-order-kept" in text
    assert "No drop box was counted 41 SCN013 drop-against-fees" in text
    assert "The cards are not on record 2 SCN003 strong-cards" in text
    nothing = text[text.index("nothing to count, or too little to be tested") :]
    assert "SCN003 strong-cards" in nothing
    assert "SCN001" not in nothing
    assert "SCN012" not in nothing
    assert "SCN010 failed to run in 1 session: no such column" in text


def test_closed_alarms_follow_open_ones_with_the_reason_and_those_of_other_sessions_come_last():
    in_order(
        annex(Reading(pdf(year()))),
        "2 alarms; 1 closed alarm;",
        "Alarms with hands of the sessions of this report",
        "player P-4471",
        "Closed alarms with hands of the sessions of this report",
        "player P-2",
        "2026-04-02, Agent 12: the videos show no fault",
        "Other alarms of the room",
        "SCN012 Dealer and player: dealer d-1 with player P-9",
        "None can be shown: the logs are no longer on record.",
    )


def test_facts_without_a_chance_are_listed_after_the_alarms_and_before_what_was_not_tested():
    in_order(
        annex(Reading(pdf(year()))),
        "Other alarms of the room",
        "Listed without a chance",
        "How often these come about by chance is not known. They raise no alarm",
        "After 38 of 40 hands every seat gave the same",
        "First hands: 3–5, 9.",
        "Not tested",
    )
    assert "without a chance" not in annex(Reading(pdf(room())))


def test_a_picture_is_between_the_next_step_and_the_hands_and_is_read_with_its_numbers():
    data = pdf(room(ReportedAlarm(result(), True, picture=PICTURE)))
    in_order(
        annex(Reading(data)), "See the video of each void hand", PICTURE.title, PICTURE.caption, "cam-2#t=4"
    )
    assert "Hands that P-4471 would have lost: 12 of 16 (75%), where chance gives 4.8" in PICTURE.chart.says
    assert PICTURE.chart.says in [each.said for each in structure_of(data).every("Figure")]


def test_a_video_that_is_not_on_record_is_said_to_be():
    hands = (ShownHand("S-1", 3, 4),)
    assert "S-1 3 not recorded –" in annex(Reading(pdf(room(ReportedAlarm(result(hands=hands), own=True)))))


def test_part_of_the_sessions_that_count_is_said():
    text = annex(Reading(pdf(room(own=2, audited=3))))
    assert "2 of 3 sessions of this report are among them" in text


def test_alarms_that_are_not_drawn_are_counted():
    alarms = [ReportedAlarm(result(unit={"player": f"P-{at:02}"}), True) for at in range(MOST_DRAWN + 3)]
    text = annex(Reading(pdf(room(*alarms))))
    assert f"player P-{MOST_DRAWN - 1:02}" in text
    assert f"player P-{MOST_DRAWN:02}" not in text
    assert "The attached file has 3 more alarms of the room." in text


def test_text_of_a_log_is_drawn_as_it_is_and_long_ids_stay_on_the_page():
    long, odd = "P-" + "9" * 60, "<b>P</b>\u202e"
    hands = (ShownHand("S" * 60, 3, 4, "v" * 200, "2026-03-21"),)
    alarms = [ReportedAlarm(result(unit={"player": each}, hands=hands), True) for each in (long, odd)]
    text = annex(Reading(pdf(room(*alarms))))
    assert "<b>P</b>" in text
    assert f"Of 40 hands of player {long}," in text


def test_of_many_rooms_those_without_an_alarm_have_a_line_each():
    quiet = [room(room=f"WA-{at}", own=2, audited=2) for at in range(40)]
    text = annex(Reading(pdf(year(), *quiet)))
    assert "Of 40 hands of player P-4471, 12 are void" in text
    assert "Rooms without an alarm" in text
    assert all(f"WA-{at} 2026 41 0 2 2 of 19" in text for at in range(40))
    assert "Room WA-3, 2026" not in text
    assert "Room WA-0417, 2026" in text


def test_of_few_rooms_each_says_what_could_not_be_tested():
    text = annex(Reading(pdf(year(), room(room="WA-0500"))))
    assert "Room WA-0500, 2026" in text
    assert "Rooms without an alarm" not in text
