"""Log of a draft: `cardroom-log/1` with the source `keyed`; and places of its lines."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from auditor.importing.workbook.layout import HAND_COLUMNS, SESSION
from auditor.importing.workbook.workbook_columns import TemplateColumn
from auditor.importing.workbook.workbook_values import Context, Wrong, read_value
from auditor.keyed.content import CHINESE, KeyedHand, KeyedHead, KeyedNote, KeyedSeat
from auditor.keyed.keyed_refusals import CannotKey
from rules.cards import ROWS
from rules.records.events import FORMAT
from rules.records.problems import Problem
from rules.times import parse_one

_AT = next(each for each in HAND_COLUMNS if each.title == "at")
_OF_CLOSED = ("dealt", "declared", "surrendered")
_SEAT = re.compile(r"seats\[(\d+)\]")
# The format keeps fields that begin with _ and ignores them.
ALTERED = "_net_changed_after_due_was_shown"
NOT_AS_KEPT = "_draft_was_not_as_kept"


class KeyedClosing(Struct, frozen=True):
    """End of a session. counted: hands by the room, None unrecorded."""

    closed_at: str | None = None
    counted: int | None = None


class Recorder(Struct, frozen=True):
    """Id of the keying key, and time."""

    by: str | None
    at: str


def read_time(column: TemplateColumn, text: str, head: KeyedHead | None, zone: str) -> str:
    """A typed room-clock time as RFC 3339. Raises Wrong."""
    return str(read_value(column, text, Context(0, zone, _opened(head) if head else None)))


def log_of(
    room: str,
    head: KeyedHead,
    hands: Mapping[int, KeyedHand],
    zone: str,
    recorder: Recorder | None = None,
    closing: KeyedClosing | None = None,
    altered: frozenset[int] = frozenset(),
    *,
    is_as_kept: bool = True,
) -> bytes:
    """Log of a draft as NDJSON. Raises CannotKey."""
    closing = closing or KeyedClosing()
    first: dict[str, Any] = {"event": "session", "format": FORMAT, "room": room}
    first |= {name: getattr(head, name) for name in ("session", "table", "currency", "opened_at")}
    first |= _stated(closed_at=closing.closed_at)
    first |= {"unit": head.unit, **_stated(ruleset=head.ruleset)}
    staff = _stated(dealer=head.dealer, supervisor=head.supervisor)
    first |= {"staff": staff} if staff else {}
    first |= {"source": "keyed"}
    if recorder is not None:
        first |= {**_stated(recorded_by=recorder.by), "recorded_at": recorder.at}
    first |= {} if is_as_kept else {NOT_AS_KEPT: True}
    lines = [first]
    lines += [
        hand_event(head, number, hands[number], zone, altered=number in altered) for number in sorted(hands)
    ]
    if closing.counted is not None and closing.closed_at is not None:
        lines.append({"event": "close", "at": closing.closed_at, "hands": closing.counted})
    return msgspec.json.Encoder().encode_lines(lines)


def hand_event(
    head: KeyedHead, number: int, hand: KeyedHand, zone: str, *, altered: bool = False
) -> dict[str, Any]:
    """Event of a hand. Raises CannotKey where its time cannot be placed."""
    closed = head.game == CHINESE
    event: dict[str, Any] = (
        {"event": "chinese_hand"} if closed else {"event": "ofc_hand", "variant": head.game}
    )
    event["hand"] = number
    event["seats"] = [_seat(each, closed) for each in hand.seats]
    if hand.at is not None:
        try:
            event["at"] = read_time(_AT, hand.at, head, zone)
        except Wrong as wrong:
            raise CannotKey(
                f"Hand {number}: the time {hand.at}: expected {wrong.expected}. {wrong.do}"
            ) from wrong
    event |= _stated(dealer=hand.dealer, banker=hand.banker if closed else None)
    if hand.irregularities:
        event["irregularities"] = [msgspec.to_builtins(each) for each in hand.irregularities]
    event |= {"void": True} if hand.void else {}
    return event | ({ALTERED: True} if altered else {})


def _seat(seat: KeyedSeat, closed: bool) -> dict[str, Any]:
    made: dict[str, Any] = {"seat": seat.seat, "player": seat.player, **_stated(stack=seat.stack)}
    if not closed and seat.missed:
        made["status"] = "missed"
    made |= {row: cards for row in ROWS if (cards := getattr(seat, row))}
    for name in _OF_CLOSED if closed else ():
        made |= {name: value} if (value := getattr(seat, name)) else {}
    made |= {"fouled": True} if seat.fouled else {}
    return made | _stated(net=seat.net)


def place_of(problem: Problem, head: KeyedHead, hands: Mapping[int, KeyedHand]) -> KeyedNote:
    """A log's problem at its hand and seat. hand -1: the session."""
    numbers = sorted(hands)
    text = f"{problem.field}: found {problem.found}; expected {problem.expected}".removeprefix(": ")
    if not 2 <= problem.line < 2 + len(numbers):
        return KeyedNote(-1, None, text)
    number = numbers[problem.line - 2]
    found = _SEAT.match(problem.field)
    at = int(found[1]) if found else None
    return KeyedNote(number, hands[number].seats[at].seat if at is not None else None, text)


def _stated(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _opened(head: KeyedHead) -> dt.datetime:
    return dt.datetime.fromisoformat(head.opened_at.upper())


def closing_of(head: KeyedHead, closed_at: str, counted: str, zone: str) -> KeyedClosing:
    """End of a session as typed. Raises CannotKey."""
    try:
        closed = read_time(SESSION.column("closed at"), closed_at, head, zone) if closed_at else None
        hands = read_value(SESSION.column("hands in all"), counted, Context()) if counted else None
    except Wrong as wrong:
        raise CannotKey(f"Expected {wrong.expected}. {wrong.do}") from wrong
    if hands is not None and closed is None:
        raise CannotKey("The number of hands that the room counted needs the time at which the table closed.")
    opened, ended = parse_one(head.opened_at), parse_one(closed) if closed else None
    if opened and ended and ended[0] < opened[0]:
        raise CannotKey(f"The table closed ({closed}) before it opened ({head.opened_at}).")
    return KeyedClosing(closed, hands)
