"""The incidents of an audit as entries of a report: numbered, with their findings, and which of them are drawn."""

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
    """An incident with its number in the report (from 1) and its findings, the root's first."""

    number: int
    incident: Incident
    findings: Sequence[Finding]
    room: str
    session: str  # empty of an incident across sessions

    @property
    def root(self) -> Finding | None:
        """The finding that the others follow from; None for misallocated money in a hand without a finding."""
        return self.findings[0] if len(self.findings) else None

    @property
    def key(self) -> str:
        """The anchor that links to the incident lead to."""
        return f"incident-{self.number}"


class EntryBlock(Struct):
    """Incidents that are drawn together: those of one hand, or one incident without a hand."""

    entries: list[IncidentEntry] = field(default_factory=list)

    @property
    def hand(self) -> tuple[str, str, int] | None:
        """Room, session and number of the hand that shows the incidents."""
        return main_hand(self.entries[0])

    @property
    def draws_hand(self) -> bool:
        """Whether the cards of the hand are evidence of one of the incidents."""
        return bool(self.places()) and any(entry.incident.area in _SHOWN for entry in self.entries)

    @property
    def draws_acts(self) -> bool:
        """Whether the order in which cards were set is evidence too; for money alone, the final rows are enough."""
        return any(entry.incident.area in _ACTS for entry in self.entries)

    def places(self) -> list[HandPlace]:
        """Places of the hand in its log, by its findings; a number that was used twice is at two places."""
        hand = self.hand
        lines = {
            each.line
            for entry in self.entries
            for each in entry.findings
            if hand is not None and each.line is not None and each.hand == hand[2]
        }
        return [(self.entries[0].room, self.entries[0].session, line) for line in sorted(lines)]


def incident_entries(audit: Audit) -> list[IncidentEntry]:
    """Every incident of an audit in its order; none from an engine version that did not group findings."""
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
    """The findings of an incident, the root's first."""
    if isinstance(incident.findings, Fingerprints):
        return incident.findings.findings
    others = [each for each in incident.findings if each != incident.root]
    return [found[each] for each in (incident.root, *others) if each]


def main_hand(entry: IncidentEntry) -> tuple[str, str, int] | None:
    """The hand that shows an incident, as room, session and number: the hand of its root, or its only hand."""
    root, hands = entry.root, entry.incident.hands
    if root is not None and root.hand is not None:
        return entry.room, root.session, root.hand
    return (entry.room, hands[0].session, hands[0].hand) if len(hands) == 1 else None


def patterns(entries: Iterable[IncidentEntry]) -> list[IncidentEntry]:
    """The patterns that are drawn, in their order."""
    return [entry for entry in entries if entry.incident.pattern][:MOST_PATTERNS]


def blocks(entries: Sequence[IncidentEntry], most: int | None) -> list[EntryBlock]:
    """The blocks of the incidents that are not patterns, each place with all of its incidents, in their order.

    If there are more than ``most`` places (None: all), the first ones come first and then the first of each area in turn,
    so that no area is crowded out.
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
    """The first of each area, the second of each, and so on."""
    areas: dict[str, list[EntryBlock]] = {}
    for block in every:
        areas.setdefault(block.entries[0].incident.area, []).append(block)
    for row in zip_longest(*areas.values()):
        yield from (block for block in row if block is not None)


def example(entry: IncidentEntry) -> HandPlace | None:
    """The first hand of a pattern."""
    first = next((each for each in entry.findings if each.hand is not None and each.line is not None), None)
    return None if first is None or first.line is None else (first.room, first.session, first.line)


def number_ranges(entries: Sequence[IncidentEntry]) -> str:
    """Numbers of incidents as ranges: ``1–3, 7``."""
    parts: list[list[int]] = []
    for number in (entry.number for entry in entries):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in parts)
