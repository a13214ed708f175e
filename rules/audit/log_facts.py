"""Statements of a log about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType

from rules.audit.fee_triangle_rows import has_amounts, triangle_row
from rules.audit.hands_seen import SeenOfLog
from rules.audit.source import LogSource, Reader, ReadLog
from rules.card_room import Room
from rules.checks.support.check import money_of_session
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import Hands, Ints
from rules.records.events import Session, counts_hands
from rules.records.reader import LogReader
from rules.results import CHIPS, HistoryFacts, LogFacts, RoomFacts, TriangleRow

SHORT = 2048  # events of a log that is kept as it was read


def read_facts(source: LogSource) -> LogFacts:
    """Facts of a log, validated as a whole. Raises Refused."""
    return read_log(source)[0]


def read_log(source: LogSource, seen: SeenOfLog | None = None) -> tuple[LogFacts, ReadLog | None]:
    """Facts of a log, validated as a whole; a short one with its contents. Raises Refused. seen: watches meanwhile."""
    reader = LogReader()
    blocks: list[Hands] = []
    numbers = []
    for block in reader.blocks(source.chunks()):
        numbers.append(block.number)
        if seen is not None:
            seen.block(block)
        blocks = [*blocks, block] if sum(map(len, numbers)) <= SHORT else []
    number = np.concatenate(numbers) if numbers else np.zeros(0, np.int64)
    if seen is not None:
        seen.end(reader)
    facts = facts_of(source, reader, number, len(reader.players))
    return facts, ReadLog(reader, blocks) if reader.events_read <= SHORT else None


def facts_of(
    source: LogSource, reader: Reader, number: Ints, players: int, rulesets: Sequence[Ruleset] = ()
) -> LogFacts:
    """Facts of a log read to its end; ``number``: of its hands."""
    session = reader.session
    assert session is not None
    staff = _value(session.staff)
    supersedes = _value(session.supersedes)
    return LogFacts(
        sha256=source.sha256,
        bytes=source.size,
        room=session.room,
        session=session.session,
        number=_value(session.number),
        table=session.table,
        currency=session.currency,
        money=money_of_session(session, rulesets),
        opened_at=session.opened_at,
        closed_at=_closed(reader, session),
        hands=len(number),
        events=reader.events_read,
        first_hand=int(number.min()) if len(number) else None,
        last_hand=int(number.max()) if len(number) else None,
        hands_expected=_expected(reader, number),
        ruleset=_value(session.ruleset),
        source=_value(session.source),
        recorded_by=_value(session.recorded_by),
        recorded_at=_value(session.recorded_at),
        dealer=_value(staff.dealer) if staff else None,
        supervisor=_value(staff.supervisor) if staff else None,
        supersedes_sha256=supersedes.sha256 if supersedes else None,
        supersedes_reason=supersedes.reason if supersedes else None,
        supersedes_by=supersedes.by if supersedes else None,
        players=players,
        tournament=_value(session.tournament),
        history=_history(session),
    )


def room_facts(room: Room | None, opened_at: str) -> RoomFacts | None:
    """The card room as an audit states it; None: not on record."""
    day = room.day(opened_at) if room is not None else None
    if room is None or day is None:
        return None
    terms = room.on(day)
    return RoomFacts(
        id=room.id,
        day=day.isoformat(),
        zone=terms.zone,
        day_begins=terms.day_begins.isoformat("minutes"),
        licence_class=terms.licence_class,
        tables=terms.tables,
        authority=terms.authority,
    )


def _value(value: Any) -> Any:
    return None if value is UNSET else value


def _closed(reader: Reader, session: Session) -> str | None:
    stated: str | None = _value(session.closed_at)
    if stated is not None or reader.close is None:
        return stated
    return reader.close[1].at


def _history(session: Session) -> HistoryFacts | UnsetType:
    history = session.history
    if history is UNSET:
        return UNSET
    return HistoryFacts(
        numbering=history.numbering,
        seen_by=history.seen_by,
        cards_from=history.cards_from,
        left_out=_value(history.left_out) or 0,
    )


def _expected(reader: Reader, number: Ints) -> int:
    """Expected number of hands: the control total or the range of a table's numbers, whichever is more."""
    assert reader.session is not None
    stated = reader.close[1].hands if reader.close is not None else 0
    if not len(number) or not counts_hands(reader.session):
        return max(stated, len(number))
    return max(stated, int(number.max() - number.min()) + 1)


def triangle_of(log: LogView, facts: LogFacts) -> list[TriangleRow]:
    """Fee triangle of a log; a tournament's chips have none."""
    if facts.money == CHIPS:
        return []
    return [
        triangle_row(each, hands=facts.hands, money=facts.currency, table=facts.table, session=facts.session)
        for each in log.fees.sides
        if has_amounts(each)
    ]
