"""Logs of years ago, and a service with a room whose fiscal year ends in June, for the tests of retention."""

from typing import Any

from auditor.registry import Registry
from auditor.retention import PurgePlan, plan
from auditor.store import Store
from rules.controls.library import library
from tests.http.kit import NDJSON, hand_line, log

NEEDLE = "needle-8f1c"  # in the log alone: no result has it
WRONG = (300, 200, 300, -800)


def old_log(day: str = "2015-03-14", session: str = "S-old", hand: int = 1, **fields: Any) -> bytes:
    """A session of one hand with wrong nets, from four to six in the afternoon of a day."""
    opened, closed = f"{day}T16:00:00-07:00", f"{day}T18:00:00-07:00"
    line = {**hand_line(hand, WRONG), "at": f"{day}T17:00:00-07:00", "_note": NEEDLE}
    return log(line, **{"opened_at": opened, "closed_at": closed, "session": session, **fields})


def upload(client: Any, body: bytes) -> int:
    """The session that a log became."""
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    number: int = answer.json["id"]
    return number


def planned(store: Store, at: str | None = None) -> PurgePlan:
    """What may be purged."""
    return plan(store, Registry(store, library()), at)
