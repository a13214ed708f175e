"""A record of a state's size: what `GET /v1/night` takes over it, from its beginning and since the night before.

`python -m tests.bench_night SESSIONS` prints processor times as JSON. A session in ten has an incident.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from auditor.jobs import register_verifying
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.large_record import ROOMS, begin, fill
from tests.services import application

EVERY = 10  # sessions of which one has an incident


def main() -> None:
    sessions = int(sys.argv[1])
    register_verifying.FIRST_SECONDS = 3600.0  # what is copied is no entry of the register
    with tempfile.TemporaryDirectory() as folder, application(Path(folder) / "data") as app:
        client = app.test_client()
        begin(client)
        fill(app.extensions["auditor"].store, sessions, _place)
        client.get("/v1/night")
        first, answer = _seconds(lambda: client.get("/v1/night"))
        assert answer.json["sessions"] == sessions
        since = answer.json["cursor"]
        number = upload(client, log(hand_line(1, WRONG), session="new", room="WA-0000"))
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
        later, answer = _seconds(lambda: client.get(f"/v1/night?since={since}"))
        assert len(answer.json["new"]) == 2
        assert len(answer.json["persisting"]) == 2 * (1 + sessions // EVERY)
        tag = answer.headers["ETag"]
        unchanged, answer = _seconds(
            lambda: client.get(f"/v1/night?since={since}", headers={"If-None-Match": tag})
        )
        assert answer.status_code == 304
    figures = {"first_seconds": first, "since_last_night_seconds": later, "unchanged_seconds": unchanged}
    print(json.dumps({name: round(seconds, 2) for name, seconds in figures.items()}))


def _place(number: int) -> tuple[str, str, bool]:
    day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return f"WA-{number % ROOMS:04}", day, number % EVERY == 0


def _seconds(work: Any) -> tuple[float, Any]:
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


if __name__ == "__main__":
    main()
