"""A player of a heads-up event was warned as often as the rules allow and is not out, or is out at another place.

Finds: in an event of the class `heads_up`, a further penalty of a player who had all the warnings of the ruleset, unless
the player is disqualified by it or by his next one; and a disqualification after these with another place on record than
the ruleset gives. The place of a player who went out while more than two players were in is not tested.
Why: each player of a heads-up event has the same number of warnings; the next breach ends the match.
Example: P02 is warned a third time and plays on; after two warnings the player is out, at place 2.
Needs: `classes` of the event, its `penalty` lines, and `place` of a disqualification or of the player's prize.
"""

from __future__ import annotations

from collections import defaultdict

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournament_results import HeadsUp
from rules.tournaments.stated_places import stated_places
from rules.tournaments.tournament_field import DISQUALIFIED
from rules.tournaments.tournament_records import Penalty

CHECK = Check(
    "TRN066",
    "warned-out-heads-up",
    "violation",
    "major",
    ("OLY-1.53-b",),
    title="{player} was warned too often heads-up and is not out as the rules say",
    scope="tournament",
    rule=("discipline.heads_up",),
    area="procedure",
    games=TOURNAMENTS,
)
CLASSES = "the classes of the event were not recorded, so that it is unknown whether it is a heads-up event"
PLACE = "no place of the player was recorded"
MORE_IN = "more than two players were in, and the file does not say who played whom"
_WARNINGS, _PLACE = "discipline.heads_up.warnings", "discipline.heads_up.place"
HEADS_UP_CLASS, PLAYERS = "heads_up", 2


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.discipline.heads_up if view.rules.discipline is not None else None
    classes = view.header.classes
    if rule is None or (classes is not UNSET and HEADS_UP_CLASS not in classes):
        return
    for player, penalties in _by_player(view).items():
        warned = 0
        for at, (line, event) in enumerate(penalties):
            if warned < rule.warnings:
                yield None if event.kind == "warning" else INAPPLICABLE
            elif classes is UNSET:
                yield CLASSES
            elif event.kind == DISQUALIFIED:
                yield _placed(view, line, event, player, rule)
            else:
                sent_out = any(each.kind == DISQUALIFIED for _, each in penalties[at + 1 : at + 2])
                yield None if sent_out else _still_plays(view, line, event, player, rule)
            warned += event.kind == "warning"


def _by_player(view: TournamentView) -> dict[str, list[tuple[int, Penalty]]]:
    found: defaultdict[str, list[tuple[int, Penalty]]] = defaultdict(list)
    for line, event in view.events(Penalty):
        if (player := view.player_of(event.entry)) is not None:
            found[player].append((line, event))
    return found


def _still_plays(view: TournamentView, line: int, event: Penalty, player: str, rule: HeadsUp) -> Outcome:
    return Draft(
        line=line,
        entry=event.entry,
        player=player,
        stated=event.kind,
        expected=DISQUALIFIED,
        unit="penalty",
        rule=_WARNINGS,
        message=(
            f"{view.at(line, event.entry)}: the penalty is {_WORDS[event.kind]}, and the player stays in after "
            f"{_times(rule.warnings)}; with the next breach he is out, at place {rule.place}."
        ),
    )


def _placed(view: TournamentView, line: int, event: Penalty, player: str, rule: HeadsUp) -> Outcome:
    """Outcome of a disqualification after the last warning."""
    places = [each for each in stated_places(view.replay) if each.player == player and each.line >= line]
    if not places:
        return PLACE
    if _still_in(view, line) > PLAYERS:
        return MORE_IN
    return [
        Draft(
            line=each.line,
            entry=event.entry,
            player=player,
            stated=each.place,
            expected=rule.place,
            unit="place",
            rule=_PLACE,
            message=(
                f"{view.at(each.line, event.entry)}: the player was sent out in line {line} after {_times(rule.warnings)}; "
                f"the place is {each.place}, and place {rule.place} is due."
            ),
        )
        for each in places
        if each.place != rule.place
    ] or None


def _still_in(view: TournamentView, line: int) -> int:
    return len(
        {
            each.player
            for each in view.field.counted
            if each.line < line and (each.out is None or each.out.line >= line)
        }
    )


def _times(warnings: int) -> str:
    return "1 warning" if warnings == 1 else f"{warnings} warnings"


_WORDS = {"warning": "a warning", "hand_dead": "a dead hand", "round": "one of rounds", "time": "one of time"}
