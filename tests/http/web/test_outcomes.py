"""What became of a session, where somebody waits for it: at the upload, and on the pages of the session, its day and its room."""

import datetime as dt
import re

import pytest

from tests.http.earlier import kept
from tests.http.kit import hand_line, log
from tests.http.test_arrivals import until
from tests.http.web.kit import DANA, MARA, Person, signed_in, with_rooms, words
from tests.http.web.uploads import form_token, send
from tests.rules.tournaments.build import entries, header, written
from tests.services import application

FILLED = {"rooms": with_rooms}
WRONG = hand_line(7, (300, 200, 300, -800))
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def arriving(tmp_path):
    """The service as it runs: what comes in is audited."""
    with application(tmp_path / "data", filled=with_rooms, audit_on_arrival=True) as app:
        yield app


def outcome(person, number=1, **headers):
    return person.client.get(f"/sessions/{number}/outcome", headers={**SCRIPT, **headers})


def ended(person, number=1):
    """The outcome of a session as soon as it no longer changes by itself."""
    return until(lambda: found if "hx-trigger" not in (found := outcome(person, number)).text else None)


def test_an_upload_is_audited_and_shows_the_result_in_its_place(arriving):
    dana = signed_in(arriving, DANA)
    page = send(dana, ("a.ndjson", log(WRONG)))
    assert 'hx-get="/sessions/1/outcome" hx-trigger="load"' in page.text
    found = ended(dana)
    assert "1 hand is audited: 1 incident." in words(found)
    (incident,) = re.findall(r'href="(/rooms/WA-0417/incidents/\w+)">([^<]*)<', found.text)
    assert incident[1] == "Hand 7: nets off by $1.00"
    assert "Seat 2's recorded result differs" in words(dana.get(incident[0]))
    assert dana.get("/audits/1/report.pdf").data[:5] == b"%PDF-"
    assert 'href="/audits/1/report.pdf"' in found.text


def test_a_right_log_has_no_incident(arriving):
    dana = signed_in(arriving, DANA)
    send(dana, ("a.ndjson", log()))
    assert "1 hand is audited: no incident." in words(ended(dana))


def test_each_of_several_files_has_its_own_result(arriving):
    dana = signed_in(arriving, DANA)
    page = send(dana, ("a.ndjson", log()), ("b.ndjson", log(hand_line(1), session="S-2")))
    assert re.findall(r'hx-get="(/sessions/\d/outcome)"', page.text) == [
        "/sessions/1/outcome",
        "/sessions/2/outcome",
    ]


def test_a_tournament_shows_its_result_in_the_same_way(arriving):
    dana = signed_in(arriving, DANA)
    page = send(
        dana,
        ("t.ndjson", written(header(room="WA-0417"), *entries(2, paid=5000), *entries(3, paid=4500)[2:])),
    )
    assert 'hx-get="/events/1/outcome" hx-trigger="load"' in page.text

    def read():
        found = dana.client.get("/events/1/outcome", headers=SCRIPT)
        return found if "hx-trigger" not in found.text else None

    said = words(until(read))
    assert "It is audited as a whole: " in said
    assert "incident" in said
    assert dana.client.get("/events/1/outcome").headers["Location"].endswith("/events/1")


def test_who_only_tries_waits_for_nothing(rooms):
    page = send(signed_in(rooms, DANA), ("a.ndjson", log()), only_try=True)
    assert "outcome" not in page.text


def test_a_service_that_audits_on_request_alone_says_so_and_a_regulator_asks(rooms):
    dana = signed_in(rooms, DANA)
    send(dana, ("a.ndjson", log(WRONG)))
    said = words(outcome(dana))
    assert "It waits for its audit: one that somebody asks for, or the next night." in said
    assert "Audit it now" not in said  # a room asks for none
    mara = signed_in(rooms, MARA)
    assert "It waits for its audit" in words(mara.get("/sessions/1"))
    mara.send("/audits")
    assert "1 hand is audited: 1 incident." in words(outcome(dana))


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        ("wsgc-ful", "It names a ruleset that is not in the library: wsgc-ful."),
        (None, "It names no ruleset."),
    ],
)
def test_a_session_that_cannot_be_audited_says_why_wherever_it_is_listed(rooms, service, ruleset, reason):
    kept(service.store, log(ruleset=ruleset))
    dana = signed_in(rooms, DANA)
    assert f"This session cannot be audited. {reason}" in words(outcome(dana))
    assert f"This session cannot be audited. {reason}" in words(dana.get("/sessions/1"))
    assert f"cannot be audited {reason}" in words(dana.get("/rooms/WA-0417/days/2026-03-14"))
    said = words(dana.get("/rooms/WA-0417"))
    assert f"cannot be audited {reason} State the ruleset that the table played under." in said


