"""Incidents of an audit as numbered entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from msgspec import Struct, field

from rules.findings.finding_table import Fingerprints
from rules.results import Audit, Finding, Incident

EXHIBITS = 50  # places that are drawn by default
FIRST = 12  # incidents that the first page lists and that are always drawn
MOST_PATTERNS = 20
HandPlace = tuple[str, str, int]  # room, session and line of a hand
_ACTS = ("cards", "procedure")
_SHOWN = (
    "cards",
    "money",
    "procedure",
)  # areas in which the cards of a hand are evidence; of a pot game, of fees too


class IncidentEntry(Struct, frozen=True):
    """An incident with its number (from 1) and findings, root first."""

    number: int
    incident: Incident
    findings: Sequence[Finding]
    room: str
    session: str  # empty of an incident across sessions

    @property
    def root(self) -> Finding | None:
        """Root finding; None: money alone in a hand."""
        return self.findings[0] if len(self.findings) else None

    @property
    def key(self) -> str:
        """Anchor of the incident."""
        return f"incident-{self.number}"


class EntryBlock(Struct):
    """Incidents drawn together: of a hand, or one without."""

    entries: list[IncidentEntry] = field(default_factory=list)

    @property
    def hand(self) -> tuple[str, str, int] | None:
        """Room, session and number of their hand."""
        return main_hand(self.entries[0])

    @property
    def draws_hand(self) -> bool:
        """Whether the hand's cards are evidence."""
        return bool(self.places()) and any(entry.incident.area in _SHOWN for entry in self.entries)

    @property
    def draws_acts(self) -> bool:
        """Whether the order of setting is evidence; money needs final rows alone."""
        return any(entry.incident.area in _ACTS for entry in self.entries)

    def places(self) -> list[HandPlace]:
        """Places of the hand in its log; a repeated number has two."""
        hand = self.hand
        lines = {
            each.line
            for entry in self.entries
            for each in entry.findings
            if hand is not None and each.line is not None and each.hand == hand[2]
        }
        return [(self.entries[0].room, self.entries[0].session, line) for line in sorted(lines)]


def incident_entries(audit: Audit) -> list[IncidentEntry]:
    """Incidents in order; none of an engine that did not group."""
    if not audit.incidents:
        return []
    by_fingerprint: dict[str, Finding] = {}
    if not all(isinstance(each.findings, Fingerprints) for each in audit.incidents if each.findings):
        for finding in audit.findings:
            by_fingerprint.setdefault(finding.fingerprint, finding)
    rooms = {log.session: log.room for log in audit.logs}
    return [_entry(number, each, by_fingerprint, rooms) for number, each in enumerate(audit.incidents, 1)]


def _entry(
    number: int, incident: Incident, found: Mapping[str, Finding], rooms: Mapping[str, str]
) -> IncidentEntry:
    findings = _findings(incident, found)
    if len(findings):
        return IncidentEntry(number, incident, findings, findings[0].room, findings[0].session)
    session = incident.hands[0].session if incident.hands else ""
    return IncidentEntry(number, incident, [], rooms.get(session, ""), session)


def _findings(incident: Incident, found: Mapping[str, Finding]) -> Sequence[Finding]:
    if isinstance(incident.findings, Fingerprints):
        return incident.findings.findings
    others = [each for each in incident.findings if each != incident.root]
    return [found[each] for each in (incident.root, *others) if each]


def main_hand(entry: IncidentEntry) -> tuple[str, str, int] | None:
    """Room, session and number of the root's, or only, hand."""
    root, hands = entry.root, entry.incident.hands
    if root is not None and root.hand is not None:
        return entry.room, root.session, root.hand
    return (entry.room, hands[0].session, hands[0].hand) if len(hands) == 1 else None


def patterns(entries: Iterable[IncidentEntry]) -> list[IncidentEntry]:
    return [entry for entry in entries if entry.incident.pattern][:MOST_PATTERNS]


def blocks(entries: Sequence[IncidentEntry], most: int | None) -> list[EntryBlock]:
    """Blocks of incidents that are no patterns, in order.

    Beyond ``most`` (None: all), the first come first, then areas in turn, so that none is crowded out.
    """
    by_place: dict[tuple[str, str, int] | int, EntryBlock] = {}
    for entry in entries:
        if not entry.incident.pattern:
            by_place.setdefault(main_hand(entry) or entry.number, EntryBlock()).entries.append(entry)
    every = list(by_place.values())
    if most is None or len(every) <= most:
        return every
    first = min(most, FIRST)
    chosen = every[:first] + list(islice(_by_turns(every[first:]), most - first))
    return sorted(chosen, key=lambda block: block.entries[0].number)


def _by_turns(every: Iterable[EntryBlock]) -> Iterator[EntryBlock]:
    """Blocks by areas in turn."""
    areas: dict[str, list[EntryBlock]] = {}
    for block in every:
        areas.setdefault(block.entries[0].incident.area, []).append(block)
    for row in zip_longest(*areas.values()):
        yield from (block for block in row if block is not None)


def example(entry: IncidentEntry) -> HandPlace | None:
    first = next((each for each in entry.findings if each.hand is not None and each.line is not None), None)
    return None if first is None or first.line is None else (first.room, first.session, first.line)


def number_ranges(entries: Sequence[IncidentEntry]) -> str:
    """Numbers as ranges: ``1–3, 7``."""
    parts: list[list[int]] = []
    for number in (entry.number for entry in entries):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in parts)
