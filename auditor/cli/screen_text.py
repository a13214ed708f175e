"""Results of screening as text: the innocent explanation comes before the number."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from auditor.cli.audit_words import printable
from reports.formatting import count, listed
from reports.left_out_words import left_out_words
from reports.screening_words import sentence_of, standing_of, whose
from rules.screening.screening_result import ScreeningResult
from rules.typed import from_plain

_WIDTH = 80
_INDENT = "  "
_MOST_LEFT_OUT = 20  # numbers of sessions
_AUDIT_AGAIN = "To count them, audit them again: auditor audits again AUDIT --known now, or “Request an audit” on the pages."
_result = from_plain(ScreeningResult)


def lines_of_room(
    room: str,
    results: Sequence[Mapping[str, Any]],
    tested: Mapping[str, Any],
    noticed: Mapping[str, Any],
) -> Iterator[str]:
    """Lines of a room: its results, what is listed without a chance, what failed to run, and sessions that are left out."""
    for result in results:
        yield from lines_of(result)
    if not results:
        yield _nothing(room, tested["sessions"])
    yield from _facts(noticed)
    for code, reasons in tested["failed"].items():
        for reason, sessions in reasons.items():
            yield from _wrapped(f"{code} was not tested in {count(sessions, 'session')}: {reason}.", "")
    yield from _left_out(room, tested.get("left_out") or {})


def _left_out(room: str, left_out: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Sentences on sessions that do not count, with the first of their numbers and what to do."""
    other_version, not_screened = (left_out.get(name, ()) for name in ("other_version", "not_screened"))
    sessions = sorted([*other_version, *not_screened])
    if not sessions:
        return
    for sentence in left_out_words(len(other_version), len(not_screened)):
        yield from _wrapped(f"{room}: {sentence}", "")
    first = listed([str(each) for each in sessions[:_MOST_LEFT_OUT]])
    more = f", and {len(sessions) - _MOST_LEFT_OUT:,} more" if len(sessions) > _MOST_LEFT_OUT else ""
    yield from _wrapped(f"{'Session' if len(sessions) == 1 else 'Sessions'} {first}{more}")
    yield from _wrapped(_AUDIT_AGAIN)


def facts_of_room(room: str, noticed: Mapping[str, Any]) -> Iterator[str]:
    """Lines of what is listed of a room without a chance, or that there is nothing."""
    if not noticed["facts"]:
        yield printable(f"{room}: nothing is listed without a chance.")
    yield from _facts(noticed)


def _facts(noticed: Mapping[str, Any]) -> Iterator[str]:
    if noticed["facts"]:
        yield "Listed without a chance"
    for fact in noticed["facts"]:
        where = ", ".join(f"{role} {name}" for role, name in fact["unit"].items())
        session = "" if fact["session"] is None else f", session {fact['session']}"
        yield from _wrapped(f"{fact['indicator']} {fact['name']}: {where}{session}, {fact['day']}")
        yield from _wrapped(fact["said"], _INDENT * 2)
        if fact["hands"]:
            yield from _wrapped(f"First hands: {', '.join(map(str, fact['hands']))}", _INDENT * 2)
    left = noticed["in_all"] - len(noticed["facts"])
    if left:
        yield f"{_INDENT}… and {left:,} more, which are older."


def lines_of_night(night: Mapping[str, Any], text: bytes) -> Iterator[str]:
    """Lines of a night's list, with what the register has of it."""
    room, at = night["room"], f"{night['at'][:19].replace('T', ' ')} UTC"
    kept = f"List {night['id']} of room {room}, kept at {at}"
    yield from _wrapped(f"{kept}: entry {night['entry']} of the register has its SHA-256.", "")
    if not text:
        yield printable(f"{room}: no indicator had reached its limit.")
    for line in text.splitlines():
        yield from lines_of(json.loads(line))


def _nothing(room: str, sessions: int) -> str:
    """Line for a room without alarms, by the number of sessions that were screened."""
    if not sessions:
        return printable(f"{room}: no session of these days was screened.")
    counted = "1 session was" if sessions == 1 else f"{sessions:,} sessions were"
    return printable(f"{room}: no indicator has reached its limit; {counted} screened.")


def lines_of(found: Mapping[str, Any]) -> Iterator[str]:
    """Lines of a result: what and whom it is about, what it may mean, the number, what to do next, and the hands."""
    result = _result(found)
    room = "" if "room" in result.unit else f", room {result.room}"
    yield from _wrapped(f"{result.indicator} {result.name}: {whose(result.unit)}{room}", "")
    yield from _wrapped(f"Innocent: {result.innocent}")
    yield from _wrapped(f"Looks for: {result.finds}")
    yield from _wrapped(sentence_of(result))
    yield from _wrapped(standing_of(result))
    yield from _wrapped(f"Next: {result.next}")
    for session, of in groupby(result.hands, lambda each: each.session):
        hands = [str(each.hand) for each in of]
        yield from _wrapped(f"Session {session}, {'hand' if len(hands) == 1 else 'hands'} {', '.join(hands)}")
    yield from _wrapped(f"Id: {result.id}")
    if result.closed:
        yield from _wrapped(f"Closed: {result.closed}")


def _wrapped(text: str, indent: str = _INDENT) -> list[str]:
    return wrap(printable(text), _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}{_INDENT}")
