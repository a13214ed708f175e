"""Pages of audits: their list, one with its progress and coverage, requests for another one, two compared."""

import re

import pytest

from auditor.store.rows import AuditRecord
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, LEE, MARA, WRONG, Person, signed_in, with_audits, words

FILLED = {"audits": with_audits}


@pytest.fixture
def audits(app):
    return app


@pytest.fixture
def mara(audits):
    return signed_in(audits, MARA)


def rows(page):
    """The audits that a list has."""
    return re.findall(r'<a href="/audits/(\d+)[^"]*">Audit', page.text)


@pytest.mark.slow
def test_the_list_has_the_audits_of_the_persons_rooms_alone(audits, mara):
    page = mara.get("/audits")
    assert rows(page) == ["1"]
    assert "1 audit" in words(page)
    assert "WA-0417, table T1, S-1" in words(page)
    assert "$1.00" in words(page)
    assert "WA-0500" not in page.text
    assert "There is no audit 2." in words(mara.get("/audits/2", 404))
    for path in (
        "/audits/2/report.pdf",
        "/audits/2/findings.csv",
        "/audits/1/compare/2",
        "/audits/2/progress",
    ):
        assert mara.client.get(path).status_code == 404, path


def test_the_list_by_room_by_day_and_by_state(audits):
    somebody = Person(audits)
    assert rows(somebody.get("/audits")) == ["2", "1"]
    assert rows(somebody.get("/audits?room=WA-0500")) == ["2"]
    assert rows(somebody.get("/audits?from=2026-03-14&until=2026-03-14&room=WA-0417")) == ["1"]
    page = somebody.get("/audits?from=2026-03-15")
    assert rows(page) == []
    assert "No audit matches this filter." in words(page)
    assert rows(somebody.get("/audits?state=finished&from=nothing")) == ["2", "1"]
    assert rows(somebody.get("/audits?state=failed")) == []


def test_an_empty_list_says_how_audits_come_about(room):
    page = Person(room.application).get("/audits")
    assert "No audit is on record yet." in words(page)


def test_an_audit_shows_its_numbers_what_was_tested_and_its_incidents(mara):
    page = mara.get("/audits/1")
    said = words(page)
    assert "Audit 1 WA-0417, table T1, S-1" in said
    assert "Hands 2 2 could be tested" in said
    assert "Misallocated $1.00 was misallocated." in said
    assert re.search(r"SCR001 Net differs 2 1 0 1 0 –", said)
    assert "the fees of the hand were not recorded" in said
    incident = re.search(r'<a href="(/rooms/WA-0417/incidents/[0-9a-f]{64})[^"]*">([^<]+)</a>', page.text)
    assert incident is not None
    assert incident[2] in words(mara.get(incident[1]))
    assert "awaits an answer" in said


@pytest.mark.slow
def test_its_documents_are_those_of_the_api(audits, mara):
    page = mara.get("/audits/1")
    links = re.findall(r'href="(/audits/1/[a-z-]+\.(?:pdf|csv|xlsx|json))"', page.text)
    assert links == [
        f"/audits/1/{name}"
        for name in ("report.pdf", "incidents.csv", "findings.csv", "report.xlsx", "report.json")
    ]
    given = {link: mara.client.get(link).data for link in links}
    assert given["/audits/1/report.pdf"].startswith(b"%PDF-")
    audits.config["AUDITOR_OPEN"] = True
    for link, body in given.items():
        of_api = audits.test_client().get(f"/v1{link}").data
        assert body == (b"\xef\xbb\xbf" + of_api if link.endswith(".csv") else of_api), link


def test_an_audit_that_goes_on_shows_how_far_it_is(audits, monkeypatch):
    made = audits.extensions["auditor"].auditing.get(1)
    stored = {name: getattr(made, name) for name in AuditRecord.__slots__ if name != "__weakref__"}
    going = AuditRecord(
        **{**stored, "state": "running", "hands_done": 120, "hands_total": 1212, "summary": None}
    )
    monkeypatch.setattr("auditor.store.stored_audits.Audits.get", lambda *_: going)
    somebody = Person(audits)
    page = somebody.get("/audits/1")
    assert "120 of 1,212 hands are audited." in words(page)
    assert "You can come back later." in words(page)
    assert 'hx-get="/audits/1/progress" hx-trigger="every 2s"' in page.text
    assert '<a href="/audits/1">Refresh</a>' in page.text  # without a script
    part = somebody.client.get("/audits/1/progress", headers={"HX-Request": "true"})
    assert '<progress id="done" max="1212" value="120">' in part.text
    assert "<html" not in part.text
    monkeypatch.undo()
    ended = somebody.client.get("/audits/1/progress", headers={"HX-Request": "true"})
    assert (ended.status_code, ended.headers["HX-Redirect"]) == (204, "/audits/1")
    plain = somebody.client.get("/audits/1/progress")
    assert (plain.status_code, plain.headers["Location"]) == (303, "/audits/1")


