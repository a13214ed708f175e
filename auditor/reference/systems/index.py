"""The index of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.reference.markdown import ROOT, bullets, linked, paragraphs
from auditor.reference.systems.system_summary import summary
from rules.controls.ruleset import Ruleset

CLOSED = {
    "Washington": "Thirteen Card Poker as the Washington State Gambling Commission's sheet describes it, with the scorings and "
    "options that the sheet offers.",
    "The classic game and its variations": "The game as it is described for private play, and what people add to it.",
    "Regional and house versions": "Versions with scorings of their own.",
}
OPEN_FACE = {
    "Open-face events": "Two events by the sheets that their organizers printed, in tournament chips.",
    "Open-face play for cash": "The game as it is described, at the points that an event printed; fantasyland by custom.",
}
POTS = {
    "Pot games": "Hold'em, Omaha, stud and draw games. A room's controls can extend these systems.",
}


def index(systems: Sequence[Ruleset]) -> str:
    """Every system in a line, by its origin."""
    return linked(paragraphs(_parts(systems)))


def _parts(systems: Sequence[Ruleset]) -> Iterator[str]:
    yield "# Systems"
    closed = sum(each.family == "chinese" for each in systems)
    pots = sum(each.family == "pot" and each.played for each in systems)
    played = sum(each.played for each in systems)
    yield (
        f"A log can be audited under {played} systems: {closed} of closed Chinese poker, {played - closed - pots} of "
        f"open-face play and {pots} of pot games. Each page says how a system pays, works through hands, and lists what its "
        "document leaves open."
    )
    for group, introduction in (CLOSED | OPEN_FACE | POTS).items():
        mine = sorted(
            (each for each in systems if _group(each) == group), key=lambda each: (len(each.cited), each.id)
        )
        yield f"## {group}"
        yield introduction
        yield bullets(
            f"**[{each.title}]({ROOT}/systems/{each.id})** `{each.id}`: {summary(each)}" for each in mine
        )


def _group(ruleset: Ruleset) -> str:
    if ruleset.family == "pot":
        return next(iter(POTS))
    if ruleset.family == "ofc":
        events, cash = OPEN_FACE
        return cash if ruleset.get("stakes.medium") == "cash" else events
    first, second, third = CLOSED
    if ruleset.authority.startswith(first):
        return first
    return second if ruleset.id.startswith("classic") else third
