"""Results of screening as text: the innocent explanation comes before the number."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from auditor.cli.audit_words import printable
from reports.formatting import count

_WIDTH = 80
_INDENT = "  "


def lines_of_room(
    room: str,
    results: Sequence[Mapping[str, Any]],
    tested: Mapping[str, Any],
    noticed: Mapping[str, Any],
) -> Iterator[str]:
    """Lines of a room: its results, what is listed without a chance, and what failed to run."""
    for result in results:
        yield from lines_of(result)
    if not results:
        yield _nothing(room, tested["sessions"])
    yield from _facts(noticed)
    for code, reasons in tested["failed"].items():
        for reason, sessions in reasons.items():
            yield from _wrapped(f"{code} was not tested in {count(sessions, 'session')}: {reason}.", "")


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


def lines_of(result: Mapping[str, Any]) -> Iterator[str]:
    """Lines of a result: what and whom it is about, what it may mean, the number, what to do next, and the hands."""
    yield from _wrapped(f"{result['indicator']} {result['name']}: {_unit(result)}", "")
    yield from _wrapped(f"Innocent: {result['innocent']}")
    yield from _wrapped(f"Looks for: {result['finds']}")
    yield from _wrapped(_counted(result))
    for sentence in _standing(result):
        yield from _wrapped(sentence)
    yield from _wrapped(f"Next: {result['next']}")
    for session, of in groupby(result["hands"], lambda each: each["session"]):
        hands = [str(each["hand"]) for each in of]
        yield from _wrapped(f"Session {session}, {'hand' if len(hands) == 1 else 'hands'} {', '.join(hands)}")
    yield from _wrapped(f"Id: {result['id']}")
    if result["closed"]:
        yield from _wrapped(f"Closed: {result['closed']}")


def _unit(result: Mapping[str, Any]) -> str:
    unit = {**result["unit"], "room": result["room"]}
    return ", ".join(f"{role} {name}" for role, name in unit.items())


def _counted(result: Mapping[str, Any]) -> str:
    """Sentence of the counts: k of K in a table of two by two, k in N else."""
    both = result["k"]
    of = f"in {result['N']}" if result["K"] is None else f"of {result['K']}"
    chance = "" if result["expected"] is None else f", where chance gives {result['expected']}"
    rest = "" if result["n"] is None else f"; of all, {result['n']} of {result['N']}"
    return f"Counted: {both} {of}{chance}{rest}."


def _standing(result: Mapping[str, Any]) -> tuple[str, str]:
    """Sentences of the evidence, and of what follows from it."""
    logs = result["log10_e"]
    evidence = "There is no evidence" if logs is None else f"Evidence: log10 E is {logs['combined']}"
    limit = "" if result["limit"] is None else f"; the limit is {result['limit']}, at place {result['place']}"
    said = "On the monthly list" if result["listed"] else "No alarm"
    if result["alarm"]:
        said = f"An alarm since {result['since']}"
    return f"{evidence}{limit}.", f"{said}."


def _wrapped(text: str, indent: str = _INDENT) -> list[str]:
    return wrap(printable(text), _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}{_INDENT}")
