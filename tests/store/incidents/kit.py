"""Rooms with incidents on record, and what is done about them."""

from auditor.doctor import examine
from auditor.incident_selection import IncidentSelection
from auditor.store.rows import NewFile, Page
from auditor.store.store import FILE
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import old_log, upload

ROOM = "WA-0417"
WRONG = (300, 200, 300, -800)
MEMO = NewFile(b"%PDF-1.4 memo", "application/pdf", "memo needle-4d2.pdf")
WORDS = {"cause": "the dealer read needle-77c", "corrective_action": "the dealer is trained again"}


def wrong_log(client):
    put_room(client)
    upload(client, log(hand_line(1, WRONG)))
    upload(client, log(hand_line(1, (400, 100, 300, -800)), session="S-2"))
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"


def listed(service, **wanted):
    return service.incidents.page(ROOM, IncidentSelection(**wanted), Page())[0]


def answer(service, incident, *files, words=WORDS, **more):
    return service.incidents.answer(ROOM, incident, words, files, "Dana Reyes", **more)


def decide(service, incident, action, **words):
    return service.incidents.decide(ROOM, incident, action, words, "Agent 12")


def faults(folder):
    return [
        (each.table, each.row, each.found) for check in examine(folder / FILE).checks for each in check.faults
    ]


def with_old_sessions(client):
    put_room(client)
    for number, session in enumerate(("S-old", "S-two"), 1):
        upload(client, old_log(session=session))
        client.post("/v1/audits", json={"sessions": [number]})
