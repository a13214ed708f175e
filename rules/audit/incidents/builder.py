"""Groups of findings as incidents: ids, titles, money, order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.audit.incidents.cases import Group, area_of
from rules.audit.incidents.places import Places
from rules.audit.incidents.titles import title
from rules.audit.repayments import debts
from rules.records.events import Session
from rules.results import AREAS, SEVERITIES, Finding, Incident, IncidentHand, Severity

_LOST = "SCR001"  # what money without any finding goes by


class IncidentBuilder:
    """Puts the groups of a log into words. priced: the hands whose money is known."""

    def __init__(self, session: Session, places: Places, priced: frozenset[int]) -> None:
        self._session, self._places, self._priced = session, places, priced

    def incidents(self, groups: Iterable[Group]) -> list[Incident]:
        """The incidents in the order of the groups."""
        return with_unique_ids(
            self._incident(group) if group.cases else self._lost(group) for group in groups
        )

    def _incident(self, group: Group) -> Incident:
        root = group.root.finding
        hands = sorted(group.hands, key=lambda number: self._places.hand(number).order)
        known = bool(group.astray) or any(number in self._priced for number in hands)
        first = self._places.time(root) if not hands else self._dealt(hands[0])
        return Incident(
            id=self._id(group),
            title=title(root, group.pattern, len(hands)),
            severity=gravest(group),
            area=area_of(root.code),
            pattern=group.pattern is not None,
            root=root.fingerprint,
            hands=[IncidentHand(self._session.session, number) for number in hands],
            day=None,
            seats=_seats(group),
            at=first,
            clause=root.clause,
            findings=fingerprints(group),
            misallocated=sum(each.misallocated for each in group.astray) if known else None,
            misrecorded=sum(each.misrecorded for each in group.astray) if known else None,
            owes=debts(_balances(group)),
        )

    def _lost(self, group: Group) -> Incident:
        """Money that went astray in a hand in which nothing else was found."""
        [each] = group.astray
        seats = _seats(group)
        return Incident(
            id=_digest(self._session.room, self._session.session, _LOST, f"hand {each.hand}", str(seats[0])),
            title=f"The results of hand {each.hand} differ from what was due",
            severity="major",
            area="money",
            pattern=False,
            root="",
            hands=[IncidentHand(self._session.session, each.hand)],
            day=None,
            seats=seats,
            at=self._dealt(each.hand),
            clause="",
            findings=[],
            misallocated=each.misallocated,
            misrecorded=each.misrecorded,
            owes=debts(_balances(group)),
        )

    def _dealt(self, number: int) -> str | None:
        return self._places.dealt(number)

    def _id(self, group: Group) -> str:
        """Never of the findings: a check that is added later does not change it."""
        root, pattern = group.root, group.pattern
        of = (self._session.room, self._session.session, root.finding.code)
        if pattern is None:
            return _digest(*of, f"{root.place.kind} {root.place.name}", str(root.finding.seat))
        return _digest(*of, pattern.parameter, str(pattern.sign), f"{pattern.scope} {pattern.who}")


def incident_of_day(room: str, day: str, group: Group) -> Incident:
    """The incident of a group of findings across the sessions of a day."""
    root = group.root.finding
    return Incident(
        id=_digest(room, day, root.code, f"day {root.session}", str(root.player)),
        title=title(root, None, 0),
        severity=gravest(group),
        area=area_of(root.code),
        pattern=False,
        root=root.fingerprint,
        hands=[],
        day=day,
        seats=[],
        at=None,
        clause=root.clause,
        findings=fingerprints(group),
        misallocated=None,
        misrecorded=None,
        owes=[],
    )


def in_order(incidents: Iterable[Incident]) -> list[Incident]:
    """By area, then severity, then money; alike ones stay as they are, in the order of the log."""
    return sorted(
        incidents,
        key=lambda each: (
            AREAS.index(each.area),
            SEVERITIES.index(each.severity),
            -((each.misallocated or 0) + (each.misrecorded or 0)),
        ),
    )


def with_unique_ids(incidents: Iterable[Incident]) -> list[Incident]:
    """Where an id comes again (two faults of one kind without a seat at one place), the second gets an id of its own."""
    seen: Counter[str] = Counter()
    reported = []
    for each in incidents:
        seen[each.id] += 1
        again = seen[each.id]
        reported.append(
            each if again == 1 else msgspec.structs.replace(each, id=_digest(each.id, f"#{again}"))
        )
    return reported


def gravest(group: Group) -> Severity:
    return min((case.finding.severity for case in group.cases), key=SEVERITIES.index)


def fingerprints(group: Group) -> list[str]:
    """Of a group's findings, the root's first and the others in the order of the log."""
    root = group.root.finding
    return [root.fingerprint, *(each.fingerprint for each in _findings(group) if each is not root)]


def _findings(group: Group) -> Sequence[Finding]:
    return [case.finding for case in group.cases]


def _seats(group: Group) -> list[int]:
    seats = {each.seat for each in _findings(group) if each.seat is not None}
    return sorted(seats | {share.seat for each in group.astray for share in each.shares})


def _balances(group: Group) -> dict[str, int]:
    """What each player is owed over a group (+), or owes."""
    balances: Counter[str] = Counter()
    for each in group.astray:
        for share in each.shares:
            balances[share.player] += share.owed
    return dict(balances)


def _digest(*reported: str) -> str:
    return hashlib.sha256("\x1f".join(reported).encode("utf-8", "surrogatepass")).hexdigest()
