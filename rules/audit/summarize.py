"""Summary of a log for checks across sessions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import UNSET

from rules import times
from rules.audit.daily_totals import DailyTotals, DaySums, Takings, gaming_day, sides_by_day
from rules.checks.day.session_summary import (
    ChipsAtEnds,
    Counting,
    DayPart,
    Deadline,
    JackpotAccount,
    JackpotLevel,
    JackpotPaid,
    Numbering,
    SeatedStretch,
    SessionSummary,
)
from rules.checks.log.log016_session_begins_late import begins
from rules.checks.support.fee_triangle import KINDS, fixes
from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import Stretch
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Ints
from rules.records.events import Drop, Jackpot
from rules.results import LogFacts


def summary_of(
    log: LogView,
    seated: Sequence[Stretch],
    facts: LogFacts,
    book: DailyTotals,
    takings: Takings,
    rulesets: Sequence[Ruleset],
    chips: ChipsAtEnds | None,
) -> SessionSummary:
    """A sitting, without its arrival. seated: who sat where without a rest. rulesets: of its hands, else of its
    day. chips: at its ends.
    """
    session, room = log.session, log.room
    ended = facts.closed_at or (log.close[1].at if log.close is not None else None)
    day = gaming_day(session.opened_at, room)
    closed_day = gaming_day(ended, room) if ended else None
    last_day = max(each for each in (day, *book.days, closed_day) if each is not None)
    dealt, last = _recorded(log.at), _recorded(np.maximum(log.at, log.ended_at))
    untimed = sum(each.untimed for each in book.days.values())
    return SessionSummary(
        room=session.room,
        session=session.session,
        sha256=facts.sha256,
        number=facts.number,
        table=session.table,
        tournament=None if session.tournament is UNSET else session.tournament,
        money=facts.money or facts.currency,
        opened_at=session.opened_at,
        closed_at=facts.closed_at,
        opened=log.opened_at,
        closed=_known(log.closed_at),
        day=_iso(day),
        ended_day=_iso(last_day),
        hands=len(log),
        void=int(log.void.sum()),
        first_hand=facts.first_hand,
        last_hand=facts.last_hand,
        first_at=int(dealt.min()) if len(dealt) else None,
        last_at=int(last.max()) if len(last) else None,
        dated=not untimed or closed_day == day == last_day,
        close=log.close is not None,
        totals=_totals(log),
        seated=[_seated(each) for each in seated],
        counts=_counts(log),
        days=_days(book, takings),
        sides=list(log.fees.sides),
        recorded_at=facts.recorded_at,
        supersedes=facts.supersedes_sha256,
        correction=_deadline(rulesets, "records.correction_days"),
        receipt=_deadline(rulesets, "records.log_days"),
        fixed_fees=any(map(fixes, rulesets)) if rulesets else None,
        jackpot=_jackpot(log, rulesets),
        numbering=_numbering(rulesets),
        chips=chips,
    )


def _numbering(rulesets: Sequence[Ruleset]) -> Numbering | None:
    for each in rulesets:
        if begins(each):
            return Numbering(begin=each.sections.records.numbers, clause=each.cite("records.numbers"))
    return None


def _jackpot(log: LogView, rulesets: Sequence[Ruleset]) -> JackpotAccount | None:
    if not any(each.sections.pot is not None and each.sections.pot.jackpots is not None for each in rulesets):
        return None
    timed = [(found[0], event) for _, event in log.events.of(Jackpot) if (found := times.parse_one(event.at))]
    return JackpotAccount(
        levels=[
            JackpotLevel(at=at, amount=event.level) for at, event in timed if isinstance(event.level, int)
        ],
        paid=[
            JackpotPaid(at=at, amount=sum(each.amount for each in event.payouts))
            for at, event in timed
            if isinstance(event.payouts, list)
        ],
    )


def _counts(log: LogView) -> list[Counting]:
    return [
        Counting(
            kind=event.kind,
            amount=event.amount,
            at=event.at,
            day=_iso(gaming_day(event.at, log.room)),
            line=line,
        )
        for line, event in log.events.of(Drop)
    ]


def _days(book: DailyTotals, takings: Takings) -> list[DayPart]:
    nothing = DaySums()
    return [
        DayPart(
            day=_iso(each),
            hands=book.days.get(each, nothing).hands,
            void=book.days.get(each, nothing).void,
            sides=sides,
            first_at=book.days.get(each, nothing).first,
            last_at=book.days.get(each, nothing).last,
        )
        for each, sides in sides_by_day(book, takings).items()
    ]


def _recorded(instants: Ints) -> Ints:
    found: Ints = instants[instants != NOT_RECORDED]
    return found


def _known(instant: int) -> int | None:
    return None if instant == NOT_RECORDED else instant


def _iso(day: int) -> str:
    return times.date_of(day).isoformat()


def _seated(each: Stretch) -> SeatedStretch:
    return SeatedStretch(
        player=each.player,
        seat=each.seat,
        first=each.first,
        last=each.last,
        hands=each.hands,
        begins=_known(each.begins),
        ends=_known(each.ends),
        banked=each.banked,
        missed=each.missed,
        runs_on=each.runs_on,
    )


def _totals(log: LogView) -> dict[str, int] | None:
    if log.close is None or log.close[1].totals is UNSET:
        return None
    stated = {kind: getattr(log.close[1].totals, kind) for kind in KINDS}
    return {kind: amount for kind, amount in stated.items() if amount is not UNSET}


def _deadline(rulesets: Sequence[Ruleset], path: str) -> Deadline | None:
    """Longest time by the hands' controls; None: some give none."""
    given = [(ruleset.get(path), ruleset.cite(path)) for ruleset in rulesets]
    if not given or any(days is None for days, _ in given):
        return None
    days, clause = max(given)
    return Deadline(days=days, clause=clause)
