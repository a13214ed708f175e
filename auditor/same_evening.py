"""Another log of the same evening: of the same table at overlapping times, or with the same hands."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator

from auditor.errors import CannotAudit
from auditor.evidence import Evidence
from auditor.jobs.received_logs import evidence_of
from auditor.store import Store
from auditor.store.rows import Selection, SessionRecord
from auditor.warned import ArrivalWarning
from rules.audit import SeenOfLog
from rules.results import LogFacts
from rules.times import parse_one

_DAY = dt.timedelta(days=1)
_MOST_READ = 3  # logs whose hands are compared


def same_evening(
    facts: LogFacts, seen: SeenOfLog | None, evidence: Evidence | None, store: Store, day: dt.date
) -> Iterator[ArrivalWarning]:
    """Warning where a session on record is the same evening; without evidence nothing is compared."""
    around = (day - _DAY).isoformat(), (day + _DAY).isoformat()
    near = Selection(room=facts.room, first_day=around[0], last_day=around[1], current=True)
    others = [
        each for each in store.sessions.all(near) if each.session != facts.session and each.purged is None
    ]
    same = _with_the_same_hands(facts, evidence, others, store)
    if same is not None:
        yield ArrivalWarning(
            "same-evening", "session", f"Session {same.session} of table {same.table} on record has the same hands.",
            "Send one of the two: every hand of both counts twice.",
        )  # fmt: skip
        return
    span = _span(facts, seen)
    for each in others:
        if each.table == facts.table and _overlap(span, _span(each.facts, None)):
            yield ArrivalWarning(
                "same-evening", "session",
                f"Session {each.session} of the same table on record, opened at {each.facts.opened_at}, overlaps this one.",
                "Where both are one evening, correct that log instead of sending another.",
            )  # fmt: skip
            return


def _with_the_same_hands(
    facts: LogFacts, evidence: Evidence | None, others: list[SessionRecord], store: Store
) -> SessionRecord | None:
    if evidence is None or not facts.hands:
        return None
    counted = facts.hands, facts.first_hand, facts.last_hand
    like = [each for each in others if (each.hands, each.facts.first_hand, each.facts.last_hand) == counted]
    own = _after_first_line(evidence) if like else ""
    for each in like[:_MOST_READ]:
        try:
            if _after_first_line(evidence_of(store, each)) == own:
                return each
        except CannotAudit:  # its bytes are damaged, which health reports
            continue
    return None


def _after_first_line(evidence: Evidence) -> str:
    digest, before = hashlib.sha256(), True
    for chunk in evidence.chunks():
        if before:
            _, end, rest = chunk.partition(b"\n")
            before = not end
            digest.update(rest)
        else:
            digest.update(chunk)
    return digest.hexdigest()


def _span(facts: LogFacts, seen: SeenOfLog | None) -> tuple[int, int]:
    opened = _instant(facts.opened_at)
    ends = [opened, seen.last if seen is not None and seen.last is not None else opened]
    if facts.closed_at is not None:
        ends.append(_instant(facts.closed_at))
    return opened, max(ends)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    first, second = sorted((one, other))
    return second[0] < first[1] or second[0] == first[0]


def _instant(text: str) -> int:
    found = parse_one(text)
    return found[0] if found else 0
