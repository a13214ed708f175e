"""The parameters of a level or of a chip, as findings cite them."""

from __future__ import annotations

from rules.checks.tournament.tournament_view import TournamentView


def of_level(view: TournamentView, level: int) -> str:
    """The value of a point at a level, where the ruleset has one; else how levels follow."""
    there = any(each.level == level for each in view.rules.event.level)
    return f"event.level[level {level}]" if there else "levels.by"


def of_chip(view: TournamentView, chip: int) -> str:
    """Path of the rule by which a chip leaves play, where the ruleset states it; else that of colour-ups."""
    there = any(each.chip == chip for each in view.rules.event.colour_up)
    return f"event.colour_up[chip {chip}]" if there else "race"
