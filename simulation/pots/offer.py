"""Offer of a table: a game or mix of a ruleset, limit, number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import Game, PotGame
from rules.pot_words import GameName, LimitName

DECK = 52
MOST_SEATS = 10
NAMES: dict[str, GameName] = {name: name for name in get_args(GameName)}
LIMITS: tuple[LimitName, ...] = ("no_limit", "pot_limit", "fixed_limit")
_DRAWN = 3  # cards that a seat of a draw game takes in a hand, so that a deck mostly suffices
_BOARD_AND_BURNS = 8


class OfferedGame(Struct, frozen=True):
    name: GameName
    game: Game
    limit: LimitName

    @property
    def stud(self) -> bool:
        return self.game.kind == "stud"


class GamesOffered(Struct, frozen=True):
    """Games of a session in order, and its players."""

    rules: PotGame
    rotation: tuple[OfferedGame, ...]
    mix: str | None
    fewest: int
    most: int

    @classmethod
    def of(
        cls, ruleset: Ruleset, players: tuple[int, int] | None = None, game: str = "", limit: str = ""
    ) -> GamesOffered:
        """Offer of a ruleset; game "": its first one. Raises ValueError for one that it lacks."""
        rules = ruleset.sections.pot
        if rules is None or not rules.games:
            raise ValueError(f"{ruleset} has no pot games")
        if limit and limit not in LIMITS:
            raise ValueError(f"no limit is called {limit!r}; the limits are: {', '.join(LIMITS)}")
        name = game or next(iter(rules.games))
        if name in rules.mixes:
            rotation = _of_mix(ruleset, rules, name, limit)
        elif name in rules.games:
            rotation = (
                OfferedGame(NAMES[name], rules.games[name], _limit(limit) or usual_limit(rules.games[name])),
            )
        else:
            others = ", ".join((*rules.games, *rules.mixes))
            raise ValueError(f"{ruleset} has no game called {name!r}; its games and mixes are: {others}")
        most = min(most_players(each.game) for each in rotation)
        fewest_wanted, most_wanted = players or (2, most)
        if not 2 <= fewest_wanted <= most_wanted <= most:
            raise ValueError(f"{fewest_wanted} to {most_wanted} players: {name} is dealt to 2 to {most}")
        mix = name if name in rules.mixes else None
        return cls(rules, rotation, mix, fewest_wanted, most_wanted)

    @property
    def with_ninth(self) -> bool:
        """Whether a player too many may hold a seat."""
        table = self.rules.table
        (first, *others) = self.rotation
        left = table is not None and table.ninth_sits_out == "left_of_big_blind"
        return left and not others and table is not None and first.name in table.ninth_games


def _limit(text: str) -> LimitName | None:
    return next((each for each in LIMITS if each == text), None)


def _of_mix(ruleset: Ruleset, rules: PotGame, name: str, limit: str) -> tuple[OfferedGame, ...]:
    mix = rules.mixes[name]
    missing = [each for each in mix.rotation if each not in rules.games]
    if missing:
        raise ValueError(f"{ruleset} does not deal {', '.join(missing)}, a part of {name}")
    if limit:
        raise ValueError(f"{name} is a mix: its games have limits of their own")
    limits: Sequence[LimitName | None] = mix.limits or [None] * len(mix.rotation)
    games = [rules.games[each] for each in mix.rotation]
    return tuple(
        OfferedGame(each, game, own or usual_limit(game))
        for each, game, own in zip(mix.rotation, games, limits, strict=True)
    )


def usual_limit(game: Game) -> LimitName:
    """Fixed limit for stud and several draws, pot limit where two own cards must play, else none."""
    if game.kind == "stud" or (game.kind == "draw" and len(game.streets) > 2):
        return "fixed_limit"
    return "pot_limit" if any(half.use == "two" for half in game.halves) else "no_limit"


def cards_in_deck(game: Game) -> int:
    return DECK - 4 * "23456789TJQKA".index(game.deck_from)


def most_players(game: Game) -> int:
    deck, down = cards_in_deck(game), sum(street.down for street in game.streets)
    up = sum(street.up for street in game.streets)
    if game.kind == "flop":
        swapped = game.swap.cards if game.swap else 0
        seats = (deck - _BOARD_AND_BURNS) // (down + swapped)
    elif game.kind == "draw":
        seats = deck // (down + _DRAWN)
    else:
        burns = len(game.streets) - 1 - game.common_last
        seats = (deck - burns - game.common_last) // (down + up - game.common_last)
    return max(2, min(seats, MOST_SEATS, game.max_players or MOST_SEATS))
