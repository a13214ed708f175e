"""Causes of a tournament's findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.audit.causes.edited import Edited, as_sent
from rules.audit.causes.exchanged import exchanged_prizes
from rules.audit.causes.explained_event import ExplainedEvent, explained, unexplained
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.hypotheses_of_findings import heads_by_findings, values_of_lines
from rules.audit.causes.line_times import wrong_times
from rules.audit.causes.missing_entries import missing_entries, missing_purchases, missing_ways_out
from rules.audit.causes.repeated import doubled_lines
from rules.audit.causes.seat_causes import wrong_seats
from rules.audit.causes.tournament_heads import heads_by_totals, terms_by_lines
from rules.audit.causes.tried_hypotheses import LEAST_GONE, Bench, TriedEvent
from rules.audit.causes.wrong_entries import misnamed_entries, missing_levels, wrong_eliminations
from rules.audit.event_checks import EventChecked, checked
from rules.audit.money.event_rows import EventRow
from rules.audit.money.whole_events import tournament_money
from rules.checks.catalogue import tournament_checks
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_replay import replay_tournament

_PROPOSED: Sequence[Callable[[TriedEvent], Iterator[Hypothesis]]] = (
    heads_by_findings, heads_by_totals, terms_by_lines, misnamed_entries, missing_entries, missing_purchases, missing_levels,
    exchanged_prizes, doubled_lines, wrong_eliminations, missing_ways_out, wrong_seats, wrong_times, values_of_lines,
)  # fmt: skip


def causes_of_tournament(
    view: TournamentView, found: EventChecked, rows: Sequence[EventRow]
) -> ExplainedEvent:
    """Facts of a tournament's file that findings come from."""
    state = TriedEvent(as_sent(view.replay.file), view, found, rows)
    if len(state.breaches) < LEAST_GONE:
        return unexplained(state)
    return explained(state, _bench(view))


def _bench(view: TournamentView) -> Bench:
    def again(edited: Edited[TournamentFile]) -> TournamentView:
        replay = replay_tournament(edited.file, view.ruleset, view.logs)
        return TournamentView(replay, view.logs, view.numbers, view.claimed, view.room)

    def checked_again(of: TournamentView, codes: frozenset[str] | None) -> EventChecked:
        entries = [each for each in tournament_checks() if codes is None or each.code in codes]
        return checked(of, entries, "tournament", [of.ruleset])

    return Bench(again, checked_again, lambda of, found: tournament_money(of, found).rows, _hypotheses)


def _hypotheses(state: TriedEvent) -> Iterator[Hypothesis]:
    for propose in _PROPOSED:
        yield from propose(state)
