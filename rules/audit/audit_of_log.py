"""The audit of one log: read, rank, replay, check, add up, diagnose, group."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.audit.applicability import within_rules, without_rule
from rules.audit.audit_busts import busts_of
from rules.audit.audit_evidence import by_level
from rules.audit.audit_timeline import gaps, moments
from rules.audit.block_pass import BlockPass, LogAuditRequest
from rules.audit.chips.at_ends import chips_at_ends
from rules.audit.chips.chip_accounts_of_log import ChipAccounts, chip_accounts
from rules.audit.chips.chip_seats import with_decided
from rules.audit.chips.next_stacks import NextStacks
from rules.audit.chips.stack_accounts import KINDS as CHIP_KINDS
from rules.audit.diagnosis import Confirmation, Diagnosed
from rules.audit.in_force import all_used, decided, named, others_of_its_kind
from rules.audit.incidents import Caused, ExplainedHands, GroupingFacts, incidents_of_session
from rules.audit.log_facts import facts_of, room_facts, triangle_of
from rules.audit.log_view_of_audit import revisions_of, takings_of, view_of
from rules.audit.money.totals import LogMoney
from rules.audit.record_facts import record_facts
from rules.audit.source import LogSource, ReadLog
from rules.audit.summarize import summary_of
from rules.audit.table_causes import table_causes
from rules.card_room import Room
from rules.checks.catalogue import checks
from rules.checks.day.session_summary import ChipsAtEnds, SessionSummary
from rules.checks.support.log_view import LogView
from rules.checks.support.view_cache import forget
from rules.controls.fixed_currency import foreign_currency
from rules.controls.library import Library, UnknownRuleset, library
from rules.controls.mandatory_limits import MandatoryLimits
from rules.findings import Runner
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import Columns, LogFindings
from rules.parties import CHIPS_UNIT
from rules.records.reader import LogReader
from rules.results import CHIPS, Audit, Coverage, Engine, Incident, LogFacts
from rules.version import JUDGEMENT, VERSION

Freed = Callable[[int], None]


class CheckedLog(Struct, frozen=True):
    """A log read, replayed and checked. ends: players' chips at its ends."""

    blocks: BlockPass
    log: LogView
    findings: LogFindings
    chips: ChipAccounts
    ends: ChipsAtEnds | None


def audit_log(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    authority: str | None = None,
    as_if: bool = False,
    progress: Callable[[int], None] | None = None,
    read: ReadLog | None = None,
    freed: Freed | None = None,
) -> Audit:
    """The audit of one log; parameters and exceptions as in `audit_summary`."""
    registry = library or _shipped()
    limits = MandatoryLimits.of_room(registry, room, authority)
    return AuditedLog(
        LogAuditRequest(source, registry, ruleset, room, as_if, limits, read), progress, freed
    ).audit


def audit_summary(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    authority: str | None = None,
    as_if: bool = False,
    progress: Callable[[int], None] | None = None,
    read: ReadLog | None = None,
    freed: Freed | None = None,
) -> tuple[Audit, SessionSummary]:
    """Audit one log, and summarize it for checks across its room's sessions. Raises Refused, UnknownRuleset, NoRuleset or
    NotApproved.

    ruleset: in place of the session line's. room: its gaming days select revisions, its authority mandatory rulesets. authority:
    of a room that is not on record. as_if: the ruleset applies on every day; an unapproved one needs it. progress: called with
    hands read. read: from `read_log`. freed: called with the number of hands twice, once their blocks and once the view's sources
    can be dropped.
    """
    registry = library or _shipped()
    limits = MandatoryLimits.of_room(registry, room, authority)
    found = AuditedLog(LogAuditRequest(source, registry, ruleset, room, as_if, limits, read), progress, freed)
    return found.audit, found.summary()


