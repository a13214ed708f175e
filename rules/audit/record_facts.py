"""Facts of a log beside money: hands with less on record, voided deals, tokes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from rules.audit.audit_evidence import with_less
from rules.checks.support.log_view import LogView
from rules.hands import Ints
from rules.narrow import LazyNumbers
from rules.records.events import Toke
from rules.results import HandsWithLess, RecordFacts, Tokes, VoidedBy


def record_facts(log: LogView, unit: str) -> RecordFacts:
    """Facts of a log, with money in a unit."""
    less = np.flatnonzero(with_less(log.record.evidence, log.game))
    tokes = [event.amount for _, event in log.events.of(Toke)]
    return RecordFacts(
        below_level=int(log.record.below.sum()),
        with_less=_hands(log, less),
        voided=_voided(log),
        tokes=[Tokes(unit=unit, amount=sum(tokes), count=len(tokes))] if tokes else [],
    )


def _hands(log: LogView, places: Ints) -> list[HandsWithLess]:
    if not len(places):
        return []
    return [HandsWithLess(session=log.session.session, hands=LazyNumbers(log.number[places]))]


def _voided(log: LogView) -> list[VoidedBy]:
    """People who declared deals void, by such a ruling, else by any on the hand."""
    rulings: dict[int, list[tuple[bool, str]]] = {}
    for each in log.irregularities:
        if each.place is not None and each.by is not None and log.void[each.place]:
            rulings.setdefault(each.place, []).append((each.ruling != "misdeal", each.by))
    who: Counter[str | None] = Counter(min(each)[1] for each in rulings.values())
    if left := int(log.void.sum()) - sum(who.values()):
        who[None] = left
    return _by_number(who)


def _by_number(who: Counter[str | None]) -> list[VoidedBy]:
    found = sorted(who.items(), key=lambda each: (each[0] is None, -each[1], each[0] or ""))
    return [VoidedBy(by=by, hands=hands) for by, hands in found]


def combined_records(parts: Sequence[RecordFacts | None]) -> RecordFacts | None:
    """Facts of several logs; None: an engine had none of one."""
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None
    who: Counter[str | None] = Counter()
    for each in chain.from_iterable(part.voided for part in known):
        who[each.by] += each.hands
    return RecordFacts(
        below_level=sum(each.below_level for each in known),
        with_less=[each for part in known for each in part.with_less],
        voided=_by_number(who),
        tokes=_tokes(each for part in known for each in part.tokes),
    )


def _tokes(rows: Iterable[Tokes]) -> list[Tokes]:
    amounts: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for each in rows:
        amounts[each.unit] += each.amount
        counts[each.unit] += each.count
    return [Tokes(unit=unit, amount=amounts[unit], count=counts[unit]) for unit in sorted(amounts)]