def test_a_ruleset_is_stated_on_the_page_that_says_that_it_is_missing(arriving):
    dana = signed_in(arriving, DANA)
    kept(arriving.extensions["auditor"].store, log(WRONG, ruleset="wsgc-bse"))
    page = dana.get("/sessions/1")
    assert re.findall(r'<option value="([\w-]+)" selected>', page.text) == ["wsgc-base"]  # the likely one
    assert "standard-cash" not in page.text  # of another game
    corrected = dana.send("/sessions/1/ruleset", ruleset="wsgc-base")
    assert "Reason: The ruleset was stated: wsgc-base in place of wsgc-bse." in words(corrected)
    assert "1 hand is audited: 1 incident." in words(ended(dana, 2))
    assert "A correction has replaced this log." in words(dana.get("/sessions/1"))
    service = arriving.extensions["auditor"]
    made = service.sessions.get(2)
    assert (made.ruleset, made.supersedes, made.facts.supersedes_by) == ("wsgc-base", 1, "Dana Reyes")
    first, second = (service.sessions.log(service.sessions.get(each)) for each in (1, 2))
    assert (
        second.split(b"\n", 1)[1] == first.split(b"\n", 1)[1]
    )  # the hands are byte for byte those that came


@pytest.mark.parametrize("ruleset", ["standard-cash", "nobodys-rules", ""])
def test_a_ruleset_that_is_not_offered_is_refused_in_words(rooms, service, ruleset):
    kept(service.store, log(ruleset=None))
    dana = signed_in(rooms, DANA)
    dana.get("/sessions/1")
    page = dana.send("/sessions/1/ruleset", 409, ruleset=ruleset)
    assert f"'{ruleset}' is no ruleset for the game of session 1" in words(page)
    assert service.sessions.get(1).superseded_by is None


def test_no_ruleset_is_stated_for_a_session_that_has_one(rooms, service):
    service.sessions.upload(log())
    dana = signed_in(rooms, DANA)
    assert "/sessions/1/ruleset" not in dana.get("/sessions/1").text
    token = form_token(dana.get("/rooms/WA-0417/upload"))
    answer = dana.client.post(
        "/sessions/1/ruleset", data={"form_token": token, "ruleset": "wsgc-full"},
        headers={"Referer": "http://localhost/sessions/1"},
    )  # fmt: skip
    assert answer.status_code == 409
    assert "names the ruleset that it is audited under" in words(answer)


def test_an_outcome_is_of_who_may_see_the_session(rooms, service):
    service.sessions.upload(log())
    dana = signed_in(rooms, DANA)
    stranger = outcome(Person(rooms))
    assert (stranger.status_code, "S-1" in stranger.text) == (204, False)
    assert dana.client.get("/sessions/1/outcome").headers["Location"].endswith("/sessions/1")
    assert outcome(dana, 7).status_code == 404


def test_the_page_of_a_session_is_loaded_anew_once_its_audit_has_ended(arriving):
    dana = signed_in(arriving, DANA)
    send(dana, ("a.ndjson", log()))
    ended(dana)
    assert outcome(dana, **{"HX-Current-URL": "http://localhost/sessions/1"}).headers["HX-Refresh"] == "true"
    assert (
        "HX-Refresh"
        not in outcome(dana, **{"HX-Current-URL": "http://localhost/rooms/WA-0417/upload"}).headers
    )


def test_a_day_that_was_audited_without_a_session_says_so(rooms, service):
    service.sessions.upload(log(WRONG))
    kept(service.store, log(session="S-2", table="T2", ruleset="wsgc-ful"))
    mara = signed_in(rooms, MARA)
    service.days.audit("WA-0417", dt.date(2026, 3, 14), None)
    said = words(mara.get("/rooms/WA-0417/days/2026-03-14"))
    assert (
        "The audit of the day as a whole is without table T2, session S-2: it names a ruleset that is not in the library: "
        "wsgc-ful. To the session"
    ) in said
