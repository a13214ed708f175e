"""Where to look first in the pages: the year of a room, a cell's units, a unit with its hands, closing, and the ways there."""

import datetime as dt
import gzip
import re
from html import unescape

import pytest

from auditor.http.web.page_words import day_words
from auditor.store.service_clock import now
from tests.http.evasions import put_room_of_evasions, send_evasions
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, send
from tests.http.web.kit import DANA, LEE, MARA, given_factor, last_record, signed_in, words
from tests.rules.screening.screened import logs_of

FACT = "Of 800 hands of player P1, 16 are void; he was losing in all 16, where chance gives 8.8."
AT = f"/rooms/{ROOM}/screening"


def with_alarms(client):
    """Two rooms; of the first voids of one player's losses, winners ruled dead, and a deal that is in two sessions."""
    put_room(client, ROOM, authority="wsgc")
    put_room(client, "WA-0500", authority="wsgc")
    send(client, "voids-of-losses", "dead-winners", "repeats-copied")
    client.application.extensions["auditor"].screening.list_night(ROOM, now())


FILLED = {"alarms": with_alarms}


@pytest.fixture
def alarms(app):
    """The service with four open alarms of WA-0417."""
    return app


def cells(page, code):
    """What the cells of an indicator's row say, January to December and the year."""
    row = re.search(rf'<tr><th scope="row"><a [^>]*>{code}</a>.*?</tr>', page.text, re.S)[0]
    return [unescape(each) for each in re.findall(r'title="([^"]*)"', row)]


def address_of(page, title):
    """The address of a link with some words."""
    return unescape(re.search(rf'href="([^"]+)">{re.escape(title)}', page.text)[1])


def unit_page(person):
    return person.get(address_of(person.get(AT), "SCN006 void-when-losing: player P1"))


def test_a_unit_has_the_session_that_says_most_its_counts_and_e_as_pictures(alarms):
    found = re.findall(r"<svg [^>]*>\s*<title [^>]*>([^<]+)</title>", unit_page(signed_in(alarms, LEE)).text)
    assert found == [
        "Results of P1 without rulings, session s1002", "Void hands, by the result of P1", "E by gaming day",
    ]  # fmt: skip


def test_a_deal_that_is_in_two_sessions_is_shown_side_by_side(alarms):
    lee = signed_in(alarms, LEE)
    page = lee.get(address_of(lee.get(AT), "SCN002 deal-repeated-elsewhere"))
    assert '<title id="picture-0-title">One deal in two sessions</title>' in page.text
    assert "Hand 73 of session s1000 and hand 73 of session s1001 are one deal of 52 cards." in unescape(
        page.text
    )


def test_the_year_leads_to_who_gained_from_whom(alarms):
    lee = signed_in(alarms, LEE)
    page = lee.get(address_of(lee.get(AT), "Who gained from whom in pot games"))
    assert "No session of these days has pot hands that can be counted." in words(page)


def test_the_year_at_a_glance_says_of_each_month_what_was_reached(alarms):
    page = signed_in(alarms, LEE).get(AT)
    voids = cells(page, "SCN006")
    assert voids[2].startswith("open alarm, 8 units tested, the largest E is 1,45")
    assert voids[12].startswith("open alarm, 8 units tested, the largest E is 486")
    assert set(voids[:2] + voids[3:12]) == {"no session"}
    assert cells(page, "SCN002")[2] == "open alarm, 1 unit tested"
    assert cells(page, "SCN012")[2] == "96 units tested, E of each is below 20"
    assert cells(page, "SCN013")[2] == "not tested: no drop box was counted"
    assert cells(page, "SCN016")[2] == "not tested: no unit has enough data for an alarm yet"
    assert "This page rests on 4 sessions, as of entry" in words(page)
    assert "SCN013 drop-against-fees no drop box was counted 4" in words(page)


def test_alarms_are_sentences_with_the_innocent_explanation_before_the_number(alarms):
    said = words(signed_in(alarms, LEE).get(AT))
    first = said.index("SCN006 void-when-losing: player P1")
    assert said.index("Misdeals found at the showdown", first) < said.index(FACT, first)
    assert "An alarm since 2026-03-14." in said[first:]
    assert "An indicator is no verdict." in said
    assert said.index("Open alarms 4") < said.index("What could not be tested")


