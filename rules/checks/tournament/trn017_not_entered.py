"""Somebody is named who never entered.

Finds: an entry that a line names and that the file does not have, and a player without an entry: of a prize, a payout, an
award or a deal, or in a hand of the tournament's tables.
Why: whoever plays or is paid has paid for an entry. A name without one is a wrong name, or an entry whose money is missing.
Example: line 17 has a prize of P77, and no entry is of P77.
Needs: the entries. Players of hands need the logs of the tables.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.players_named import entries_named, players_named
from rules.tournaments.tournament_logs import PlayedHand, TournamentTableLog

CHECK = Check(
    "TRN017",
    "not-entered",
    "violation",
    "critical",
    ("external:RECORD-attributable",),
    title="Somebody is named who never entered",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    entered = {each.player for each in view.field.stakes}
    for line, event in view.all_events:
        entries, players = entries_named(event), players_named(event)
        if entries or players:
            found: Outcome = [
                *(_entry(line, each) for each in entries if each not in view.stakes),
                *(_player(line, each) for each in players if each not in entered),
            ]
            yield found or None
    for log in view.own:
        for player, hand in _first_hands(log).items():
            yield None if player in entered else _played(player, hand)


def _entry(line: int, entry: int) -> Draft:
    return Draft(
        line=line,
        entry=entry,
        stated=entry,
        message=f"Line {line} names entry {entry}; the file has no such entry.",
    )


def _player(line: int, player: str) -> Draft:
    return Draft(
        line=line,
        player=player,
        stated=player,
        message=f"Line {line} names {player}; no entry of the file is of this player.",
    )


def _first_hands(log: TournamentTableLog) -> dict[str, PlayedHand]:
    found: dict[str, PlayedHand] = {}
    for hand in log.hands:
        for seated in hand.seats:
            found.setdefault(seated.player, hand)
    return found


def _played(player: str, hand: PlayedHand) -> Draft:
    return Draft(
        session=hand.session.session,
        line=hand.line,
        number=hand.hand,
        table=hand.table,
        player=player,
        stated=player,
        message=f"Hand {hand.hand} of table {hand.table}: {player} played; no entry of the file is of this player.",
    )
