"""The rulesets that a room may key a session under, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.keyed.content import Game
from rules.controls.ruleset import Ruleset

_KEYED = ("chinese", "ofc")  # families: hands of pot games are not keyed
_MOST_USED = 5


class OfferedRuleset(Struct, frozen=True):
    """A ruleset with the game that it is of."""

    id: str
    title: str
    game: Game


class OfferedGroup(Struct, frozen=True):
    """Rulesets that belong together. kind: `own` of the room's controls, `used` that its logs name, else `library`.

    authority: whose they are, of the library; else empty.
    """

    kind: str
    authority: str
    rulesets: tuple[OfferedRuleset, ...]


def offered(
    own: Sequence[Ruleset], used: Iterable[str], library: Iterable[Ruleset], authority: str
) -> list[OfferedGroup]:
    """Rulesets that are offered: the room's own controls alone, where it has some of a game that is keyed.

    Else what its logs name, then the rulesets of its authority, then the others. used: ids, the newest first. library:
    revisions in force. authority: the title of the room's; empty where it has none.
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
    """The ruleset that a form begins with: of the room's own, or of its logs; None where it has neither."""
    return groups[0].rulesets[0] if groups and groups[0].kind != "library" else None


def _playable(rulesets: Iterable[Ruleset]) -> list[Ruleset]:
    """Those under which hands of closed games or of open-face are played, without parts of others."""
    return [each for each in rulesets if each.played and each.family in _KEYED]


def _offered(rulesets: Iterable[Ruleset]) -> tuple[OfferedRuleset, ...]:
    return tuple(OfferedRuleset(each.id, each.title, game_of(each)) for each in rulesets)


def game_of(ruleset: Ruleset) -> Game:
    """The game of a ruleset as a draft names it."""
    placement = ruleset.sections.placement
    return "chinese" if ruleset.family == "chinese" or placement is None else placement.variant
