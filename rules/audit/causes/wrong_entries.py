"""Entries of a wrong player, eliminations of a wrong entry, and missing levels."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from rules import times
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.tournaments.players_named import players_named
from rules.tournaments.tournament_clock import instant, next_level, rests_of, started
from rules.tournaments.tournament_levels import announced, by_level
from rules.tournaments.tournament_records import AnnouncedLevel, Elimination, Entry

_MOST_OTHERS = 6


def misnamed_entries(state: TriedEvent) -> Iterator[Hypothesis]:
    """The entry of a player whom no other line names, as that of one who is named and never entered."""
    file = state.edited.file
    lines: dict[str, set[int]] = {}
    for each in state.breaches:
        if each.code == "TRN017" and each.player is not None and each.line is not None:
            lines.setdefault(each.player, set()).add(each.line)
    named = {player for _, event in file.events for player in players_named(event)}
    played = {seat.player for log in state.view.own for hand in log.hands for seat in hand.seats}
    entries = [(line, event) for line, event in file.events if isinstance(event, Entry)]
    unnamed = [(line, each) for line, each in entries if each.player not in named | played]
    of_others = {each.player for each in state.breaches if each.code != "TRN017"}
    unnamed.sort(key=lambda each: each[1].player not in of_others)
    for player in sorted(lines, key=lambda each: -len(lines[each])):
        for line, record in unnamed[:_MOST_OTHERS]:
            yield Hypothesis(
                title="An entry names a wrong player",
                message=(
                    f"Line {{line}} has entry {record.entry:,} of {record.player}, whom no line pays and no hand names; with "
                    f"{player}, who has no entry, these findings are gone."
                ),
                edited=state.edited.with_line(line, replace(record, player=player)),
                line=line,
                field="player",
                stated=record.player,
                implied=player,
            )


def wrong_eliminations(state: TriedEvent) -> Iterator[Hypothesis]:
    """The first elimination of an entry that plays on, of one still in."""
    stakes = state.view.stakes
    twice = dict.fromkeys(each.entry for each in state.breaches if each.code in ("TRN046", "TRN004"))
    again = [each.expected for each in state.breaches if each.code == "TRN008"]
    others = [*again, *(each.number for each in state.view.field.counted if each.live)]
    for entry in twice:
        stake = stakes.get(entry)
        if stake is None or not stake.busts or not isinstance(stake.busts[0].record, Elimination):
            continue
        line, record = stake.busts[0].line, stake.busts[0].record
        for other in [each for each in dict.fromkeys(others) if each != entry][:_MOST_OTHERS]:
            yield Hypothesis(
                title="An elimination names a wrong entry",
                message=(
                    f"Line {{line}} has entry {entry:,} out, which later lines take for in; with entry {other:,}, which no line "
                    "has out, these findings are gone."
                ),
                edited=state.edited.with_line(line, replace(record, entry=other)),
                line=line,
                field="entry",
                stated=entry,
                implied=other,
            )


def missing_levels(state: TriedEvent) -> Iterator[Hypothesis]:
    """Levels missing before an announced one, when due."""
    file = state.edited.file
    if file.header.structure is UNSET:
        return
    structure, levels = by_level(file.header.structure), announced(file)
    for each in state.breaches:
        place = next((at for at, (line, _) in enumerate(levels) if line == each.line), None)
        if each.code != "LVL006" or place is None or levels[place][1].level - 1 != each.expected:
            continue
        number = levels[place][1].level - 1
        begin = instant(levels[place - 1][1].at) if place else started(file)
        before, due = structure.get(number - 1), None
        if begin is not None and before is not None and before.minutes is not UNSET:
            due = next_level(begin, before.minutes, number - 1, rests_of(file))
        if due is None or number not in structure:
            continue
        at = times.text_of(due, times.zone_of(str(levels[place][1].at)))
        stakes = structure[number]
        level = AnnouncedLevel(level=number, at=at or UNSET, sb=stakes.sb, bb=stakes.bb, ante=stakes.ante)
        line = next((at for at, event in file.events if (instant(event.at) or 0) > due), levels[place][0])
        yield Hypothesis(
            title="The line of a level is missing",
            message=f"No line is of level {number}, which was due at {at}: it is missing below line {{line}}.",
            edited=state.edited.with_more(line - 1, level),
            line=line - 1,
            implied=number,
        )