class AuditedLog:
    def __init__(
        self, request: LogAuditRequest, progress: Callable[[int], None] | None, freed: Freed | None
    ) -> None:
        found = checked(request, progress, freed)
        blocks, log, findings = found.blocks, found.log, found.findings
        reader = blocks.reader
        facts = facts_of(request.source, reader, log.number, len(reader.players), tuple(blocks.used))
        diagnosed = _diagnosed(blocks, facts)
        coverage = blocks.runner.coverage()
        money = _money(blocks, facts, findings, found.chips)
        incidents = _incidents(found, coverage, diagnosed, money)
        self.blocks, self._log, self._facts, self._ends = blocks, log, facts, found.ends
        self.audit = _audit(blocks, log, facts, findings, coverage, diagnosed, incidents, money)

    def summary(self) -> SessionSummary:
        blocks, log = self.blocks, self._log
        seated, book = log.people.unrested, blocks.daily_totals
        return summary_of(log, seated, self._facts, book, takings_of(log), revisions_of(blocks), self._ends)


def checked(
    request: LogAuditRequest, progress: Callable[[int], None] | None = None, freed: Freed | None = None
) -> CheckedLog:
    """First steps of an audit; progress, freed and exceptions as in `audit_summary`."""
    runner = Runner(checks(), within_rules, without_rule)
    blocks = BlockPass(request, runner)
    blocks.read(progress)  # read, rank under a revision, replay, check hands, add up money
    hands = sum(blocks.used.values())
    if freed is not None:
        freed(hands)
    log = _decided(blocks, view_of(blocks))
    if freed is not None:
        freed(hands)
    runner.run("log", log, next(iter(blocks.used), blocks.choice.revisions[0]))
    findings = Columns(
        runner.found, log.session.room, log.session.session, blocks.reader.players
    ).in_log_order()
    chips, ends = chip_accounts(log, findings), chips_at_ends(log)
    forget()
    return CheckedLog(blocks, log, findings, chips, ends)


def _decided(blocks: BlockPass, log: LogView) -> LogView:
    blocks.money.settle(NextStacks(log, blocks.money.disputed_lines))
    return with_decided(log, blocks.money.decided)


def _shipped() -> Library:
    return library()


def _diagnosed(blocks: BlockPass, facts: LogFacts) -> list[Diagnosed]:
    """Rulesets that explain differing hands. The log is read again only where one may and some results are unknown."""
    if blocks.choice.every_day:  # controls that were only tried: the room never said that it played them
        return []
    if not blocks.screen.differing:
        return []
    confirmation = Confirmation(blocks.screen)
    if not confirmation.candidates:
        return []
    if len(blocks.used) > 1 or not confirmation.recall(facts.hands):
        for hands in LogReader().blocks(blocks.request.source.chunks()):
            confirmation.add(hands)
    fitting = blocks.money.by_nets - blocks.screen.differing
    choice = blocks.choice
    approved = {each.name for each in choice.before} & {each.id for each in blocks.used}
    own = min(approved, default=choice.name)
    return confirmation.diagnosed(
        fitting, own, facts.ruleset, approved=bool(approved) and own != facts.ruleset
    )


def _money(blocks: BlockPass, facts: LogFacts, findings: LogFindings, chips: ChipAccounts) -> LogMoney:
    if chips.astray is not None:
        blocks.money.add_breaks(chips.astray)
    unit = CHIPS_UNIT if facts.money == CHIPS else facts.currency
    single = (findings[at] for at in np.flatnonzero(findings.column("group") == NONE).tolist())
    own = [each for each in single if each.code not in CHIP_KINDS or each.money_kind == "unaccounted"]
    return LogMoney(blocks.money, unit, own, chips.accounts, foreign=_foreign(blocks))


def _foreign(blocks: BlockPass) -> str | None:
    found = (foreign_currency(each, blocks.session.currency) for each in blocks.used)
    return next((each.reason for each in found if each is not None), None)


