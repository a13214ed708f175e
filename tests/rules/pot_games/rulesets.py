"""The rulesets of pot games as parameters, with some of them changed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.controls.library import library
from rules.controls.sections.pots import PotGame


def _pot_game(name: str) -> PotGame:
    stated = library().get(name).sections.pot
    assert stated is not None
    return stated


OLYMPIC, STANDARD = _pot_game("olympic-cash@2"), _pot_game("standard-cash@2")
GAMES = STANDARD.games  # every game that there is
CLUB = replace(OLYMPIC, games=GAMES)  # the club's rules for every game


def odd_chip(rules: PotGame, **changes: Any) -> PotGame:
    return replace(rules, pots=replace(rules.pots, odd_chip=replace(rules.pots.odd_chip, **changes)))


def jackpots(rules: PotGame, **changes: Any) -> PotGame:
    assert rules.jackpots is not None
    return replace(rules, jackpots=replace(rules.jackpots, **changes))


def bad_beat(rules: PotGame, **changes: Any) -> PotGame:
    assert rules.jackpots is not None
    assert rules.jackpots.bad_beat is not None
    return jackpots(rules, bad_beat=replace(rules.jackpots.bad_beat, **changes))


def royal_flush(rules: PotGame, **changes: Any) -> PotGame:
    assert rules.jackpots is not None
    assert rules.jackpots.royal_flush is not None
    return jackpots(rules, royal_flush=replace(rules.jackpots.royal_flush, **changes))
