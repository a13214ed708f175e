"""Drafts for tests: a session at table T1 of room WA-0417, and the commission's own hand of four players, keyed."""

import json
from typing import Any

from auditor.keyed.content import KeyedHead, SeatTaken
from auditor.service import Service
from tests.http.kit import NETS, ROWS

ROOM = "WA-0417"
PAGE, OTHER_PAGE = "a" * 32, "b" * 32


def head(**fields: Any) -> KeyedHead:
    """Four players under the controls of the room, at a dollar a unit."""
    given = {
        "table": "T1", "session": "S-9", "currency": "USD", "opened_at": "2026-03-14T16:00:00-07:00", "game": "chinese",
        "unit": 100, "ruleset": "wsgc-base", "seats": [SeatTaken(seat, f"P{seat}") for seat in (1, 2, 3, 4)],
    }  # fmt: skip
    return KeyedHead(**{**given, **fields})


def hand(nets: tuple[int | None, ...] = NETS, **fields: Any) -> dict[str, Any]:
    """What the page sends of the hand."""
    seats = [
        {"seat": at, "player": f"P{at}", "front": front, "middle": middle, "back": back}
        | ({} if net is None else {"net": net})
        for at, ((front, middle, back), net) in enumerate(zip(ROWS, nets, strict=True), 1)
    ]
    return {"seats": seats, **fields}


def keyed(service: Service, *hands: dict[str, Any], **fields: Any) -> int:
    """A draft with some hands, numbered from 1."""
    draft = service.keyed.begin(ROOM, head(**fields)).row.id
    for number, each in enumerate(hands, 1):
        save(service, draft, number, each)
    return draft


def save(service: Service, draft: int, number: int, content: dict[str, Any], seen: int = 0, **more: Any):
    return service.keyed.save(ROOM, draft, number, json.dumps(content), seen, **more)
