"""Rulesets on offer for keying, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.keyed.content import Game
from rules.controls.ruleset import Ruleset

_KEYED = ("chinese", "ofc")  # families: hands of pot games are not keyed
_MOST_USED = 5


class OfferedRuleset(Struct, frozen=True):
    """A ruleset with its game."""

    id: str
    title: str
    game: Game


class OfferedGroup(Struct, frozen=True):
    """Rulesets of a group. kind: `own` controls, `used` in logs, else `library`. authority: of the library's, else ""."""

    kind: str
    authority: str
    rulesets: tuple[OfferedRuleset, ...]


def offered(
    own: Sequence[Ruleset], used: Iterable[str], library: Iterable[Ruleset], authority: str
) -> list[OfferedGroup]:
    """Rulesets on offer: the room's own alone, where keyable; else its logs', its authority's, then the others.

    used: ids, newest first. library: in force. authority: title, or "".
    """
    mine = _playable(own)
    if mine:
        return [OfferedGroup("own", "", _offered(mine))]
    every = {each.id: each for each in _playable(library)}
    before = [every[name] for name in dict.fromkeys(used) if name in every][:_MOST_USED]
    groups = [OfferedGroup("used", "", _offered(before))] if before else []
    left = [each for each in every.values() if each not in before]
    names = sorted({each.authority for each in left}, key=lambda name: (name != authority, name))
    groups += [
        OfferedGroup("library", name, _offered(each for each in left if each.authority == name))
        for name in names
    ]
    return groups


def first_offered(groups: Sequence[OfferedGroup]) -> OfferedRuleset | None:
    """Ruleset that a form begins with: the room's or its logs', or None."""
    return groups[0].rulesets[0] if groups and groups[0].kind != "library" else None


def _playable(rulesets: Iterable[Ruleset]) -> list[Ruleset]:
    """Keyable rulesets: of closed and open-face games, without parts of others."""
    return [each for each in rulesets if each.played and each.family in _KEYED]


def _offered(rulesets: Iterable[Ruleset]) -> tuple[OfferedRuleset, ...]:
    return tuple(OfferedRuleset(each.id, each.title, game_of(each)) for each in rulesets)


def game_of(ruleset: Ruleset) -> Game:
    """Game of a ruleset as drafts name it."""
    placement = ruleset.sections.placement
    return "chinese" if ruleset.family == "chinese" or placement is None else placement.variant
