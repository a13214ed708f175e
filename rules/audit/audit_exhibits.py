"""Hands shown in evidence: the record, read by line number, beside its replay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from msgspec import UNSET

from rules import times
from rules.audit.exhibit_records import exhibit_of, pot_exhibit_of
from rules.audit.hand_entries import with_entries
from rules.audit.in_force import NO_RULESET, OTHER_GAME, by_revision, chosen
from rules.audit.pot_exhibit import pot_exhibit, without_replay
from rules.audit.pot_pass import PotPass
from rules.audit.pot_tables import PotTables
from rules.audit.source import LogSource
from rules.card_room import Room, dated
from rules.checks.cards.impossible_deals import impossible
from rules.checks.support.check import money_of_session
from rules.checks.support.views import BlockView
from rules.controls.library import Library, RulesetChoice, library
from rules.hands import Flags, Hands
from rules.records.events import ChineseHand, OfcHand, Session
from rules.records.flatten import Flattener, SessionFacts
from rules.records.pot_records import PotHand
from rules.records.reader import LogReader, decode_line, numbered_lines
from rules.replay.explain import Explanation, without_due, without_ruleset
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import compiled
from rules.results import Audit, LogFacts
from rules.shown_hands import Exhibit

AT_ONCE = 256
_IMPOSSIBLE = "The deal as recorded is impossible."
NO_ROOMS: Mapping[str, Room] = {}
Hand = ChineseHand | OfcHand
Recorded = tuple[int, Hand | PotHand]
Place = tuple[str, str, int]  # of a hand: its room, its session and its line of the log


def replay_log(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    as_if: bool = False,
) -> Iterator[dict[str, Any]]:
    """Payouts due in each hand, as `auditor replay` writes them. Raises Refused, UnknownRuleset, NoRuleset."""
    reader = LogReader()
    choice: RulesetChoice | None = None
    pots = PotTables(reader)
    for stretch in reader.stretches(source.chunks()):
        assert reader.session is not None
        game = stretch[0].game if stretch else None
        choice = choice or chosen(reader.session, ruleset, library or _shipped(), room, as_if, game)
        reported = {
            int(hands.line[at]): each
            for hands in stretch
            for at, each in _replays(dated(hands, reader.session, room), choice, pots=pots).items()
        }
        yield from (reported[line] for line in sorted(reported))
    if choice is None and reader.session is not None:
        chosen(reader.session, ruleset, library or _shipped(), room, as_if)


def _replays(
    hands: Hands,
    choice: RulesetChoice,
    unknown: Callable[[ReplayedRows], Flags] | None = None,
    pots: PotTables | None = None,
) -> dict[int, dict[str, Any]]:
    """Replays of a block's hands by position. unknown: (H,) hands without an amount due. pots: replays pot games; None: there are
    none.
    """
    reported: dict[int, dict[str, Any]] = {}
    for revision, which in by_revision(hands, choice):
        if revision is None or revision.family != hands.game:
            why = ("CTL001", NO_RULESET) if revision is None else ("CTL002", OTHER_GAME[hands.game])
            reported.update({at: _without(hands, at, *why) for at in which.tolist()})
            continue
        if pots is not None and hands.pot is not None:
            shown = pots.replayed(hands.take(which), revision)
            reported.update(zip(which.tolist(), shown, strict=True))
            continue
        replayed = replay(hands.take(which), compiled(revision))
        explanation, hidden = Explanation(replayed), unknown(replayed) if unknown else np.zeros(len(which))
        for place, at in enumerate(which.tolist()):
            due = explanation.of(place)
            reported[at] = without_due(due, _IMPOSSIBLE) if hidden[place] else due
    return reported


def _without(hands: Hands, at: int, code: str, why: str) -> dict[str, Any]:
    return without_ruleset(int(hands.number[at]), why, code=code, game=hands.game)


def _shipped() -> Library:
    return library()


def explain_hand(
    source: LogSource,
    hand: int,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    as_if: bool = False,
) -> list[Exhibit]:
    """Every hand of a log with a number. Raises UnknownRuleset, NoRuleset, NotApproved."""
    session, choice = _session(source, ruleset, library, room, as_if)
    if session is None:
        return []
    mark = b'"hand":'
    lines = (
        (number, line) for number, line in numbered_lines(source.chunks()) if mark in line.replace(b" ", b"")
    )
    found = ((number, record) for number, record in _hands(lines) if record.hand == hand)
    return list(_exhibits(source, session, choice, found, room))


def exhibits(
    sources: Mapping[tuple[str, str], LogSource],
    audit: Audit,
    places: Collection[Place],
    library: Library | None = None,
    rooms: Mapping[str, Room] = NO_ROOMS,
) -> Iterator[Exhibit]:
    """Hands at places of an audit's logs, in their order. ``sources``: by (room, session)."""
    for log in audit.logs:
        lines = {line for room, session, line in places if (room, session) == (log.room, log.session)}
        if lines:
            source = sources[log.room, log.session]
            yield from _of_log(source, audit, log, lines, library, rooms.get(log.room))


