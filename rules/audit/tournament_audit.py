"""The ruleset of a tournament, on the planned first day."""

from __future__ import annotations

import datetime as dt

from rules import times
from rules.audit.in_force import NoRuleset, decides, deciding
from rules.card_room import Room
from rules.controls.library import Library, UnknownRuleset
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.tournaments.header import Tournament

FAMILY = "tournament"
OF_EVENTS = (FAMILY, "ofc")  # that of open-face hands may be of an event, whose record alone is tested then


def ruleset_of(
    header: Tournament, ruleset: str | None, registry: Library, as_if: bool = False, room: Room | None = None
) -> Ruleset:
    """Revision for a tournament: asked for, else the room's approved controls of the day, else the file's. as_if: the newest.

    Without ``starts_at``: the newest. Raises NoRuleset, UnknownRuleset, NotApproved.
    """
    name = ruleset or stated(header)
    approved = None if ruleset else decides(name, FAMILY, deciding(room, registry), _day(header, room))
    if approved is not None and not _of_open_face(name, registry):
        return approved
    if name is None:
        raise NoRuleset(
            f"The tournament {header.tournament} names no ruleset, and none was asked for. Ask for one of: {_known(registry)}."
        )
    choice = registry.choice(name)
    choice = choice.as_if() if as_if else choice.approved()
    if choice.revisions[-1].family not in OF_EVENTS:
        raise NoRuleset(
            f"{choice.revisions[-1]} is of no tournament (its family is {choice.revisions[-1].family}), and the tournament "
            f"{header.tournament} cannot be audited under it. Ask for one of: {_known(registry)}."
        )
    begins = times.parse_one(header.starts_at) if isinstance(header.starts_at, str) else None
    if begins is None:
        return choice.revisions[-1]
    found = choice.on(times.date_of(begins[1]))
    if found is None:
        day = times.date_of(begins[1])
        raise NoRuleset(
            f"No revision of {name} was in force on {day}, the day of the tournament {header.tournament}."
        )
    return found


def _day(header: Tournament, room: Room | None) -> dt.date | None:
    begins = header.starts_at if isinstance(header.starts_at, str) else None
    parsed = times.parse_one(begins) if begins is not None else None
    if begins is None or parsed is None:
        return None
    return room.day(begins) if room is not None else times.date_of(parsed[1])


def _of_open_face(name: str | None, registry: Library) -> bool:
    """Whether a file names rules of open-face hands, which tournaments' approved controls are not."""
    try:
        return name is not None and registry.choice(name).family != FAMILY
    except UnknownRuleset:
        return False


def limited(revision: Ruleset, header: Tournament, limits: MandatoryLimits) -> Ruleset:
    """The revision with mandatory limits of the planned first day; unchanged without ``starts_at``."""
    begins = times.parse_one(header.starts_at) if isinstance(header.starts_at, str) else None
    return revision if begins is None else limits.over(revision, times.date_of(begins[1]))


def _known(registry: Library) -> str:
    return ", ".join(str(each) for each in registry.revisions() if each.family == FAMILY)


def stated(header: Tournament) -> str | None:
    """Ruleset that the file names."""
    return header.ruleset if isinstance(header.ruleset, str) else None
