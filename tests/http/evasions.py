"""The room WA-0500 on a service, with its controls and logs of the folder of evasions."""

import gzip

from tests.cases.money import EVASIONS
from tests.http.filing import TERMS, TOML, step
from tests.http.kit import NDJSON

ROOM = "WA-0500"
CONTROLS = f"/v1/rooms/{ROOM}/controls"


def evasion(name):
    """The bytes of a log."""
    return gzip.decompress((EVASIONS / f"{name}.ndjson.gz").read_bytes())


def put_room_of_evasions(client):
    """Put the room on record, and approve its controls."""
    assert client.put(f"/v1/rooms/{ROOM}", json=TERMS).status_code in (201, 202)
    text = (EVASIONS / "controls.toml").read_text("utf-8")
    assert client.post(CONTROLS, data=text, content_type=TOML).status_code == 201
    one = f"{CONTROLS}/wa-0500-thirteen/1"
    assert step(client, "submit", one).status_code == 200
    answer = step(client, "approve", one, reference="letter 1")
    assert answer.status_code == 200, answer.json


def send_evasions(client, *names):
    """Upload logs, and have them audited."""
    for name in names:
        answer = client.post("/v1/sessions", data=evasion(name), content_type=NDJSON)
        assert answer.status_code == 201, answer.json
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