@pytest.mark.slow
def test_who_may_request_an_audit_does_and_is_led_to_it(audits):
    lee = signed_in(audits, LEE)
    lee.get("/audits")
    assert "Request an audit" in words(lee.page)
    lee.get("/audits/new?room=WA-0417")
    assert 'value="WA-0417"' in lee.page.text
    page = lee.send("/audits", room="WA-0417", what_if="")
    assert page.request.path == "/audits/3"
    page = lee.get("/audits/new") and lee.send("/audits", room="WA-0417", ruleset="wsgc-2-4", what_if="yes")
    assert "What-if: other controls were tried." in words(page)
    assert "Settled differently" in words(page)
    assert 'href="/audits/4/what-if.pdf"' in page.text
    assert "/rooms/WA-0417/incidents/" not in page.text  # it is no fact about the room
    assert "again" in words(lee.get("/audits/1"))


def test_a_request_that_is_refused_says_why_and_keeps_what_was_typed(audits):
    lee = signed_in(audits, LEE)

    def refused(**fields):
        lee.get("/audits/new")
        page = lee.send("/audits", 422, what_if="", **fields)
        for value in fields.values():
            assert f'value="{value}"' in page.text
        return words(page)

    assert "Name what to audit: a room, or sessions by their numbers." in refused(ruleset="wsgc-base")
    assert "There is no session 2. The list of sessions shows those there are." in refused(
        sessions="1 2"
    )  # the other room's
    assert "Write a whole number." in refused(sessions="1 x")
    assert "nothing-known" in refused(room="WA-0417", ruleset="nothing-known")
    assert "there is no current session of room 'WA-0500'" in refused(room="WA-0500")
    assert "Write a day such as 2026-03-14." in refused(room="WA-0417", **{"from": "x"})


def test_who_may_not_request_one_is_offered_none(audits):
    dana = signed_in(audits, DANA)
    page = dana.get("/audits/1")
    assert "Do it again" not in words(page)
    assert "Issue a report" not in words(page)
    assert "Request an audit" not in words(dana.get("/audits"))
    assert "may not request audits" in words(dana.get("/audits/new", 403))


@pytest.mark.slow
def test_an_audit_is_done_again_and_compared(mara):
    mara.get("/audits/1")
    page = mara.send("/audits/1/again", known="now")
    assert page.request.path == "/audits/3"
    assert 'Done again from</dt><dd><a href="/audits/1">Audit 1</a>' in page.text
    page = mara.get("/audits/3/compare?other=1")
    assert page.request.path == "/audits/1/compare/3"
    assert "0 findings are gone, 0 are new, 0 have changed;" in words(page)
    assert "Both audits rest on the same logs, rulesets, rooms and engine." in words(page)
    document = mara.client.get("/audits/1/compare/3/report.pdf")
    assert (document.mimetype, document.data[:5]) == ("application/pdf", b"%PDF-")
    assert "is no number of an audit" in words(mara.get("/audits/1/compare?other=x", 404))


def test_a_comparison_names_what_is_gone_and_what_is_new(audits):
    """The log is corrected: hand 2 has its right amounts, and hand 1 wrong ones."""
    somebody = Person(audits)
    mended = log(
        hand_line(1, WRONG), hand_line(2),
        supersedes={"sha256": audits.test_client().get("/v1/sessions/1").json["sha256"], "reason": "typing", "by": "Dana"},
    )  # fmt: skip
    sent = audits.test_client().post("/v1/sessions", data=mended, content_type=NDJSON)
    if sent.status_code == 201:
        somebody.get("/audits/1")
        somebody.send("/audits/1/again", known="now")
        said = words(somebody.get("/audits/1/compare/3"))
        assert "log of S-1" in said
        assert re.search(r"Gone \d+ .*hand 2.* New \d+ .*hand 1", said)
    else:
        raise AssertionError(sent.json)
