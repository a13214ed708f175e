"""Sessions that screening leaves out: of another version, and not screened yet. The list, the command and the page say so."""

import gzip
from html import unescape

import pytest

from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, results, send
from tests.http.web.kit import LEE, signed_in, words
from tests.rules.screening.screened import logs_of
from tests.services import application, listening, unprotected
from tests.store.screened_by_versions import keep_as_of_version

NONE = {"other_version": [], "not_screened": []}


@pytest.fixture
def folder(tmp_path):
    """A store with a screened session, and an alarm of it."""
    folder = tmp_path / "data"
    with application(folder) as app:
        put_room(app.test_client(), ROOM, authority="wsgc")
        send(app.test_client(), "voids-of-losses")
    return folder


@pytest.fixture
def app(folder):
    with application(folder) as app:
        yield app


def store_of(app):
    return app.extensions["auditor"].store


def upload(client, case):
    """The number of a session that is not audited yet."""
    body = gzip.decompress(logs_of(case)[0].read_bytes())
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def counted(client, **query):
    answer = client.get("/v1/screening", query_string={"room": ROOM, **query}).json["tested"]
    return answer["sessions"], answer["left_out"]


def test_a_session_of_an_earlier_version_is_named_until_it_is_audited_again(app):
    client = app.test_client()
    sessions, left_out = counted(client)
    assert (left_out, len(results(client))) == (NONE, 2)
    keep_as_of_version(store_of(app), 1)
    moment = store_of(app).screening.entries() - 1
    assert counted(client) == (sessions - 1, {"other_version": [1], "not_screened": []})
    assert counted(client, as_of=moment)[1]["other_version"] == [1]
    assert counted(client, until="2026-03-13") == (0, NONE)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert counted(client) == (sessions, NONE)
    assert len(results(client)) == 2


def test_a_session_that_no_audit_has_read_is_named_from_its_upload_on(app):
    client = app.test_client()
    before = store_of(app).screening.entries() - 1
    number = upload(client, "dead-winners")
    assert counted(client)[1] == {"other_version": [], "not_screened": [number]}
    assert counted(client, as_of=before)[1] == NONE
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    assert counted(client)[1] == NONE


def test_sessions_of_a_room_without_any_statistics_are_named(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client(), ROOM)
        number = upload(app.test_client(), "dead-winners")
        assert counted(app.test_client()) == (0, {"other_version": [], "not_screened": [number]})


def test_a_session_whose_sums_are_missing_counts(app):
    client = app.test_client()
    before = counted(client), results(client)
    with unprotected(store_of(app).connections.db) as db:
        db.execute("DELETE FROM screening_sums")
    assert (counted(client), results(client)) == before


def test_the_command_says_how_many_are_left_out_and_what_to_do(folder):
    with application(folder) as app:
        keep_as_of_version(store_of(app), 1)
        number = upload(app.test_client(), "dead-winners")
    with listening(folder) as url:
        done = call("screen", ROOM, "--url", url)
    assert done.status == 0
    assert done.lines[-6:] == [
        f"{ROOM}: 1 session is left out: another version of the program made its",
        "  statistics.",
        f"{ROOM}: 1 session is left out: no audit with screening has read its log.",
        f"  Sessions 1 and {number}",
        "  To count them, audit them again: auditor audits again AUDIT --known now, or",
        "    “Request an audit” on the pages.",
    ]


def test_the_page_says_how_many_are_left_out_and_leads_to_the_form_for_their_audit(app):
    lee = signed_in(app, LEE)
    assert 'id="left-out"' not in lee.get(f"/rooms/{ROOM}/screening").text
    keep_as_of_version(store_of(app), 1)
    page = lee.get(f"/rooms/{ROOM}/screening")
    assert "1 session is left out." in words(page)
    assert (
        "1 session is left out: another version of the program made its statistics. It counts once it is audited again."
        in words(page)
    )
    assert 'href="/sessions/1"' in page.text
    assert "/audits/new?sessions=1" in unescape(page.text)


def test_the_page_of_a_room_without_any_statistics_names_its_sessions(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client(), ROOM, authority="wsgc")
        upload(app.test_client(), "dead-winners")
        page = signed_in(app, LEE).get(f"/rooms/{ROOM}/screening")
    assert "1 session is left out: no audit with screening has read its log." in words(page)
    assert "/audits/new?sessions=1" in page.text
