"""The audit of a tournament or a ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET

from rules import times
from rules.audit.causes import ExplainedEvent
from rules.audit.causes.ledger_causes import causes_of_ledger
from rules.audit.causes.tournament_causes import causes_of_tournament
from rules.audit.event_checks import EventChecked, checked
from rules.audit.event_facts import ledger_facts, tournament_facts
from rules.audit.files_of_event import Beside
from rules.audit.in_force import NoRuleset, all_used, claims_others, decided, deciding
from rules.audit.incidents import incidents_of_event
from rules.audit.ledger_audit import rulesets_of
from rules.audit.log_facts import room_facts
from rules.audit.money.money_of_event import EventMoney
from rules.audit.money.whole_events import ledger_money, tournament_money
from rules.audit.source import LogSource
from rules.audit.tournament_audit import limited, ruleset_of, stated
from rules.card_room import Room
from rules.checks.catalogue import ledger_checks, tournament_checks
from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.tournament.tournament_view import TournamentView
from rules.controls.library import Library, RulesetChoice, UnknownRuleset, library
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.file_kind import file_kind
from rules.ledgers.before import pays_from
from rules.ledgers.ledger_as_dicts import shown as ledger_shown
from rules.ledgers.ledger_reader import LedgerFile, read_ledger
from rules.ledgers.ledger_replay import replay_ledger
from rules.results import Audit, Engine
from rules.shown_events import EventFacts
from rules.tournaments.tournament_as_dicts import shown as tournament_shown
from rules.tournaments.tournament_reader import TournamentFile, read_tournament
from rules.tournaments.tournament_replay import Replay, replay_tournament
from rules.version import JUDGEMENT, VERSION


def audit_tournament(
    source: LogSource,
    beside: Sequence[Beside] = (),
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    authority: str | None = None,
    numbers: Sequence[int] | None = None,
    as_if: bool = False,
) -> Audit:
    """Audit a tournament. beside: table logs. Raises Refused, UnknownRuleset, NoRuleset or NotApproved.

    ruleset: in place of the file's. as_if: whatever its days. authority: of a room that is not on record. numbers: of the room's
    other tournaments, if all are known.
    """
    registry = library or _shipped()
    file = read_tournament(source.chunks())
    revision = ruleset_of(file.header, ruleset, registry, as_if, room)
    named, approved = stated(file.header), deciding(room, registry)
    claimed = named if not ruleset and claims_others(named, revision, approved) else None
    revision = limited(revision, file.header, MandatoryLimits.of_room(registry, room, authority))
    logs = tuple(each.log for each in beside if each.log is not None)
    replay = replay_tournament(file, revision, logs)
    view = TournamentView(replay, logs, numbers, claimed, room)
    found = checked(view, tournament_checks(), "tournament", [revision])
    event = _facts(
        source, file, beside, kind="tournament", id=file.header.tournament, title=_known(file.header.title),
        begins=_known(file.header.starts_at), ends=None, ruleset=_known(file.header.ruleset), room=room,
        missing=_missing(_sessions_of(file), beside), due=tournament_shown(replay),
        tournament=tournament_facts(replay),
    )  # fmt: skip
    money = tournament_money(view, found)
    causes = causes_of_tournament(view, found, money.rows)
    return _audit(event, money, found, causes, [revision], registry, room, as_if)


def audit_ledger(
    source: LogSource,
    beside: Sequence[Beside] = (),
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    numbers: Sequence[int] | None = None,
    as_if: bool = False,
) -> Audit:
    """Audit a ledger. beside: its tournaments and table logs, and the room's earlier ledgers. The rest as for a tournament."""
    registry = library or _shipped()
    file = read_ledger(source.chunks())
    rulesets = rulesets_of(file.header, ruleset, registry, as_if, room)
    tournaments = [each.tournament for each in beside if each.tournament is not None]
    logs = tuple(each.log for each in beside if each.log is not None)
    earlier = [each.ledger for each in beside if each.ledger is not None]
    named = set(_named_by(file))  # of others, which ledgers before it name, the day alone counts
    own = [each for each in tournaments if each.header.tournament in named]
    view = LedgerView(
        replay_ledger(file, rulesets, tournaments, earlier),
        dict(_replayed(own, logs, registry, room)),
        logs,
        numbers,
        {} if ruleset else _claimed(file, rulesets, deciding(room, registry)),
        room,
    )
    applied = list({str(each): each for each in rulesets.values()}.values())
    found = checked(view, ledger_checks(), "ledger", applied)
    event = _facts(
        source, file, beside, kind="ledger", id=file.header.ledger, title=None, begins=_known(file.header.from_),
        ends=_known(file.header.until), ruleset=None, room=room, missing=_missing(_named_by(file), beside),
        due=ledger_shown(view.replay), ledger=ledger_facts(view.replay), pays_from=pays_from(file),
    )  # fmt: skip
    money = ledger_money(view, found)
    causes = causes_of_ledger(view, found, money.rows, tournaments)
    return _audit(event, money, found, causes, applied, registry, room, as_if)


