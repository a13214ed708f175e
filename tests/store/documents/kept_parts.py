"""A document as it is stored, for tests: its parts in memory, which a test may alter."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import msgspec

from auditor.evidence import Evidence
from auditor.store.documents.document_making import MadeDocument, document_of_lists
from auditor.store.documents.document_rows import ResultLists, summary_text
from auditor.store.documents.stored_result import StoredResult
from rules.audit import audit_log
from rules.results import Finding, Incident, IncidentHand, ReadingEffect
from tests.http.kit import hand_line, log

SALT = bytes(range(32))
AUDIT = audit_log(Evidence(log(hand_line(3), hand_line(17))))
FINDING = Finding(
    code="SCR001", name="net-differs", kind="discrepancy", severity="major", room="WA-0417", session="S-1", hand=17,
    seat=2, player="P2", line=18, stated=100, expected=300, difference=-200, unit="money", money=200,
    clause="WSGC-6d", message="Sätze “mit” Zeichen; '=1+1'", hands=None, readings=None, fingerprint="f0",
)  # fmt: skip
INCIDENT = Incident(
    id="i0", title="A net differs", severity="major", area="money", pattern=False, root="f0",
    hands=[IncidentHand("S-1", 17)], day=None, seats=[2], at=None, clause="WSGC-6d", findings=["f0"], misallocated=200,
    misrecorded=None, owes=[],
)  # fmt: skip
READING = ReadingEffect(
    ambiguity="AMB-1", reading="a", means="this", taken=True, hands=3, units=None, money=-5
)
CODES = (
    ("SCR001", "discrepancy", "major"),
    ("LOG001", "violation", "critical"),
    ("AMB001", "undetermined", "note"),
)
PLAYERS = ("P1", "P2", "Äneas", None)
SESSIONS = (1, 2, None)


@dataclass
class Kept:
    """A document's root, salt and contents, and its parts by list and number."""

    root: str
    contents: bytes
    salt: bytes | None
    parts: dict[tuple[str, int], bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, made: MadeDocument) -> Kept:
        """A document as it was made."""
        parts = {(each.name, each.number): each.body for each in made.parts}
        return cls(made.root, made.contents, made.salt, parts)

    def result(self) -> StoredResult:
        """The result, read from what is kept."""
        return StoredResult(
            self.root, self.contents, self.salt, lambda name, number: self.parts.get((name, number))
        )

    def but(self, name: str, number: int, body: bytes | None) -> Kept:
        """The same with another part, or without it."""
        parts = {**self.parts, (name, number): body}
        return replace(self, parts={place: each for place, each in parts.items() if each is not None})


def document_with(findings=(), incidents=(), corrections=()) -> Kept:
    """A document of some rows, each with its session's number."""
    return Kept.of(
        document_of_lists(
            ResultLists(summary_text(AUDIT), AUDIT.coverage, findings, incidents, corrections), SALT
        )
    )


def varied_findings(count: int, seed: int = 1) -> list[tuple[int | None, Finding]]:
    """Findings of all sorts with their sessions' numbers, the same each time."""
    drawn = random.Random(seed)
    return [(drawn.choice(SESSIONS), _finding(drawn, number)) for number in range(count)]


def _finding(drawn: random.Random, number: int) -> Finding:
    code, kind, severity = drawn.choice(CODES)
    hands = drawn.choice([None, None, [], [number, 3, 3, 10**12], [7]])
    stated, expected = drawn.choice([(100, 300), ("4/3", None), (False, True), (None, 0)])
    return msgspec.structs.replace(
        FINDING, code=code, kind=kind, severity=severity, hand=drawn.choice([None, 3, 7, number]),
        player=drawn.choice(PLAYERS), stated=stated, expected=expected, hands=hands,
        readings=[READING] if code == "AMB001" else None, fingerprint=f"f{number}",
    )  # fmt: skip


def varied_incidents(count: int, seed: int = 1) -> list[tuple[int | None, Incident]]:
    """Incidents of all sorts with their sessions' numbers, the same each time."""
    drawn = random.Random(seed)
    return [
        (
            drawn.choice(SESSIONS),
            msgspec.structs.replace(
                INCIDENT,
                id=f"i{number}",
                area=drawn.choice(["money", "cards"]),
                pattern=drawn.choice([True, False]),
                severity=drawn.choice(["major", "note"]),
                root=f"f{number}",
                findings=[f"f{number}"],
            ),
        )
        for number in range(count)
    ]