def test_a_cell_with_one_unit_leads_to_it_and_one_with_several_to_their_list(alarms):
    person = signed_in(alarms, LEE)
    page = person.get(AT)
    links = re.findall(r'<a class="cell look alarm" href="([^"]+)"', page.text)
    one = [each for each in links if "/units" not in each]
    assert "supervisor S" in words(person.get(unescape(one[-1]))) or "Room WA-0417" in words(person.page)
    several = unescape(next(each for each in links if "indicator=SCN006" in each and "month=3" in each))
    said = words(person.get(several))
    assert "void-when-losing March 2026" in said
    assert re.search(r"player P1 1,45\d alarm since Sat 14 March 2026 supervisor S with player P1", said)
    assert "player P2" in said


def test_a_cell_without_units_says_what_the_indicator_needs(alarms):
    said = words(signed_in(alarms, LEE).get(f"{AT}/units?indicator=SCN013"))
    assert "Nothing of it could be tested: no drop box was counted." in said
    assert "It needs drops and the fees of all hands before them" in said


def test_a_unit_has_the_sentence_the_numbers_and_its_hands_with_their_videos(alarms):
    page = unit_page(signed_in(alarms, LEE))
    said = words(page)
    assert said.index("Innocent explanation") < said.index(FACT)
    for fact in (
        "Hands of the player 800", "Void 16", "He was losing 389", "Both 16", "Both by chance 8.8",
        "E of all windows together 486", "Limit 200 of place", "E of the year alone 1,453", "p 1 in 24,200",
        "Alarm since Sat 14 March 2026", "See the video of each void hand", "s1002 Sat 14 March 2026",
        "ended Sat 21 March 2026; it may be gone",
    ):  # fmt: skip
        assert fact in said, fact
    hands = re.findall(r'href="(/sessions/\d+/hands/\d+)[^"]*"', page.text)
    assert len(hands) == 16
    assert page.text.count('<svg class="chart"') == 3  # the session's hands, both shares, and E by day
    assert "Close this alarm" not in said  # which the authority alone does


def test_videos_that_end_within_seven_days_are_marked(app):
    put_room(app.test_client(), ROOM, authority="wsgc")
    played = dt.datetime.now(dt.UTC).date() - dt.timedelta(3)
    after = played + dt.timedelta(1)
    log = gzip.decompress(logs_of("voids-of-losses")[0].read_bytes())
    log = log.replace(b"2026-03-14", f"{played}".encode()).replace(b"2026-03-15", f"{after}".encode())
    assert app.test_client().post("/v1/sessions", data=log, content_type=NDJSON).status_code == 201
    assert app.test_client().post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    person = signed_in(app, LEE)
    person.get(f"{AT}?year={played.year}")
    said = words(person.get(address_of(person.page, "SCN006 void-when-losing: player P1")))
    assert (
        "The videos of 16 of these hands have to be kept for seven days at most. Secure them first." in said
    )
    assert f"until {day_words((played + dt.timedelta(7)).isoformat())}" in said


def test_the_deals_in_two_sessions_have_a_page_without_a_picture(alarms):
    person = signed_in(alarms, LEE)
    said = words(person.get(address_of(person.get(AT), f"SCN002 deal-repeated-elsewhere: room {ROOM}")))
    assert "Among 800 deals of room WA-0417, 1 pair is equal between two sessions" in said
    assert "Hand 73 of session s1000" in said
    assert "Hand 73 of session s1001" in said


def test_the_authority_closes_an_alarm_with_a_reason_on_record(alarms):
    person = signed_in(alarms, MARA)
    unit_page(person)
    assert "Fill this in." in words(person.send("/close", 422, reason=" "))
    assert "Write at most 4,000 characters." in words(person.send("/close", 422, reason="x" * 10_000))
    page = person.send("/close", reason="The videos show misdealt cards in all sixteen.")
    said = words(page)
    assert "Mara Ortiz The videos show misdealt cards in all sixteen." in said
    assert "The alarm was closed." in said
    assert "Close this alarm" not in said
    assert last_record(alarms, "screening.closed")["factor"] == given_factor(alarms)
    year = words(person.get(AT))
    assert "Open alarms 3" in year
    assert year.index("Closed alarms 1") < year.index("Closed by Mara Ortiz")
    assert cells(person.page, "SCN006")[2].startswith(
        "open alarm"
    )  # the one of the supervisor with the player