def _shipped() -> Library:
    return library()


def _claimed(
    file: LedgerFile, rulesets: Mapping[str, Ruleset], approved: Sequence[RulesetChoice]
) -> dict[str, str]:
    named = {each.account: _known(each.ruleset) for each in file.header.accounts}
    return {
        account: named[account]
        for account, revision in rulesets.items()
        if claims_others(named[account], revision, approved)
    }


def _replayed(
    files: Iterable[TournamentFile], logs: Sequence[Any], registry: Library, room: Room | None
) -> Iterable[tuple[str, Replay]]:
    for file in files:
        try:
            revision = ruleset_of(file.header, None, registry, room=room)
        except (NoRuleset, UnknownRuleset):
            continue
        yield file.header.tournament, replay_tournament(file, revision, logs)


def _sessions_of(file: TournamentFile) -> Iterable[str]:
    return _named(file.events, "session")


def _named_by(file: LedgerFile) -> Iterable[str]:
    return [*_named(file.events, "session"), *_named(file.events, "tournament")]


def _named(events: Iterable[tuple[int, Any]], field: str) -> list[str]:
    return [name for _, each in events if isinstance(name := getattr(each, field, None), str)]


def _missing(named: Iterable[str], beside: Iterable[Beside]) -> list[str]:
    there = {each.facts.id for each in beside if each.ledger is None}
    return [name for name in dict.fromkeys(named) if name not in there]


def _facts(
    source: LogSource,
    file: TournamentFile | LedgerFile,
    beside: Iterable[Beside],
    *,
    begins: str | None,
    room: Room | None,
    **rest: Any,
) -> EventFacts:
    header = file.header
    supersedes = _known(header.supersedes)
    return EventFacts(
        room=header.room,
        number=_known(header.number),
        currency=header.currency,
        sha256=source.sha256,
        bytes=source.size,
        lines=1 + len(file.events) + (file.close is not None),
        begins=begins,
        day=_day(begins, room),
        source=_known(header.source),
        recorded_by=_known(header.recorded_by),
        recorded_at=_known(header.recorded_at),
        supersedes_sha256=supersedes.sha256 if supersedes else None,
        supersedes_reason=supersedes.reason if supersedes else None,
        supersedes_by=supersedes.by if supersedes else None,
        files=[each.facts for each in beside],
        **rest,
    )


def _day(begins: str | None, room: Room | None) -> str | None:
    parsed = times.parse_one(begins) if begins is not None else None
    if begins is None or parsed is None:
        return begins
    day = room.day(begins) if room is not None else None
    return (day or times.date_of(parsed[1])).isoformat()


def _known(value: Any) -> Any:
    return None if value is UNSET else value


def _audit(
    event: EventFacts,
    money: EventMoney,
    found: EventChecked,
    causes: ExplainedEvent,
    rulesets: Sequence[Ruleset],
    registry: Library,
    room: Room | None,
    as_if: bool,
) -> Audit:
    hands = sum(each.hands or 0 for each in event.files)
    return Audit(
        log=None,
        logs=[],
        rulesets=all_used(dict.fromkeys(rulesets, hands)),
        engine=Engine(version=VERSION, judgement=JUDGEMENT, library=registry.digest),
        complete=not found.failures,
        failures=found.failures,
        what_if=as_if,
        as_if=as_if,
        hands=hands,
        testable=0,
        money_misallocated=money.totals[0].misallocated,
        money_misrecorded=money.totals[0].misrecorded,
        coverage=found.coverage,
        findings=found.findings,
        diagnosis=[],
        restitution=[],
        repayments=money.repayments,
        incidents=incidents_of_event(event, causes, money),
        triangle=[],
        room=room_facts(room, event.begins) if event.kind == "tournament" and event.begins else None,
        event=event,
        money=money.totals,
        parties=money.parties,
        lacking=money.lacking,
        controls_decided=decided(dict.fromkeys(rulesets, hands), room, tried=as_if),
    )


def read_event(
    source: LogSource, room: Room | None = None, *, kind: Literal["tournament", "ledger"] = "tournament"
) -> EventFacts:
    """Facts of a tournament's or ledger's file, validated, without amounts due. Raises Refused. kind: if the
    first line states none. missing: all that it names.
    """
    first = file_kind(source.chunks())
    if first == "ledger" or (first != "tournament" and kind == "ledger"):
        book = read_ledger(source.chunks())
        return _facts(
            source, book, (), kind="ledger", id=book.header.ledger, title=None, begins=_known(book.header.from_),
            ends=_known(book.header.until), ruleset=None, room=room, missing=_missing(_named_by(book), ()), due=None,
            pays_from=pays_from(book),
        )  # fmt: skip
    file = read_tournament(source.chunks())
    return _facts(
        source, file, (), kind="tournament", id=file.header.tournament, title=_known(file.header.title),
        begins=_known(file.header.starts_at), ends=None, ruleset=_known(file.header.ruleset), room=room,
        missing=_missing(_sessions_of(file), ()), due=None,
    )  # fmt: skip
