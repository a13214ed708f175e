"""The view of a log for its log checks."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules import times
from rules.audit.block_pass import BlockPass
from rules.audit.daily_totals import Takings, gaming_day, sides_in_all
from rules.audit.departures import departures
from rules.audit.irregularity_collector import of_events
from rules.card_room import Room
from rules.checks.support.chip_chain import highest_seat
from rules.checks.support.log_view import (
    Departure,
    LogCards,
    LogFees,
    LogPeople,
    LogRecord,
    LogRules,
    LogView,
)
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.checks.support.seat_history import HandsInOrder, LogSeating, SeatingKeeper
from rules.controls.library import RulesetChoice
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED
from rules.records.events import counts_hands


def view_of(blocks: BlockPass) -> LogView:
    session, columns, column, flags = (
        blocks.session,
        blocks.columns,
        blocks.columns.column,
        blocks.columns.flags,
    )
    log = LogView(
        session=session,
        number=column("number"),
        line=column("line"),
        at=column("at"),
        ended_at=column("ended_at"),
        unit=column("unit"),
        void=flags("void"),
        game=column("game"),
        ranked=flags("ranked"),
        day=column("day"),
        under=column("under"),
        rulesets=list(blocks.used),
        opened_at=_instant(session.opened_at),
        closed_at=_instant(session.closed_at),
        close=blocks.reader.close,
        events=blocks.reader.events,
        irregularities=_irregularities(blocks),
        room=blocks.request.room,
        rules=_rules(blocks),
        fees=_fees(blocks),
        cards=LogCards(column("deal"), columns.held, column("empty_button"), columns.forced, columns.beside),
        people=_people(blocks),
        record=LogRecord(column("evidence"), flags("below_level"), column("offset")),
        pots=replace(blocks.pots.of_log(), seating=_seating(blocks, blocks.pot_seating)),
    )  # fmt: skip
    sides = sides_in_all(blocks.daily_totals, takings_of(log))
    log = replace(log, fees=replace(log.fees, sides=sides))
    return replace(log, people=replace(log.people, departures=_departures(log, blocks)))


def takings_of(log: LogView) -> Takings:
    """Fees between hands, and counts of boxes."""
    return Takings.of(log.line, log.at, log.day, log.events, log.room)


def revisions_of(blocks: BlockPass) -> Sequence[Ruleset]:
    """Revisions in force for the log's hands; without hands, on the opening day."""
    if blocks.used:
        return list(blocks.used)
    revision = blocks.choice.on(times.date_of(gaming_day(blocks.session.opened_at, blocks.request.room)))
    return [revision] if revision is not None else []


def _rules(blocks: BlockPass) -> LogRules:
    request, choice, played = blocks.request, blocks.choice, blocks.session.ruleset
    return LogRules(
        name=choice.name,
        choice=choice,
        filed=_filed(blocks),
        tried=choice.every_day or bool(request.ruleset and played and request.ruleset != played),
        open_points=blocks.open_points.points(),
    )


def _filed(blocks: BlockPass) -> list[RulesetChoice]:
    room, registry = blocks.request.room, blocks.request.registry
    return [registry.choice(each).approved() for each in room.controls] if room else []


def _fees(blocks: BlockPass) -> LogFees:
    columns = blocks.columns
    return LogFees(
        sums=columns.fees,
        recorded=columns.flags("fees_recorded"),
        rake=columns.column("rake"),
        jackpot=columns.column("jackpot"),
        hand_fee=columns.column("hand_fee"),
        hand_fee_by_seat=columns.column("hand_fee_by_seat"),
        of_seats=columns.seat_fees(blocks.reader.players),
        charge=columns.column("charge"),
    )


def _people(blocks: BlockPass) -> LogPeople:
    players, column = blocks.reader.players, blocks.columns.column
    stretches, unrested = blocks.stretches.stretches(players)
    return LogPeople(
        numbers=column("seats"),
        seating=_seating(blocks, blocks.seating),
        stretches=stretches,
        unrested=unrested,
    )


def _seating(blocks: BlockPass, keeper: SeatingKeeper) -> LogSeating | None:
    if keeper.empty:
        return None
    players, events, column = blocks.reader.players, blocks.reader.events, blocks.columns.column
    log = HandsInOrder(
        column("number"),
        column("line"),
        column("at"),
        column("under"),
        blocks.columns.flags("fees_recorded"),
        counts_hands(blocks.session),
    )
    return keeper.seating(players, log, lambda: highest_seat(events))


def _irregularities(blocks: BlockPass) -> list[RecordedIrregularity]:
    choice, room = blocks.choice, blocks.request.room

    def in_force(at: str) -> Ruleset | None:
        return _on_day_of(at, choice, room)

    return [*blocks.columns.irregularities(list(blocks.used)), *of_events(blocks.reader.events, in_force)]


def _on_day_of(at: str, choice: RulesetChoice, room: Room | None) -> Ruleset | None:
    parsed = times.parse_one(at)
    day = room.day(at) if room else times.date_of(parsed[1]) if parsed else None
    return choice.on(day) if day else None


def _departures(log: LogView, blocks: BlockPass) -> list[Departure]:
    with blocks.runner.step("CLK006"):
        return departures(log, blocks.request.source)
    return []


def _instant(text: object) -> int:
    found = times.parse_one(text) if isinstance(text, str) else None
    return found[0] if found else NOT_RECORDED