def test_of_two_people_the_second_learns_that_it_is_closed(alarms):
    person = signed_in(alarms, MARA)
    page = unit_page(person)
    alarm = page.request.path.rpartition("/")[2]
    alarms.extensions["auditor"].screening.close(ROOM, alarm, "Seen.", "Otto Lind")
    said = words(person.send("/close", 409, reason="Mine."))
    assert "The alarm was closed meanwhile" in said
    assert "Otto Lind Seen." in said


def test_evidence_that_changed_since_the_page_was_opened_is_not_closed(alarms):
    person = signed_in(alarms, MARA)
    unit_page(person)
    assert "The evidence changed since you opened the page" in words(
        person.send("/close", 409, reason="Mine.", seen="1.5")
    )


def test_the_ways_there_are_home_rooms_room_and_session(alarms):
    person = signed_in(alarms, MARA)
    home = words(person.get("/home"))
    assert "Open alarms of screening 4" in home
    assert "SCN006 void-when-losing: player P1" in home
    assert re.search(r'Home</a> <span class="count">\d', person.page.text)
    assert f"4 open alarms of {ROOM}" in words(person.get("/rooms"))
    assert "Where to look first 4 open alarms" in words(person.get(f"/rooms/{ROOM}"))
    assert "Where to look first These alarms" in words(person.get("/sessions/1"))
    assert "SCN002 deal-repeated-elsewhere" in words(person.page) or "SCN00" in words(person.page)


def test_a_compliance_officer_sees_them_as_things_to_look_at_which_do_not_wait(alarms):
    page = signed_in(alarms, LEE).get("/home")
    assert re.search(r'Open alarms of screening <span class="faint">4</span>', page.text)


def test_who_may_not_read_screening_sees_no_trace_of_it(alarms):
    person = signed_in(alarms, DANA)
    for path in ("/home", "/rooms", f"/rooms/{ROOM}", "/sessions/1"):
        page = person.get(path)
        assert "SCN0" not in page.text, path
        assert "look first" not in page.text, path
    assert "may not read where to look first" in words(person.get(AT, 403))


def test_a_room_without_sessions_says_that_nothing_is_screened_yet(alarms):
    said = words(signed_in(alarms, MARA).get("/rooms/WA-0500/screening"))
    assert "No session of this room is screened yet." in said


def test_as_of_an_entry_the_page_is_what_was_known_then(alarms):
    person = signed_in(alarms, MARA)
    entry = int(re.search(r"as of entry ([\d,]+) of", words(person.get(AT)))[1].replace(",", ""))
    page = unit_page(person)
    person.send("/close", reason="Seen.")
    then = person.get(f"{AT}?as_of={entry}")
    assert "Open alarms 4" in words(then)
    assert "Close this alarm" not in words(person.get(f"{page.request.path}?as_of={entry}"))
    assert "To what is on record now" in words(then)


def test_facts_without_a_chance_are_listed_with_their_session_and_hands(app):
    put_room_of_evasions(app.test_client())
    send_evasions(app.test_client(), "tokes")
    page = signed_in(app, MARA).get("/rooms/WA-0500/screening")
    said = words(page)
    assert "Listed without a chance" in said
    assert re.search(r"After \d+ of \d+ hands every seat gave the same toke", said)
    links = re.findall(r'href="(/sessions/1/hands/\d+)', page.text)
    assert len(links) >= 1
    assert re.search(
        r'href="/sessions/1"[^>]*>To the session|href="/sessions/1\?[^"]*">To the session', page.text
    )


@pytest.mark.parametrize("path", ["/units?indicator=SCN999", "/units", f"/{'0' * 24}"])
def test_what_is_not_there_is_said(alarms, path):
    assert "Screening" in words(signed_in(alarms, MARA).get(AT + path, 404))
