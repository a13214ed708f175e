"""A player of the tournament played at another table meanwhile.

Finds: a player with a live entry in a hand of a cash table or of another event, from the start of the tournament until he is
out, one player is left, or the players made a deal. Reported once a player and log.
Why: nobody plays in several games at once. The others wait for him, or he is not the one who played.
Example: P02 is in the tournament, and in a hand of the cash table C1 at half past seven.
Needs: the logs of other tables with the times of their hands, when the tournament began, and when its players went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import at_hand
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.elsewhere import OtherHand, Playing, other_hands

CHECK = Check(
    "TRN045",
    "plays-elsewhere",
    "violation",
    "major",
    ("OLY-2.7",),
    title="{player} played at another table during the tournament",
    scope="tournament",
    rule=("discipline.elsewhere",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.discipline.elsewhere if view.rules.discipline is not None else None
    if rule is None or rule.allowed:
        return
    others = [each for each in view.logs if each not in view.own and each.session.room == view.header.room]
    if not others:
        yield "no log of another table was given"
    reported: set[tuple[str, str]] = set()
    for hand in other_hands(view.replay.file, others, _left_at_the_end(view)):
        if hand.playing is None:
            yield "the time of the hand, or of the start of the tournament, was not recorded"
            continue
        session = hand.record.session.session
        found = [each for each in hand.playing if (session, each.player) not in reported]
        reported |= {(session, each.player) for each in found}
        yield [_draft(hand, each) for each in found] or None


def _left_at_the_end(view: TournamentView) -> int:
    satellite = view.replay.satellite
    return max(1, satellite.tickets or 1) if satellite is not None else 1


def _draft(hand: OtherHand, playing: Playing) -> Draft:
    record = hand.record
    session = record.session.session
    return Draft(
        session=session,
        line=record.line,
        number=record.hand,
        table=record.table,
        seat_number=playing.seat,
        entry=playing.entry,
        player=playing.player,
        stated=playing.player,
        expected=playing.entry,
        unit="entry",
        fact=f"{session}|{playing.player}",
        message=(
            f"{at_hand(session, record.line, record.hand)}: {playing.player} plays at table {record.table}, and is in the "
            f"tournament with entry {playing.entry}."
        ),
    )
