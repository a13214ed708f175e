"""Causes of a ledger's findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.audit.causes.edited import Edited, as_sent
from rules.audit.causes.exchanged import exchanged_shares
from rules.audit.causes.explained_event import ExplainedEvent, explained, unexplained
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.hypotheses_of_findings import values_of_lines
from rules.audit.causes.ledger_lines import missing_hits, moved_between_accounts, wrong_openings
from rules.audit.causes.line_times import wrong_times
from rules.audit.causes.repeated import doubled_lines
from rules.audit.causes.tried_hypotheses import LEAST_GONE, Bench, TriedEvent
from rules.audit.event_checks import EventChecked, checked
from rules.audit.money.event_rows import EventRow
from rules.audit.money.whole_events import ledger_money
from rules.checks.catalogue import ledger_checks
from rules.checks.ledger.ledger_view import LedgerView
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_replay import replay_ledger
from rules.tournaments.tournament_reader import TournamentFile

_PROPOSED: Sequence[Callable[[TriedEvent], Iterator[Hypothesis]]] = (
    wrong_openings, missing_hits, exchanged_shares, doubled_lines, moved_between_accounts, wrong_times, values_of_lines,
)  # fmt: skip


def causes_of_ledger(
    view: LedgerView, found: EventChecked, rows: Sequence[EventRow], tournaments: Sequence[TournamentFile]
) -> ExplainedEvent:
    """Facts of a ledger that findings come from. tournaments: all given with it."""
    state = TriedEvent(as_sent(view.replay.file), view, found, rows)
    if len(state.breaches) < LEAST_GONE:
        return unexplained(state)
    return explained(state, _bench(view, tournaments))


def _bench(view: LedgerView, tournaments: Sequence[TournamentFile]) -> Bench:
    rulesets = list({str(each): each for each in view.replay.rulesets.values()}.values())

    def again(edited: Edited[LedgerFile]) -> LedgerView:
        replay = replay_ledger(edited.file, view.replay.rulesets, tournaments, view.replay.earlier)
        return LedgerView(replay, view.tournaments, view.logs, view.numbers, view.claimed, view.room)

    def checked_again(of: LedgerView, codes: frozenset[str] | None) -> EventChecked:
        entries = [each for each in ledger_checks() if codes is None or each.code in codes]
        return checked(of, entries, "ledger", rulesets)

    return Bench(again, checked_again, lambda of, found: ledger_money(of, found).rows, _hypotheses)


def _hypotheses(state: TriedEvent) -> Iterator[Hypothesis]:
    for propose in _PROPOSED:
        yield from propose(state)
