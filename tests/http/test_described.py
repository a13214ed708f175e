"""Every operation answers as the OpenAPI document says. Of what other tests are answered, `described` looks at the first ones."""

import hashlib

import pytest

from auditor.http.access import PUBLIC
from tests.http import described as module
from tests.http.described import described
from tests.http.earlier import on_record
from tests.http.filing import TOML, put_room
from tests.http.kit import NDJSON, hand_line, log, zipped
from tests.http.test_roles import ANSWER, CALLS, INCIDENT, NOBODYS, OURS, Things, addresses, fill, send
from tests.importing.workbooks import content, written
from tests.rules.filed import controls
from tests.rules.screening.screened import logs_of
from tests.services import application

pytestmark = pytest.mark.slow
SETS = "/v1/rooms/WA-0417/controls"


def terms_proposed(client):
    """The number of proposals of terms so far."""
    return len(client.get("/v1/rooms/WA-0417/terms").json["proposals"])


def decide(client):
    """What `fill` leaves out: decided terms, a revision that is withdrawn, denied and discarded, a returned answer, a
    ruleset that is stated.
    """
    at = f"{SETS}/{OURS.ruleset}/2"
    sets = controls(2, "2026-06-01").replace("wa-0417-thirteen", OURS.ruleset)
    assert client.post(SETS, data=sets, content_type=TOML).status_code == 201
    assert client.put(at, data=sets, content_type=TOML).status_code == 200
    for step, more in (
        ("submit", {}),
        ("withdraw", {}),
        ("submit", {}),
        ("deny", {"reference": "letter 3", "reason": "no"}),
    ):
        assert client.post(f"{at}/{step}", json={"by": "someone", **more}).status_code == 200
    for number, step in enumerate(("refuse", "approve"), terms_proposed(client) + 1):
        assert put_room(client, tables=6 + number).status_code == 202
        letter = {"reference": "letter 4", "reason": "no"} if step == "refuse" else {"reference": "letter 4"}
        assert (
            client.post(
                f"/v1/rooms/WA-0417/terms/{number}/{step}", json={"by": "someone", **letter}
            ).status_code
            == 200
        )
    draft = sets.replace("revision = 2", "revision = 3").replace("2026-06-01", "2026-07-01")
    assert client.put(f"{SETS}/{OURS.ruleset}/3", data=draft, content_type=TOML).status_code == 201
    assert client.delete(f"{SETS}/{OURS.ruleset}/3").status_code == 200
    wrong = log(hand_line(1, (300, 100, 300, -800)), session="S-9")
    number = client.post("/v1/sessions", data=wrong, content_type=NDJSON).json["id"]
    audit = client.post("/v1/audits", json={"sessions": [number]}).json["id"]
    links = client.get(f"/v1/audits/{audit}/incidents").json["incidents"][0]["links"]
    incident = INCIDENT.format(room="WA-0417", incident=links["incident"].rpartition("/")[2])
    assert client.post(f"{incident}/answer", json=ANSWER).status_code == 200
    assert client.post(f"{incident}/return", json={"reason": "no video"}).status_code == 200
    supersedes = {"sha256": hashlib.sha256(wrong).hexdigest(), "reason": "keyed wrong", "by": "E-7"}
    right = log(hand_line(1), session="S-9", supersedes=supersedes)
    number = client.post("/v1/sessions", data=right, content_type=NDJSON).json["id"]
    audit = client.post("/v1/audits", json={"sessions": [number]}).json["id"]
    for rest in ("", "/facts"):
        assert client.get(f"/v1/audits/{audit}/corrections/{number}{rest}").status_code == 200
    number = on_record(client, log(room="WA-0888", ruleset=None))
    stated = {"ruleset": "wsgc-base", "by": "E-7"}
    assert client.post(f"/v1/sessions/{number}/ruleset", json=stated).status_code == 201
    close_an_alarm(client)


def close_an_alarm(client):
    """An evening whose void hands are one player's losses, and its alarm, which is closed."""
    (path,) = logs_of("voids-of-losses")
    number = client.post("/v1/sessions", data=path.read_bytes(), content_type=NDJSON).json["id"]
    assert client.post("/v1/audits", json={"sessions": [number]}).status_code == 201
    alarm, *_ = client.get("/v1/screening?room=WA-0417").json["results"]
    night = client.application.extensions["auditor"].screening.list_night(
        "WA-0417", "2099-01-01T00:00:00.000000Z"
    )
    assert client.get(f"/v1/screening/lists/{night.id}").status_code == 200
    closing = {"room": "WA-0417", "reason": "the videos show no fault", "by": "someone"}
    assert client.post(f"/v1/screening/{alarm['id']}/close", json=closing).status_code == 200