def _incidents(
    found: CheckedLog, coverage: list[Coverage], diagnosed: list[Diagnosed], money: LogMoney
) -> list[Incident]:
    blocks, log, findings = found.blocks, found.log, found.findings
    facts = GroupingFacts(
        log=log,
        astray=money.astray,
        fees=money.fees,
        claimed=money.claimed,
        total=money.total,
        own=money.own,
        tested={row.code: row.tested for row in coverage},
        priced=money.priced(),
        attendance=blocks.attendance,
        set_off=found.chips.set_off,
        breaks=found.chips.kinds,
        diagnosed=[_explained(log, each) for each in diagnosed],
        caused=_caused(found, coverage),
    )
    return incidents_of_session(findings, facts)


def _caused(found: CheckedLog, coverage: list[Coverage]) -> list[Caused]:
    """Recorded facts of a pot table's log that cause findings; none for controls on trial."""
    request = found.blocks.request
    if found.blocks.choice.every_day or found.blocks.runner.failures():
        return []

    def again(source: LogSource) -> tuple[LogFindings, list[Coverage]] | None:
        other = checked(replace(request, source=source, read=None, screened=False))
        runner = other.blocks.runner
        return None if runner.failures() else (other.findings, runner.coverage())

    names = (
        others_of_its_kind(found.blocks.choice, found.blocks.used, request.registry)
        if request.ruleset is None
        else []
    )
    return table_causes(request.source, len(found.log), (found.findings, coverage), again, names)


def _explained(log: LogView, found: Diagnosed) -> ExplainedHands:
    diagnosis = found.diagnosis
    return ExplainedHands(
        ruleset=f"{diagnosis.ruleset}@{diagnosis.revision}",
        hands=log.number[np.searchsorted(log.line, found.lines)],
        scope=diagnosis.scope,
        who=diagnosis.who,
        player=found.player,
        first=diagnosis.first,
        last=diagnosis.last,
    )


def _audit(
    blocks: BlockPass,
    log: LogView,
    facts: LogFacts,
    findings: LogFindings,
    coverage: list[Coverage],
    diagnosed: list[Diagnosed],
    incidents: list[Incident],
    money: LogMoney,
) -> Audit:
    account, failures = blocks.money, blocks.runner.failures()
    total = money.total
    busts, bust_order = busts_of(log)
    what_if = _what_if(blocks, facts)
    return Audit(
        log=facts,
        logs=[facts],
        rulesets=all_used(blocks.used),
        engine=Engine(version=VERSION, judgement=JUDGEMENT, library=blocks.request.registry.digest),
        complete=not failures,
        failures=failures,
        what_if=what_if,
        as_if=blocks.choice.every_day,
        room=room_facts(blocks.request.room, facts.opened_at),
        hands=facts.hands,
        testable=money.testable,
        money_misallocated=total.misallocated,
        money_misrecorded=total.misrecorded,
        coverage=coverage,
        findings=findings,
        diagnosis=[each.diagnosis for each in diagnosed],
        restitution=money.by_player(),
        repayments=money.repayments,
        timeline=moments(log, findings),
        gaps=gaps(log),
        busts=busts,
        bust_order=bust_order,
        incidents=incidents,
        reconciliation=money.reconciliation() if money.testable else None,
        impossible=account.impossible,
        money=[total],
        parties=money.parties(),
        lacking=money.lacking,
        record=record_facts(log, total.unit),
        evidence=by_level(log.record.evidence, log.game),
        controls_decided=decided(blocks.used, blocks.request.room, tried=what_if),
        triangle=triangle_of(log, facts),
        effect=blocks.effects.result() if what_if and blocks.effects is not None else None,
    )


def _what_if(blocks: BlockPass, facts: LogFacts) -> bool:
    asked, registry, choice = blocks.request.ruleset, blocks.request.registry, blocks.choice
    if choice.every_day:
        return True
    own = named(facts.ruleset, blocks.request.room, facts.opened_at, registry)
    if not asked or not own or asked == own:
        return False
    try:
        played = registry.choice(own)
    except UnknownRuleset:
        return True
    return any(revision.as_filed not in played.revisions for revision in blocks.used or choice.revisions)
