"""Groups of findings as incidents."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from rules.audit.incidents.case_in_words import InWords, WordedCase, begun_low
from rules.audit.incidents.cases import area_of
from rules.audit.incidents.groups import GroupedIncident, Groups
from rules.audit.incidents.hands_of_incident import IncidentHands
from rules.audit.incidents.in_words import MOST_FINDINGS, in_words
from rules.audit.incidents.incident_money import IncidentMoney
from rules.audit.incidents.incident_places import LogPlaces, Positions
from rules.audit.incidents.titles import title
from rules.checks.support.log_view import LogView
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import Fingerprints
from rules.hands import Ints
from rules.narrow import LazyNumbers
from rules.results import SEVERITIES, Finding, Incident, IncidentHand

LOST = "SCR001"  # what money without any finding goes by


class IncidentBuilder:
    """Makes incidents of groups. priced: numbers of hands with known money; currency: its currency, or chips."""

    def __init__(
        self,
        log: LogView,
        places: LogPlaces,
        groups: Groups,
        priced: Ints,
        money: IncidentMoney,
        currency: str,
    ) -> None:
        self._log, self._session, self._places, self._groups = log, log.session, places, groups
        self._cases, self._astray = groups.cases, groups.astray
        self._priced, self._money, self._hands = np.unique(priced), money, len(log)
        self._currency = currency
        self._severity = self._cases.findings.column("severity")

    def incidents(self) -> list[Incident]:
        """Incidents in the order of groups."""
        parts = self._groups.parts()
        return with_unique_ids(
            self._incident(each) if each.root != NONE else self._lost(each) for each in parts
        )

    def _incident(self, part: GroupedIncident) -> Incident:
        root, shares = self._cases.findings[part.root], self._money.shares(part)
        hands = self._in_order(part.hands)
        amounts = self._money.amounts(part, self._any_priced(part.hands))
        words = self._words(part, root)
        return Incident(
            id=self._id(part, root),
            title=part.title or title(root, part.pattern, len(hands)),
            severity=SEVERITIES[int(self._severity[part.cases].min())],
            area=area_of(root.code),
            pattern=part.pattern is not None,
            root=root.fingerprint,
            hands=IncidentHands(self._session.session, LazyNumbers(hands)),
            day=None,
            seats=self._seats(part, shares),
            at=self._places.dealt(int(hands[0])) if len(hands) else self._places.time(root),
            clause=root.clause,
            findings=self._fingerprints(part),
            misallocated=amounts.misallocated,
            misrecorded=amounts.misrecorded,
            owes=self._money.owes(part),
            money=[amounts],
            hands_of=len(hands),
            hands_in_all=self._hands,
            breaks=self._money.breaks(part),
            cause=part.cause,
            short=words.short if part.title is None else begun_low(part.title),
            explanation=None if part.cause is not None else words.sentence,
        )

    def _words(self, part: GroupedIncident, root: Finding) -> InWords:
        cases = self._cases
        if part.pattern is not None or len(part.cases) > MOST_FINDINGS:
            return in_words(WordedCase([root], self._currency), part.pattern)
        others = [cases.findings[at] for at in part.cases.tolist() if at != part.root]
        parameter = cases.traces[int(cases.trace[part.root])].parameter
        at = None if root.hand is None else self._places.position(root.hand)
        unit = ruleset = None
        if at is not None:
            unit, under = int(self._log.unit[at]), int(self._log.under[at])
            ruleset = self._log.rulesets[under] if under >= 0 else None
        return in_words(WordedCase([root, *others], self._currency, unit, parameter, ruleset))

    def _any_priced(self, hands: Ints) -> bool:
        found = np.searchsorted(self._priced, hands, side="right") > np.searchsorted(self._priced, hands)
        return bool(found.any())

    def _in_order(self, hands: Ints) -> Ints:
        return hands if len(hands) < 2 else hands[np.argsort(self._places.positions(hands), kind="stable")]

    def _fingerprints(self, part: GroupedIncident) -> Fingerprints:
        """The root's fingerprint, then the others in log order."""
        others = part.cases[part.cases != part.root]
        rows = self._cases.findings.rows
        return Fingerprints(self._cases.findings.columns, np.append(rows[part.root], rows[others]))

    def _lost(self, part: GroupedIncident) -> Incident:
        shares = self._money.shares(part)
        number, seats = int(part.hands[0]), self._seats(part, shares)
        amounts = self._money.amounts(part, known=True)
        what = "results" if len(part.astray) else "fees"
        return Incident(
            id=lost_id(self._session.room, self._session.session, number, seats[0] if seats else 0, what),
            title=f"The {what} of hand {number} differ from what was due",
            severity="major",
            area="money" if len(part.astray) else "fees",
            pattern=False,
            root="",
            hands=[IncidentHand(self._session.session, number)],
            day=None,
            seats=seats,
            at=self._places.dealt(number),
            clause="",
            findings=[],
            misallocated=amounts.misallocated,
            misrecorded=amounts.misrecorded,
            owes=self._money.owes(part),
            money=[amounts],
            hands_of=1,
            hands_in_all=self._hands,
            short=f"{what} differ from what was due",
        )

    def _id(self, part: GroupedIncident, root: Finding) -> str:
        pattern = part.pattern
        of = (self._session.room, self._session.session, root.code)
        if part.cause is not None and part.title is not None:
            return digest(*of, f"cause {part.cause.field} {part.cause.line}")
        if pattern is None:
            place = self._places.of(root)
            return digest(*of, f"{place.kind} {place.name}", str(root.seat))
        return digest(*of, pattern.parameter, str(pattern.sign), f"{pattern.scope} {pattern.who}")

    def _seats(self, part: GroupedIncident, shares: Positions) -> list[int]:
        fees = self._groups.fees.seat[part.fees].astype(np.int8)
        each = (
            self._cases.seat[part.cases].tobytes() + self._astray.seat[shares].tobytes() + fees.tobytes()
        )  # a byte a seat
        return sorted(set(each) - {0})


def with_unique_ids(incidents: Iterable[Incident]) -> list[Incident]:
    """Incidents with unique ids: the second of two with one id gets its own."""
    return list(_with_unique_ids(incidents))


def _with_unique_ids(incidents: Iterable[Incident]) -> Iterator[Incident]:
    seen: Counter[str] = Counter()
    for each in incidents:
        seen[each.id] += 1
        again = seen[each.id]
        yield each if again == 1 else msgspec.structs.replace(each, id=digest(each.id, f"#{again}"))


def lost_id(room: str, session: str, hand: int, seat: int, what: str = "results") -> str:
    of = LOST if what == "results" else what
    return digest(room, session, of, f"hand {hand}", str(seat))


def digest(*parts: str) -> str:
    """Id of an incident, from its subject."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