def test_every_operation_answers_as_the_document_says(tmp_path, monkeypatch):
    """Every operation has an answer of success, and every problem of what is not there, that meets its description."""
    monkeypatch.setattr(module, "OFTEN", 1_000_000)
    monkeypatch.setattr(module, "LARGEST", 1_000_000_000)
    with application(tmp_path / "data") as app:
        found = described(app)
        found.seen.clear()
        client = app.test_client()
        fill(client, OURS)
        client.post("/v1/originals", data=OURS.workbook())
        for kind, data in (("tournaments", OURS.event()), ("ledgers", OURS.book())):
            client.post(f"/v1/{kind}", data=data, content_type=NDJSON)
        here = Things(**{**vars(OURS), "original": 1, "tournament": 1, "ledger": 2})
        for endpoint, method, need in addresses(app):
            if need != PUBLIC:
                send(app, method, CALLS[endpoint], here, None)
                if method == "GET":  # in a room that is not there
                    send(app, method, CALLS[endpoint], NOBODYS, None)
        decide(client)
    operations = {
        f"{method.upper()} {path}"
        for path, item in found.document["paths"].items()
        for method in item
        if method != "parameters"
    }
    succeeded = {operation for operation, status, _ in found.seen if status < 300}
    assert operations - succeeded == set()
    refused = {operation for operation, status, _ in found.seen if status >= 400}
    unrefused = {each for each in operations - refused if each.startswith("GET") and "{" in each}
    assert unrefused == {"GET /v1/checks/{code}"}  # of which the walk knows one alone


def test_answers_that_the_document_once_had_not_are_in_it(tmp_path):
    """Two answers of one status, a file that is refused with places in a workbook, and files of several media types."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        answers = [client.post("/v1/audits", json={"pending": True})]
        sheets = content()
        sheets["Session"][1][0] = None
        answers.append(client.post("/v1/originals", data=written(sheets)))
        answers.append(client.post("/v1/originals", data=b"a,b\r\n1,2\r\n", content_type="text/csv"))
        answers += [client.post("/v1/sessions", data=log(), content_type=NDJSON) for _ in range(2)]
        answers.append(client.post("/v1/sessions?dry_run=true", data=log(), content_type=NDJSON))
        zipped_log = zipped(log(session="S-2"))
        answers.append(client.post("/v1/sessions", data=zipped_log, content_type="application/gzip"))
        answers += [client.get(f"/v1/sessions/{each}/log") for each in (1, 2)]
    found = [(each.status_code, each.mimetype.removeprefix("application/")) for each in answers]
    assert found == [
        (200, "json"), (422, "problem+json"), (422, "problem+json"), (201, "json"), (200, "json"), (200, "json"), (201, "json"),
        (200, "x-ndjson"), (200, "gzip"),
    ]  # fmt: skip
    assert answers[0].json == {
        "audit": None,
        "message": "No audit was made: no session is pending.",
        "skipped": [],
    }
    assert {"line", "where", "do"} & answers[1].json["problems"][0].keys() == {"where", "do"}


def test_an_answer_that_the_document_does_not_have_is_noticed(tmp_path, monkeypatch):
    with application(tmp_path / "data") as app:
        found = described(app)
        document = found.document
        listed = {**document["paths"]["/v1/rooms"]["get"]}
        monkeypatch.setitem(document["paths"]["/v1/rooms"], "get", listed)
        client = app.test_client()
        for altered, says in (
            ({"responses": {"201": {}, "default": {}}}, "GET /v1/rooms 200: the document has 201, default"),
            (
                {"responses": {"200": {"content": {"text/csv": {}}}}},
                "application/json; the document has text/csv",
            ),
            (
                {
                    "responses": {
                        "200": {"content": {"application/json": {"schema": {"required": ["halls"]}}}}
                    }
                },
                "'halls' is a required property",
            ),
        ):
            listed.update(altered)
            found.seen.clear()
            with pytest.raises(AssertionError, match=says):
                client.get("/v1/rooms")
