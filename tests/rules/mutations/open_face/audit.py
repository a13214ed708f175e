"""Versions of a log audited: thousands at once, each with players of its own; or one by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import json

from rules.audit import BytesSource, audit_log
from rules.results import Audit
from tests.rules.build import Event
from tests.rules.mutations.open_face import (
    of_acts,
    of_cards,
    of_clocks,
    of_hand,
    of_payments,
    of_rulings,
    of_seats,
)
from tests.rules.mutations.open_face.change import Change
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.expected.hand import Breach, Hand, judged
from tests.rules.mutations.open_face.expected.log import expected_breaches
from tests.rules.mutations.open_face.why import Case

MAKERS = {
    "hand": of_hand.changes,
    "seats": of_seats.changes,
    "cards": of_cards.changes,
    "acts": of_acts.changes,
    "clocks": of_clocks.changes,
    "payments": of_payments.changes,
    "rulings": of_rulings.changes,
}
AT_ONCE = 200  # versions in a log

# What is told of a version because others stand before it, or is told of many hands at once.
OF_THE_LOG = {
    "LOG001", "LOG002", "LOG005", "LOG006", "LOG007", "STK002", "STK005", "DCK005", "DCK006", "TRN005", "CTL001", "CLK006",
}  # fmt: skip


@dataclass(frozen=True)
class Tried:
    """A change at a place of a log: the findings that the log must have, and those that it has."""

    log: Log
    place: int
    change: Change
    expected: set[Breach]
    found: set[Breach]

    @property
    def case(self) -> Case:
        before, after = (self.hand(line) for line in (self.log.lines[self.place], self.change.line))
        return Case(self.change, self.log.system, before, after)

    def hand(self, line: Event) -> Hand | None:
        if line["event"] != "ofc_hand":
            return None
        return judged(json.encode(line), self.log.system, self.log.session.get("unit"))


def changes(log: Log, *makers: str) -> Iterator[tuple[int, Change]]:
    """Each change with the place of its line."""
    for place, line in enumerate(log.lines):
        for maker in makers or MAKERS:
            yield from ((place, change) for change in MAKERS[maker](line, log))


def expected(log: Log, place: int, change: Change) -> set[Breach]:
    lines = version(log.encoded, place, json.encode(change.line))
    return expected_breaches(log.session, lines, by_hand=not change.alone)


def tried(log: Log, maker: str) -> Iterator[Tried]:
    """Every change of a kind; a change that shows only with the other hands of the log is audited by itself."""
    lines, made = log.encoded, list(changes(log, maker))
    together = [(place, change) for place, change in made if not change.alone]
    found = audited_together(
        log, [version(lines, place, json.encode(change.line)) for place, change in together]
    )
    for (place, change), breaches_found in zip(together, found, strict=True):
        yield Tried(log, place, change, expected(log, place, change), breaches_found)
    for place, change in made:
        if change.alone:
            altered = version(lines, place, json.encode(change.line))
            found_alone = breaches(audited(log.session, altered), altered)
            yield Tried(log, place, change, expected(log, place, change), found_alone)


def version(lines: list[bytes], place: int, line: bytes) -> list[bytes]:
    return [*lines[:place], line, *lines[place + 1 :]]


def audited(session: dict, lines: list[bytes]) -> Audit:
    audit = audit_log(BytesSource(b"\n".join([json.encode(session), *lines])))
    assert audit.complete, audit.failures
    return audit


# The first two against a plain walk over stacks (tests/plain/chips.py), payments around the table by examples.
HELD_ELSEWHERE = {"STK010", "STK011", "PAY011"}


def breaches(audit: Audit, lines: list[bytes]) -> set[Breach]:
    """Every violation and discrepancy: code, place of the line, seat. A finding about many hands counts for each of them."""
    found = set()
    numbers: dict[int, list[int]] = defaultdict(list)
    expected = (each for each in audit.findings if each.kind in ("violation", "discrepancy"))
    for each in (each for each in expected if each.code not in HELD_ELSEWHERE):
        if each.hands is None:
            assert each.line is not None
            found.add((each.code, each.line - 2, each.seat))
            continue
        if not numbers:
            for place, line in enumerate(lines):
                numbers[json.decode(line).get("hand")].append(place)
        found |= {(each.code, place, each.seat) for number in each.hands for place in numbers[number]}
    return found


def audited_together(log: Log, versions: list[list[bytes]]) -> list[set[Breach]]:
    """Breaches of each version, all of them audited as one log; without those of the log as a whole."""
    size, found = len(log.lines), []
    for first in range(0, len(versions), AT_ONCE):
        some = versions[first : first + AT_ONCE]
        expected: list[set[Breach]] = [set() for _ in some]
        lines = [
            named_apart(line, number) if is_hand(line) else b""
            for number, each in enumerate(some)
            for line in each
        ]
        for code, place, seat in breaches(audited(log.session, lines), lines):
            if code not in OF_THE_LOG:
                expected[place // size].add((code, place % size, seat))
        found += expected
    return found


def is_hand(line: bytes) -> bool:
    return b'"ofc_hand"' in line


def named_apart(line: bytes, version: int) -> bytes:
    """With players of its own."""
    return line.replace(b'"player":"P', b'"player":"V%d-P' % version)
