"""Statements that pot games need, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.cards import RANKS
from rules.controls.ruleset import Ruleset

_STREETS = {  # of each kind of game, in their order
    "flop": ("preflop", "flop", "turn", "river"),
    "stud": ("second", "third", "fourth", "fifth", "sixth", "seventh"),
    "draw": ("predraw", "first_draw", "second_draw", "third_draw"),
}
_AMOUNTS = (  # of money
    "pot.fees.rake.per_step",
    "pot.fees.rake.cap",
    "pot.fees.rake.special_cap",
    "pot.fees.drop.money",
    "pot.jackpots.royal_flush.money",
)
NEEDED = {  # keys of the tables that names of their own lead to
    "pot.games": ("kind", "streets"),
    "pot.games.swap": ("cards", "before"),
    "pot.mixes": ("rotation",),
}
_WHOLE = 10_000  # basis points
_BAD_BEAT = "pot.jackpots.bad_beat"
_HAND = 5  # cards
_LOWEST = {"flush": "7", "straight_flush": "5"}  # the rank that the lowest hand of a class is made by


def pot_problems(ruleset: Ruleset) -> list[str]:
    """Gaps and contradictions in controls of pot games."""
    if ruleset.get("pot.games") is None and ruleset.family != "pot":
        return []
    found = [*_missing(ruleset), *_rake(ruleset), *_money(ruleset), *_jackpots(ruleset)]
    found += [] if any(_missing(ruleset)) else [*_games(ruleset), *_mixes(ruleset)]
    return [f"{ruleset.file}: {each}" for each in found]


def _missing(ruleset: Ruleset) -> Iterator[str]:
    for section in ("pot.games", "pot.mixes"):
        for name, table in ruleset.get(section, {}).items():
            tables = {section: table, f"{section}.swap": table.get("swap", {})}
            for path, each in tables.items():
                there = f"{section}.{name}{path.removeprefix(section)}"
                for key in NEEDED.get(path, ()) if each else ():
                    if key not in each:
                        yield f"{there}.{key}: missing, here and in what the file extends"


def _games(ruleset: Ruleset) -> Iterator[str]:
    games = ruleset.get("pot.games", {})
    if not games:
        yield "pot.games: no game is stated, here and in what the file extends"
    for name, game in games.items():
        yield from _streets(f"pot.games.{name}", game)
        yield from _halves(f"pot.games.{name}.halves", game.get("halves", ()))
        yield from _too_few_cards(f"pot.games.{name}.halves", game)


def _streets(path: str, game: Mapping[str, Any]) -> Iterator[str]:
    """Streets unknown or out of order, and exchanges before none."""
    kind, names = game["kind"], [each["name"] for each in game["streets"]]
    order = {name: place for place, name in enumerate(_STREETS[kind])}
    strange = [each for each in names if each not in order]
    if strange:
        yield f"{path}.streets: {', '.join(strange)}: no street of a {kind} game"
    elif any(order[a] >= order[b] for a, b in pairwise(names)):
        yield f"{path}.streets: {', '.join(names)}: not in the order in which they are dealt"
    if (swap := game.get("swap")) is not None and swap["before"] not in names:
        yield f"{path}.swap.before: {swap['before']}: the game has no such street"


def _halves(path: str, halves: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    names = [each.get("name", "all") for each in halves]
    if len(set(names)) < len(names) or (len(names) > 1 and "all" in names):
        yield f"{path}: {', '.join(names)}: two halves of a pot need two names, and neither is all of it"


def _too_few_cards(path: str, game: Mapping[str, Any]) -> Iterator[str]:
    """Halves won by all own cards, too few for a hand."""
    streets = game.get("streets", ())
    own = sum(each.get("down", 0) + each.get("up", 0) - each.get("discards", 0) for each in streets)
    whole = [each for each in game.get("halves", ()) if each.get("use", "any") == "all"]
    if own < _HAND and any(each.get("order", "high") != "badugi" for each in whole):
        yield f"{path}: all own cards count, and {own} of them make no hand of {_HAND}"


def _mixes(ruleset: Ruleset) -> Iterator[str]:
    games = ruleset.get("pot.games", {})
    for name, mix in ruleset.get("pot.mixes", {}).items():
        path, rotation, limits = f"pot.mixes.{name}", mix["rotation"], mix.get("limits", [])
        if strange := [each for each in rotation if each not in games]:
            yield f"{path}.rotation: {', '.join(strange)}: the controls have no such game"
        if limits and len(limits) != len(rotation):
            yield f"{path}.limits: {len(limits)} limits for {len(rotation)} games"


def _rake(ruleset: Ruleset) -> Iterator[str]:
    """A rake without an amount, with two, or above its limit."""
    rake = ruleset.get("pot.fees.rake")
    if rake is None:
        return
    step, each, share = (rake.get(key) for key in ("step_money", "per_step", "bp"))
    if (step is None) != (each is None):
        missing = "per_step" if each is None else "step_money"
        yield f"pot.fees.rake.{missing}: missing, here and in what the file extends"
    if step is not None and share is not None:
        yield "pot.fees.rake.bp: a share beside steps; the controls state one or the other"
    if step is None and share is None and rake.get("mode") == "exact":
        yield "pot.fees.rake: the rake is exact, so that its steps or its share must be documented"
    most = rake.get("share", {}).get("max_bp")
    if share is not None and most is not None and share > most:
        cites = ", ".join(ruleset.citations("pot.fees.rake.share"))
        yield f"pot.fees.rake.bp: {share} goes past the {most} of pot.fees.rake.share.max_bp that {cites} allows"
    cap, special = rake.get("cap"), rake.get("special_cap")
    if special is not None and (cap is None or special < cap):
        yield f"pot.fees.rake.special_cap: {special}, where the cap is {cap if cap is not None else 'not stated'}"


def _money(ruleset: Ruleset) -> Iterator[str]:
    amounts = [path for path in _AMOUNTS if ruleset.get(path) is not None]
    if amounts and ruleset.get("fees.currency") is None:
        yield f"fees.currency: missing, and {amounts[0]} is an amount of money"


def _jackpots(ruleset: Ruleset) -> Iterator[str]:
    beat, games = ruleset.get(_BAD_BEAT), ruleset.get("pot.games", {})
    if beat is None:
        return
    shares = [beat[key] for key in ("loser_bp", "winner_bp", "table_bp") if key in beat]
    if len(shares) == 3 and sum(shares) != _WHOLE:
        yield f"{_BAD_BEAT}: the shares of loser, winner and table come to {sum(shares)}, and not to {_WHOLE}"
    listed: list[str] = []
    for each in beat.get("threshold", ()):
        listed += each["games"]
        if (each.get("over") is None) == (each["hand"] == "full_house"):
            yield f"{_BAD_BEAT}.threshold.over: a full house has one, its pair, and {each['hand']} is what must lose"
        if each.get("over") == each["rank"]:
            yield f"{_BAD_BEAT}.threshold.over: {each['rank']}, where the three are of that rank, too"
        lowest = _LOWEST.get(each["hand"], each["rank"])
        if RANKS.index(each["rank"]) < RANKS.index(lowest):
            yield f"{_BAD_BEAT}.threshold.rank: {each['rank']}, where the highest card of the lowest {each['hand']} is {lowest}"
    if strange := [each for each in dict.fromkeys(listed) if each not in games]:
        yield f"{_BAD_BEAT}.threshold: {', '.join(strange)}: the controls have no such game"
    if twice := sorted({each for each in listed if listed.count(each) > 1}):
        yield f"{_BAD_BEAT}.threshold: {', '.join(twice)}: a game has one least hand"
