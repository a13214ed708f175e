"""Rooms on a service with the controls and logs of the folder of evasions, which are of the room WA-0500."""

import gzip
import json

from tests.cases.money import EVASIONS
from tests.http.filing import TERMS, TOML, step
from tests.http.kit import NDJSON

ROOM = "WA-0500"


def of_room(text, room):
    """Bytes of the folder as another room's."""
    return text.replace(ROOM.encode(), room.encode()).replace(ROOM.lower().encode(), room.lower().encode())


def evasion(name, room=ROOM):
    """The bytes of a log."""
    return of_room(gzip.decompress((EVASIONS / f"{name}.ndjson.gz").read_bytes()), room)


def put_room_of_evasions(client, room=ROOM, **terms):
    """Put a room on record, and approve its controls."""
    assert client.put(f"/v1/rooms/{room}", json={**TERMS, **terms}).status_code in (201, 202)
    text, at = of_room((EVASIONS / "controls.toml").read_bytes(), room), f"/v1/rooms/{room}/controls"
    assert client.post(at, data=text, content_type=TOML).status_code == 201
    one = f"{at}/{room.lower()}-thirteen/1"
    assert step(client, "submit", one).status_code == 200
    answer = step(client, "approve", one, reference="letter 1")
    assert answer.status_code == 200, answer.json


def send_evasions(client, *names):
    """Upload logs, and have them audited."""
    for name in names:
        answer = client.post("/v1/sessions", data=evasion(name), content_type=NDJSON)
        assert answer.status_code == 201, answer.json
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


def with_a_card_exchanged(body):
    """A log in which seats 1 and 2 of each hand exchanged the first card of their front."""
    lines = []
    for line in map(json.loads, body.splitlines()):
        if line["event"] == "chinese_hand":
            one, other = (line["seats"][at]["front"][:2] for at in (0, 1))
            text = json.dumps(line).replace(one, "??").replace(other, one).replace("??", other)
            line = json.loads(text)
        lines.append(json.dumps(line))
    return "\n".join(lines).encode()
