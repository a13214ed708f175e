"""Paths of levels and chips."""

from __future__ import annotations

from rules.checks.tournament.tournament_view import TournamentView


def of_level(view: TournamentView, level: int) -> str:
    """Path of a level's point, else of levels."""
    there = any(each.level == level for each in view.rules.event.level)
    return f"event.level[level {level}]" if there else "levels.by"


def of_chip(view: TournamentView, chip: int) -> str:
    """Path by which a chip leaves, else of colour-ups."""
    there = any(each.chip == chip for each in view.rules.event.colour_up)
    return f"event.colour_up[chip {chip}]" if there else "race"
