"""The annex "Where to look" in reports of audits: from logs with planted conduct to its words, for whoever may read screening."""

import json
import re
import zipfile
from io import BytesIO
from itertools import groupby

import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import EXTENSION, OPEN
from tests.http.evasions import put_room_of_evasions, send_evasions
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_screening import ROOM, send
from tests.http.web.kit import words
from tests.pdf import text_of
from tests.rules.screening.screened import logs_of, screened
from tests.services import application, unprotected

pytestmark = pytest.mark.slow
TITLE = "A Where to look: screening"
PDF = "/v1/audits/1/report.pdf?exhibits=0"
COUNTED = "Of 800 hands of player P1, 16 are void; he was losing in all 16, where chance gives 8.8."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A store with an audit of four sessions with voids of one player's losses and winners ruled dead."""
    folder = tmp_path_factory.mktemp("annex") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses", "dead-winners", "repeats-copied")
    return folder


@pytest.fixture
def app(folder):
    with application(folder) as made:
        yield made


def as_role(app, role):
    """Headers of a key of a role."""
    new = NewKey(role, "Ann", authority="wsgc") if role == "regulator" else NewKey(role, "Ann", rooms=(ROOM,))
    return {"Authorization": f"Bearer {keys.make(app.extensions[EXTENSION].store, new)[1]}"}


def annex(data):
    text = text_of(data)
    return text[text.index(TITLE) :] if TITLE in text else ""


def test_the_report_states_the_screening_as_of_the_audits_entry_with_the_attached_results(app):
    client = app.test_client()
    data = client.get(PDF).data
    text = annex(data)
    assert "4 alarms; 10 of 19 indicators could be tested." in text
    assert "all 4 sessions of this report are among them" in text
    order = [
        "SCN006 Void when losing: player P1",
        "Misdeals found at the showdown",
        COUNTED,
        "the limit at place 5 is 200",
        "See the video of each void hand",
        "Void hands, by the result of P1",
        "s1002 27 cam-2/00002.mp4#t=1631 2026-03-21",
    ]
    places = [text.index(each) for each in order]
    assert places == sorted(places)
    assert "No drop box was counted 4 SCN013 drop-against-fees" in text
    (body,) = PdfReader(BytesIO(data)).attachments["audit-1-screening.ndjson"]
    results = [json.loads(line) for line in body.splitlines()]
    entry = app.extensions[EXTENSION].store.register.of_fact("audit.finished", 1).index
    assert {each["as_of"] for each in results} == {entry}
    assert [each["indicator"] for each in results] == ["SCN002", "SCN006", "SCN006", "SCN007"]
    assert (results[1]["unit"], results[1]["k"], results[1]["hands"][0]["hand"]) == ({"player": "P1"}, 16, 27)


def sheet(data):
    """Rows of the sheet, each by its headings; none where the workbook has no such sheet."""
    book = CalamineWorkbook.from_filelike(BytesIO(data))
    if "Where to look" not in book.sheet_names:
        return []
    head, *rows = book.get_sheet_by_name("Where to look").to_python()
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "voids-of-losses",
            "Of 40 hands of player p-8e4f, 12 are void; he was losing in all 12, where chance gives 4.8.",
        ),
        ("tokes", "After 40 of 40 hands every seat gave the same toke, $2.00. First hands: 1–20."),
    ],
)
def test_forty_hands_of_one_evening_are_in_their_report(tmp_path, name, said):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room_of_evasions(client)
        send_evasions(client, name)
        assert said in annex(client.get(PDF).data)


