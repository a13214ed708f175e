"""Groups of findings as incidents: ids, titles, money, order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from rules.audit.incidents.cases import area_of
from rules.audit.incidents.groups import Groups, Part
from rules.audit.incidents.hands import IncidentHands
from rules.audit.incidents.places import Places, Positions
from rules.audit.incidents.titles import title
from rules.audit.repayments import debts
from rules.findings.columns import NONE
from rules.findings.table import Fingerprints
from rules.hands import Ints
from rules.narrow import Numbers, narrow
from rules.records.events import Session
from rules.results import AREAS, SEVERITIES, Finding, Incident, IncidentHand

_FEW = 32  # shares that are added up sooner one by one than as arrays
LOST = "SCR001"  # what money without any finding goes by


class IncidentBuilder:
    """Makes incidents of the groups of a log. priced: numbers of the hands whose money is known."""

    def __init__(self, session: Session, places: Places, groups: Groups, priced: Ints) -> None:
        self._session, self._places, self._groups = session, places, groups
        self._cases, self._astray = groups.cases, groups.astray
        self._priced = np.unique(priced)
        self._severity = self._cases.findings.column("severity")
        rows = np.arange(len(self._astray) + 1, dtype=np.int32)
        self._first_share = np.searchsorted(self._astray.row, rows)

    def incidents(self) -> list[Incident]:
        """The incidents in the order of the groups."""
        parts = self._groups.parts()
        return with_unique_ids(
            self._incident(each) if each.root != NONE else self._lost(each) for each in parts
        )

    def _incident(self, part: Part) -> Incident:
        root, shares = self._cases.findings[part.root], self._shares_of(part)
        hands = self._in_order(part.hands)
        known = bool(len(part.astray)) or self._any_priced(part.hands)
        astray = self._astray
        return Incident(
            id=self._id(part, root),
            title=title(root, part.pattern, len(hands)),
            severity=SEVERITIES[int(self._severity[part.cases].min())],
            area=area_of(root.code),
            pattern=part.pattern is not None,
            root=root.fingerprint,
            hands=IncidentHands(self._session.session, Numbers(hands)),
            day=None,
            seats=self._seats(part, shares),
            at=self._places.dealt(int(hands[0])) if len(hands) else self._places.time(root),
            clause=root.clause,
            findings=self._fingerprints(part),
            misallocated=int(astray.misallocated[part.astray].sum()) if known else None,
            misrecorded=int(astray.misrecorded[part.astray].sum()) if known else None,
            owes=debts(self._balances(shares)),
        )

    def _any_priced(self, hands: Ints) -> bool:
        """Whether the money of one of some hands is known."""
        found = np.searchsorted(self._priced, hands, side="right") > np.searchsorted(self._priced, hands)
        return bool(found.any())

    def _in_order(self, hands: Ints) -> Ints:
        """Hands in the order of the log."""
        return hands if len(hands) < 2 else hands[np.argsort(self._places.positions(hands), kind="stable")]

    def _fingerprints(self, part: Part) -> Fingerprints:
        """The root's first, the others in the order of the log."""
        others = part.cases[part.cases != part.root]
        rows = self._cases.findings.rows
        return Fingerprints(self._cases.findings.columns, np.append(rows[part.root], rows[others]))

    def _lost(self, part: Part) -> Incident:
        """Money that went astray in a hand in which nothing else was found."""
        [at] = part.astray.tolist()
        shares = self._shares_of(part)
        number, seats = int(self._astray.hand[at]), self._seats(part, shares)
        return Incident(
            id=lost_id(self._session.room, self._session.session, number, seats[0]),
            title=f"The results of hand {number} differ from what was due",
            severity="major",
            area="money",
            pattern=False,
            root="",
            hands=[IncidentHand(self._session.session, number)],
            day=None,
            seats=seats,
            at=self._places.dealt(number),
            clause="",
            findings=[],
            misallocated=int(self._astray.misallocated[at]),
            misrecorded=int(self._astray.misrecorded[at]),
            owes=debts(self._balances(shares)),
        )

    def _id(self, part: Part, root: Finding) -> str:
        """Made of no findings but the root: a check that is added later does not change it."""
        pattern = part.pattern
        of = (self._session.room, self._session.session, root.code)
        if pattern is None:
            place = self._places.of(root)
            return digest(*of, f"{place.kind} {place.name}", str(root.seat))
        return digest(*of, pattern.parameter, str(pattern.sign), f"{pattern.scope} {pattern.who}")

    def _seats(self, part: Part, shares: Positions) -> list[int]:
        each = self._cases.seat[part.cases].tobytes() + self._astray.seat[shares].tobytes()  # a byte a seat
        return sorted(set(each) - {0})

    def _shares_of(self, part: Part) -> Positions:
        """Positions of the shares of a group's money."""
        if len(part.astray) == 1:  # most incidents are of one hand
            [at] = part.astray.tolist()
            return np.arange(self._first_share[at], self._first_share[at + 1], dtype=np.int32)
        first, end = self._first_share[part.astray], self._first_share[part.astray + 1]
        size = end - first
        found = np.arange(int(size.sum()), dtype=np.int32)
        found -= np.repeat((np.cumsum(size) - size - first).astype(np.int32), size)
        return found

    def _balances(self, shares: Positions) -> dict[str, int]:
        """What each player is owed over some shares (+), or owes."""
        if len(shares) <= _FEW:
            balances: dict[str, int] = {}
            every = zip(self._astray.player[shares].tolist(), self._astray.owed[shares].tolist(), strict=True)
            for each, of in every:
                name = self._cases.players[each]
                balances[name] = balances.get(name, 0) + of
            return balances
        player, place = np.unique(narrow(self._astray.player[shares]), return_inverse=True)
        owed = np.zeros(len(player), np.int64)
        np.add.at(owed, place, self._astray.owed[shares])
        return {self._cases.players[each]: int(of) for each, of in zip(player.tolist(), owed, strict=True)}


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
    return list(_with_unique_ids(incidents))


def _with_unique_ids(incidents: Iterable[Incident]) -> Iterator[Incident]:
    seen: Counter[str] = Counter()
    for each in incidents:
        seen[each.id] += 1
        again = seen[each.id]
        yield each if again == 1 else msgspec.structs.replace(each, id=digest(each.id, f"#{again}"))


def lost_id(room: str, session: str, hand: int, seat: int) -> str:
    """The id of an incident of money without any finding, by its hand and its first seat."""
    return digest(room, session, LOST, f"hand {hand}", str(seat))


def digest(*parts: str) -> str:
    """The id of an incident, from what it is about."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
