"""Versions of a log audited: thousands at once, each with players of its own; or one by itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from msgspec import json

from rules.audit import BytesSource, audit_log
from rules.results import Audit, Finding
from tests.rules.build import Event
from tests.rules.checked import checks_of
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
OF_NEIGHBOURS = {"cards", "acts"}  # makers whose changes show in a hand and the next
FEW = 10  # changes of a kind, which are all tried
AT_ONCE = 200  # versions in a log
WHOLLY = (
    5  # of the versions that are audited by themselves, every so many is audited with all that an audit has
)

# What is found in a version because others come before it, or in many hands at once.
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
    lines = version_of(log.encoded, place, json.encode(change.line))
    return expected_breaches(log.session, lines, by_hand=not change.alone)


def tried(log: Log, maker: str, part: Callable[..., list[tuple[int, Change]]]) -> Iterator[Tried]:
    """Every change of a maker, or the part of each kind that a run looks at.

    A change that shows only with the other hands of the log is audited by itself.

    Every so many of those, of all kinds, are audited with what an audit makes of its findings; the others are only checked.
    """
    made = part(drawn(log, maker), lambda each: each[1].what)
    together = [Version.of(log, maker, place, change) for place, change in made if not change.alone]
    for version, found in zip(together, audited_together(log, together), strict=True):
        yield Tried(log, version.place, version.change, version.expected(log), found)
    alone = [(place, change) for place, change in made if change.alone]
    for number, (place, change) in enumerate(alone):
        altered = version_of(log.encoded, place, json.encode(change.line))
        findings = (
            checked(log.session, altered) if number % WHOLLY else audited(log.session, altered).findings
        )
        yield Tried(log, place, change, expected(log, place, change), breaches(findings, altered))


def drawn(log: Log, maker: str) -> list[tuple[int, Change]]:
    """The changes of a maker; of those that a log has hundreds of, half of each kind that has more than a few."""
    made = list(changes(log, maker))
    often = Counter(change.what for _, change in made)
    chance = Random(f"{log.name} {maker}")
    return [
        (place, change)
        for place, change in made
        if maker not in OF_NEIGHBOURS or often[change.what] <= FEW or chance.random() < 0.5
    ]


@dataclass(frozen=True)
class Version:
    """The lines of a log with a change at a place; of a change of acts or cards, those next to it.

    begin: the place of the first of them in the log. What the other lines show, with who is out, other changes show too.
    """

    place: int
    change: Change
    begin: int
    lines: list[bytes]

    @classmethod
    def of(cls, log: Log, maker: str, place: int, change: Change) -> Version:
        lines = version_of(log.encoded, place, json.encode(change.line))
        if maker not in OF_NEIGHBOURS:
            return cls(place, change, 0, lines)
        begin = max(place - 1, 0)
        return cls(place, change, begin, lines[begin : place + 2])

    def expected(self, log: Log) -> set[Breach]:
        return self.placed(expected_breaches(log.session, self.lines, by_hand=True))

    def placed(self, found: set[Breach]) -> set[Breach]:
        """At their places in the log."""
        return {(code, place + self.begin, seat) for code, place, seat in found}


def version_of(lines: list[bytes], place: int, line: bytes) -> list[bytes]:
    return [*lines[:place], line, *lines[place + 1 :]]


def encoded(session: dict, lines: list[bytes]) -> bytes:
    return b"\n".join([json.encode(session), *lines])


def audited(session: dict, lines: list[bytes]) -> Audit:
    audit = audit_log(BytesSource(encoded(session, lines)))
    assert audit.complete, audit.failures
    return audit


def checked(session: dict, lines: list[bytes]) -> Sequence[Finding]:
    return checks_of(encoded(session, lines)).findings


# The first two against a plain walk over stacks (tests/plain/chips.py), payments around the table by examples.
HELD_ELSEWHERE = {"STK010", "STK011", "PAY011"}


def breaches(findings: Iterable[Finding], lines: list[bytes]) -> set[Breach]:
    """Every violation and discrepancy: code, place of the line, seat. A finding about many hands counts for each of them."""
    found = set()
    numbers: dict[int, list[int]] = defaultdict(list)
    expected = (each for each in findings if each.kind in ("violation", "discrepancy"))
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


def audited_together(log: Log, versions: list[Version]) -> list[set[Breach]]:
    """Breaches of each version, many of them in one log; without those of the log as a whole.

    One log in some, with versions of all kinds, is audited with what an audit makes of its findings; the others are only checked.
    """
    found: list[set[Breach]] = [set() for _ in versions]
    apart = max(1, -(-len(versions) // AT_ONCE))
    for first in range(apart):
        numbers = range(first, len(versions), apart)
        lines, origin = [], []
        for number in numbers:
            lines += [named_apart(line, number) if is_hand(line) else b"" for line in versions[number].lines]
            origin += [(number, place) for place in range(len(versions[number].lines))]
        findings = checked(log.session, lines) if first else audited(log.session, lines).findings
        for code, at, seat in breaches(findings, lines):
            if code not in OF_THE_LOG:
                number, place = origin[at]
                found[number].add((code, place, seat))
    return [version.placed(each) for version, each in zip(versions, found, strict=True)]


def is_hand(line: bytes) -> bool:
    return b'"ofc_hand"' in line


def named_apart(line: bytes, version: int) -> bytes:
    """With players of its own."""
    return line.replace(b'"player":"P', b'"player":"V%d-P' % version)