def both_ways(
    sources: Mapping[tuple[str, str], LogSource],
    audit: Audit,
    library: Library | None = None,
    rooms: Mapping[str, Room] = NO_ROOMS,
) -> Iterator[tuple[Exhibit, Exhibit]]:
    """Largest hands of a what-if under the controls in force and those tried. ``sources``: by (room, session)."""
    listed = audit.effect.largest if audit.effect is not None else []
    shown: dict[tuple[str, str, int], tuple[Exhibit, Exhibit]] = {}
    for log in audit.logs:
        lines = {each.line for each in listed if (each.room, each.session) == (log.room, log.session)}
        if lines:
            source, room = sources[log.room, log.session], rooms.get(log.room)
            in_force = _at_lines(source, None, lines, library, room, as_if=False)
            tried = _at_lines(source, _asked(audit, log), lines, library, room, as_if=audit.as_if)
            for one, other in zip(in_force, tried, strict=True):
                shown[log.room, log.session, one.line] = one, other
    yield from (shown[each.room, each.session, each.line] for each in listed)


def _of_log(
    source: LogSource,
    audit: Audit,
    log: LogFacts,
    lines: set[int],
    registry: Library | None,
    room: Room | None,
) -> Iterator[Exhibit]:
    yield from _at_lines(source, _asked(audit, log), lines, registry, room, as_if=audit.as_if)


def _asked(audit: Audit, log: LogFacts) -> str | None:
    if not (audit.what_if or log.ruleset is None) or not audit.played:
        return None
    used = audit.played[0]  # of several, the revisions of one ruleset: the day of a hand selects
    return f"{used.id}@{used.revision}" if len(audit.played) == 1 else used.id


def _at_lines(
    source: LogSource,
    asked: str | None,
    lines: Collection[int],
    registry: Library | None,
    room: Room | None,
    *,
    as_if: bool,
) -> Iterator[Exhibit]:
    session, choice = _session(source, asked, registry, room, as_if)
    wanted = ((number, line) for number, line in numbered_lines(source.chunks()) if number in lines)
    if session is not None:
        yield from _exhibits(source, session, choice, _hands(wanted), room)


def _session(
    source: LogSource, ruleset: str | None, registry: Library | None, room: Room | None, as_if: bool
) -> tuple[Session | None, RulesetChoice]:
    for _, line in numbered_lines(source.chunks()):
        session = decode_line(line)
        return session, chosen(session, ruleset, registry or _shipped(), room, as_if)
    raise ValueError("the log is empty")


def _hands(lines: Iterable[tuple[int, bytes]]) -> Iterator[Recorded]:
    for number, line in lines:
        record = decode_line(line)
        if isinstance(record, ChineseHand | OfcHand | PotHand):
            yield number, record


def _exhibits(
    source: LogSource, session: Session, choice: RulesetChoice, found: Iterable[Recorded], room: Room | None
) -> Iterator[Exhibit]:
    opened = times.parse_one(session.opened_at)
    facts = SessionFacts(
        times.NOT_RECORDED if session.unit is UNSET else session.unit,
        opened[1] if opened else times.NOT_RECORDED,
    )
    records, money = iter(found), money_of_session(session, choice.revisions)
    by_name = {str(each): each for each in choice.revisions}
    while batch := list(islice(records, AT_ONCE)):
        shown: dict[int, Exhibit] = {}
        of_pots = {number: record for number, record in batch if isinstance(record, PotHand)}
        if of_pots:
            shown.update(_of_pots(source, session, choice, of_pots, room, money))
        for kind in (ChineseHand, OfcHand):
            of_kind = [(number, record) for number, record in batch if isinstance(record, kind)]
            if of_kind:
                flat = Flattener(kind)
                flat.add([record for _, record in of_kind], [number for number, _ in of_kind])
                block, _ = flat.block(facts)
                hands = dated(block, session, room)
                replays = _replays(hands, choice, partial(_impossible, session, room))
                for at, (number, record) in enumerate(of_kind):
                    exhibit = exhibit_of(session, number, record, replays[at], _unit(hands.unit, at), money)
                    shown[number] = with_entries(
                        exhibit, record, by_name.get(str(replays[at].get("ruleset")))
                    )
        yield from (shown[number] for number, _ in batch)


def _of_pots(
    source: LogSource,
    session: Session,
    choice: RulesetChoice,
    records: Mapping[int, PotHand],
    room: Room | None,
    money: str,
) -> Iterator[tuple[int, Exhibit]]:
    """Hands of pot games by line. The log is replayed up to the last, as hands are compared with those before."""
    reader = LogReader()
    tables, left = PotPass(reader, room), set(records)
    for stretch in reader.stretches(source.chunks()):
        for hands in (dated(each, session, room) for each in stretch if each.pot is not None):
            for revision, which in by_revision(hands, choice):
                mine = hands.take(which)
                wanted = [at for at, line in enumerate(mine.line.tolist()) if line in left]
                covered = revision is not None and revision.family == hands.game
                view = tables.view(mine, revision) if covered and revision is not None else None
                why = ("CTL001", NO_RULESET) if revision is None else ("CTL002", OTHER_GAME[hands.game])
                for at in wanted:
                    line = int(mine.line[at])
                    record = records[line]
                    reported = (
                        _without(mine, at, *why)
                        if view is None
                        else view.replayed.presented(at, str(revision))
                    )
                    shown = (
                        without_replay(record) if view is None else pot_exhibit(record, view, at, reported)
                    )
                    left.discard(line)
                    exhibit = pot_exhibit_of(session, line, record, reported, shown, money)
                    yield line, with_entries(exhibit, record, revision)
        if not left:
            return


def _impossible(session: Session, room: Room | None, replayed: ReplayedRows) -> Flags:
    return impossible(BlockView(session, replayed.hands, replayed, replayed.scoring.ruleset, room))


def _unit(column: np.ndarray, at: int) -> int | None:
    return None if column[at] == times.NOT_RECORDED else int(column[at])
