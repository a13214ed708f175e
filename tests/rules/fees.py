"""A few readable lines for fees: controls with them, hands of which they were taken, collections of time."""

from typing import Any

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import Library, load
from rules.results import Audit
from tests.rules.build import A, B, Event, hand, log, seat, session
from tests.rules.rulesets import BASE

WAC = session(ruleset="wac-230-15-080", room="WA-0417")


def room(licence_class: str | None = "F") -> Room:
    """The card room of the logs."""
    return Room("WA-0417", (TermsOfRoom("America/Los_Angeles", licence_class=licence_class),))


def fee(kind: str, amount: int, **fields: Any) -> Event:
    return {"kind": kind, "amount": amount, **fields}


def at(minute: float) -> str:
    """A time so many minutes after four in the afternoon."""
    second = round(minute * 60)
    return f"2026-03-14T{16 + second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}-07:00"


def taken(number: int, *fees: Event, **fields: Any) -> Event:
    """A hand of two players with its fees."""
    return hand(number, seat(1, A), seat(2, B), **{"fees": list(fees), **fields})


def paid(
    seat_number: int, amount: int, begins: float, ends: float, when: float | None = None, **fields: Any
) -> Event:
    """A collection of time from a seat, for minutes of the afternoon; taken when they begin unless stated."""
    return {
        "event": "fee", "kind": "time", "at": at(begins if when is None else when), "seat": seat_number,
        "player": f"P{seat_number}", "amount": amount, "covers_from": at(begins), "covers_to": at(ends), **fields,
    }  # fmt: skip


def filed(fees: str) -> Library:
    """Controls of a room with the fees of a text; a `cite` is added as the clause."""
    text = BASE.replace('id = "base"', 'id = "filed"') + fees.replace("CITE", 'cite = "convention"')
    return load({"filed.toml": text})


def extending(fees: str, revision: int = 2) -> dict[str, str]:
    """The file of a room that plays 2-4 scoring under the limits of the law."""
    head = f"""
[ruleset]
id = "room"
revision = 1
title = "A room's"
authority = "Room"
family = "chinese"
extends = ["wac-230-15-080@{revision}", "wsgc-2-4@1"]
"""
    return {"room.toml": head + fees.replace("CITE", 'cite = "convention"')}


def reported(*events: Event, licence_class: str | None = "F", on_record: bool = True, **asked: Any) -> Audit:
    """The audit of a log of a room that is on record."""
    return audit_log(BytesSource(log(*events)), room=room(licence_class) if on_record else None, **asked)
