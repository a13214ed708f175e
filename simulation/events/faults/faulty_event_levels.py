"""Levels, stakes and penalties that were not as published."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from msgspec import UNSET

from rules.tournaments.tournament_records import AnnouncedLevel, Elimination, Hand, Penalty, StructureChange
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily, moment
from simulation.faults.figures import Figure

FAMILY = EventFaultFamily()


def _last_level(event: Altering, seconds: int) -> AlteredEvent | None:
    """Moves the last level, from which no other counts, to another time."""
    levels = event.of(AnnouncedLevel)
    structure = event.header.structure
    if not levels or structure is UNSET or structure[0].minutes is UNSET:
        return None
    level, true = levels[-1], levels[-1].at
    event.to_time(level, moment(level) + dt.timedelta(seconds=seconds))
    return AlteredEvent(record=level, field="at", recorded=level.at, true=true, may=("level-differs",))


@FAMILY.fault("level-too-soon", "level-early", wide=True)
def level_too_soon(event: Altering) -> AlteredEvent | None:
    """A level begins two minutes early."""
    return _last_level(event, -120)


@FAMILY.fault("level-too-late", "level-late", wide=True)
def level_too_late(event: Altering) -> AlteredEvent | None:
    """A level begins two minutes late."""
    return _last_level(event, 120)


@FAMILY.fault("level-left-out", "level-skipped", wide=True)
def level_left_out(event: Altering) -> AlteredEvent | None:
    """A level was left out."""
    levels = event.of(AnnouncedLevel)
    if len(levels) < 3 or event.ruleset.sections.levels is None:  # else levels go by the number of the hand
        return None
    missing, following = levels[-2:]
    event.remove(missing)
    return AlteredEvent(
        record=following, field="level", recorded=following.level, true=missing.level, may=("level-differs",)
    )


@FAMILY.fault("stakes-announced-wrongly", "level-stakes-differ")
def stakes_announced_wrongly(event: Altering) -> AlteredEvent | None:
    """The stakes of a level are not the published ones."""
    level = event.any_of(AnnouncedLevel)
    if level is None:
        return None
    name = "bb" if isinstance(level.bb, int) else "point_value"
    true = getattr(level, name)
    setattr(level, name, true + 100)
    return AlteredEvent(record=level, field=name, recorded=true + 100, true=true)


FAMILY.figure(
    "change-not-announced", "structure-change-not-announced", "The structure was changed without a word.",
    Figure(StructureChange, "announced"),
)  # fmt: skip


FAMILY.figure(
    "hand-at-another-level", "level-differs", "A hand was played at the level after.", Figure(Hand, "level", more=(1,)),
    where=lambda each: isinstance(each.level, int),
)  # fmt: skip


FAMILY.figure(
    "penalty-too-long", "penalty-length-differs", "A penalty of a round lasts three.", Figure(Penalty, "rounds", to=3),
    where=lambda each: each.kind == "round",
)  # fmt: skip


@FAMILY.fault("warned-once-too-often", "warned-out-heads-up", wide=True, asked=True)
def warned_once_too_often(event: Altering) -> AlteredEvent | None:
    """A player of a heads-up event is warned once more than the rules allow, and plays on."""
    discipline, busts = event.ruleset.sections.discipline, event.of(Elimination)
    rule = discipline.heads_up if discipline is not None else None
    if rule is None or len(busts) < 2:
        return None
    before, last = busts[-2:]
    players = {each.number: each.player for each in event.replayed().field.stakes}
    had = Counter(players.get(each.entry) for each in event.all(Penalty))
    if players[last.entry] in had or any(count > rule.warnings for count in had.values()):
        return None
    warnings = [
        Penalty(at=before.at, entry=last.entry, kind="warning", reason="talked about the hand", by="floor-1")
        for _ in range(rule.warnings + 1)
    ]
    for each in reversed(warnings):
        event.insert(each, before)
    classes = event.header.classes
    event.header.classes = [*(classes if isinstance(classes, list) else []), "heads_up"]
    return AlteredEvent(
        record=warnings[-1], field="kind", recorded="warning", true="disqualified", entry=last.entry,
        player=players[last.entry],
    )  # fmt: skip