def test_units_put_down_after_the_deal_are_in_the_report_with_the_length_of_each_block(tmp_path):
    """The innocent explanation asks how long a unit lasted: so the report prints it, before the number says how rare it is."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "units-after-the-deal")
        text = annex(client.get(PDF).data)
    sentence = re.search(
        r"Session (\w+) has (\d+) blocks of one unit, (\d+) of them of one hand; the longest has (\d+)\. "
        r"Hands of each in the order of play: ([\d, ]+) and (\d+) more blocks\.",
        text,
    )
    session, blocks, singles, longest, listed, more = sentence.groups()
    hands = next(
        each.hands
        for each in map(screened, logs_of("units-after-the-deal"))
        if each.header.session == session
    )
    lengths = [len(list(block)) for _, block in groupby(hands.unit.tolist())]
    assert [int(blocks), int(singles), int(longest)] == [len(lengths), lengths.count(1), max(lengths)]
    assert [*map(int, listed.split(", "))] == lengths[:60]
    assert int(more) == len(lengths) - 60
    assert text.index("SCN011 Unit follows result: player P1") < sentence.start() < text.index("Next step")


def test_the_page_of_the_audit_has_the_open_alarms_after_its_incidents(app):
    said = words(app.test_client().get("/audits/1"))
    said = said[said.index("Where to look first") :]
    assert "4 open alarms." in said
    order = [
        "SCN006 void-when-losing: player P1",
        "Misdeals found at the showdown",
        COUNTED,
        "the limit at place 5 is 200",
    ]
    places = [said.index(each) for each in order]
    assert places == sorted(places)


def test_the_workbook_has_the_alarms_as_a_sheet(app):
    whole, *alarms = sheet(app.test_client().get("/v1/audits/1/report.xlsx").data)
    assert whole["Counted"].startswith(
        "4 alarms; 10 of 19 indicators could be tested. An indicator is no verdict."
    )
    found = next(each for each in alarms if each["About"] == "player P1")
    assert (found["Standing"], found["Indicator"], found["Limit"], found["Hands of the audit"]) == (
        "alarm",
        "SCN006",
        200,
        "yes",
    )
    assert found["Counted"] == COUNTED
    assert found["Innocent explanation"].startswith("misdeals found at the showdown")
    assert found["Hands"].startswith("s1002: 27, 30, 35, 38")


@pytest.mark.parametrize(("role", "shown"), [("compliance", True), ("room", False)])
def test_the_sheet_is_for_whoever_may_read_screening(folder, role, shown):
    with application(folder, open_to_all=False) as app:
        data = app.test_client().get("/v1/audits/1/report.xlsx", headers=as_role(app, role)).data
    assert bool(sheet(data)) is shown


def test_what_is_on_record_later_changes_no_byte(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses")
        first = client.get(PDF)
        send(client, "dead-winners")
        assert client.get(f"/v1/screening?room={ROOM}").json["tested"]["sessions"] == 2
        again = client.get(PDF)
    assert annex(first.data)
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    with application(tmp_path / "data") as app:
        assert app.test_client().get(PDF).data == first.data


def test_a_closed_alarm_is_shown_as_closed_with_the_reason(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses")
        before = client.get(PDF)
        found = client.get(f"/v1/screening?room={ROOM}").json["results"]
        (alarm,) = [each["id"] for each in found if each["unit"] == {"player": "P1"} and each["alarm"]]
        body = {"room": ROOM, "reason": "the videos show no fault", "by": "Agent 12"}
        assert client.post(f"/v1/screening/{alarm}/close", json=body).status_code == 200
        after = client.get(PDF)
    text = annex(after.data)
    closed = text[text.index("Closed alarms with hands of the sessions of this report") :]
    assert "player P1" in closed
    assert "Agent 12: the videos show no fault" in closed
    assert after.headers["ETag"] != before.headers["ETag"]


def test_neither_the_cover_nor_the_redacted_edition_has_anything_of_it(app):
    data = app.test_client().get(PDF).data
    assert "creening" not in PdfReader(BytesIO(data)).pages[0].extract_text()
    service, out = app.extensions[EXTENSION], BytesIO()
    service.results.write_report(service.auditing.finished(1), out, 0, redacted=True, screened=True)
    assert all(word not in text_of(out.getvalue()) for word in ("creening", "SCN006", "Innocent"))
    assert list(PdfReader(out).attachments) == ["audit-1-redacted.json"]


@pytest.mark.parametrize(
    ("role", "shown"), [("regulator", True), ("compliance", True), ("room", False), ("automation", False)]
)
def test_it_is_for_whoever_may_read_screening(folder, role, shown):
    with application(folder, open_to_all=False) as app:
        made = (
            NewKey(role, "Ann", authority="wsgc")
            if role == "regulator"
            else NewKey(role, "Ann", rooms=(ROOM,))
        )
        _, key = keys.make(app.extensions[EXTENSION].store, made)
        answer = app.test_client().get(PDF, headers={"Authorization": f"Bearer {key}"})
        assert answer.status_code == 200
        assert (COUNTED in text_of(answer.data)) is shown
        assert ("audit-1-screening.ndjson" in PdfReader(BytesIO(answer.data)).attachments) is shown


def audited(client):
    put_room(client)
    body = log(hand_line(1), hand_line(2))
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


def test_no_alarm_is_said_with_what_could_not_be_tested(tmp_path):
    with application(tmp_path / "data", filled=audited) as app:
        text = annex(app.test_client().get(PDF).data)
    assert "No alarm; 1 of 19 indicators could be tested." in text
    assert "No drop box was counted 1 SCN013 drop-against-fees" in text


def forget_statistics(app):
    """Leave a store as one whose audits are by a program before screening."""
    with unprotected(app.extensions[EXTENSION].store.connections.db) as db:
        for table in ("screening_sums", "screening_statistics"):
            db.execute(f"DELETE FROM {table}")


def test_a_report_whose_sessions_have_no_statistics_says_nothing(tmp_path):
    with application(tmp_path / "data", filled=audited) as app:
        service = app.extensions[EXTENSION]
        forget_statistics(app)
        assert service.results.screening_basis(service.auditing.finished(1)) == ""
        data = app.test_client().get(PDF).data
        out = BytesIO()
        service.results.write_report(service.auditing.finished(1), out, 0)
    assert data == out.getvalue()
    assert "creening" not in text_of(data)


@pytest.fixture
def asking(tmp_path):
    """A client of a store with an audit, and headers by role; keys are asked for."""
    with application(tmp_path / "data", filled=audited) as app:
        app.config[OPEN] = False
        roles = ("regulator", "compliance", "room", "automation")
        yield app.test_client(), {role: as_role(app, role) for role in roles}


def issue(client, headers):
    body = {"edition": "screened", "exhibits": "0"}
    return client.post("/v1/audits/1/reports", json=body, headers=headers)


def test_the_screened_edition_is_issued_by_whoever_may_read_screening(asking):
    client, by = asking
    refused = issue(client, by["automation"])
    assert refused.status_code == 403
    assert refused.json["detail"].startswith("A key of the role automation may not read where to look first")
    issued = issue(client, by["regulator"])
    assert (issued.status_code, issued.json["edition"]) == (201, "screened")
    assert (issue(client, by["regulator"]).status_code, issued.json["id"]) == (200, 1)
    listed = client.get("/v1/reports?edition=screened", headers=by["room"]).json["reports"]
    assert [each["id"] for each in listed] == [1]


@pytest.mark.parametrize("role", ["regulator", "compliance"])
def test_the_screened_edition_and_its_bundle_are_read_by_whoever_may_read_screening(asking, role):
    client, by = asking
    links = issue(client, by["regulator"]).json["links"]
    assert "No alarm; 1 of 19 indicators could be tested." in annex(
        client.get(links["pdf"], headers=by[role]).data
    )
    bundle = zipfile.ZipFile(BytesIO(client.get(links["bundle"], headers=by[role]).data))
    assert annex(bundle.read("report-1.pdf"))


@pytest.mark.parametrize("role", ["room", "automation"])
def test_the_screened_edition_is_given_to_nobody_else(asking, role):
    client, by = asking
    issue(client, by["regulator"])
    shown = client.get("/v1/reports/1", headers=by[role]).json
    assert (shown["edition"], list(shown["links"])) == ("screened", ["self", "audit", "entry"])
    for file in ("report.pdf", "bundle.zip"):
        assert client.get(f"/v1/reports/1/{file}", headers=by[role]).status_code == 403
    assert client.get("/v1/reports/1", headers=by["regulator"]).json["pulls"] == 0


def test_the_full_edition_has_nothing_of_screening_and_is_given_to_all(asking):
    client, by = asking
    issued = client.post("/v1/audits/1/reports", json={"exhibits": "0"}, headers=by["regulator"]).json
    data = client.get(issued["links"]["pdf"], headers=by["room"]).data
    assert "creening" not in text_of(data)
    assert data == client.get(PDF, headers=by["room"]).data


def test_a_screened_edition_of_what_is_not_screened_is_refused(tmp_path):
    with application(tmp_path / "data", filled=audited) as app:
        forget_statistics(app)
        refused = issue(app.test_client(), {})
    assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (409, "nothing-screened")
    assert refused.json["detail"] == (
        "No session of audit 1 is screened, so that its report has nothing of screening. Issue the full edition."
    )
