"""Titles of incidents by the root's check."""

from __future__ import annotations

from rules.audit.incidents.explained_by_ruleset import RULESET
from rules.audit.incidents.groups import Pattern
from rules.checks.catalogue import check_of
from rules.checks.support.check import Check
from rules.results import Finding


def title(root: Finding, pattern: Pattern | None, hands: int) -> str:
    """Title of an incident; a pattern's with hands and who. hands 0: the beginning of such titles."""
    if pattern is not None and pattern.parameter.startswith(RULESET):
        return f"The results of {hands:,} {_hands(hands)}{_of(pattern)} fit {pattern.parameter.removeprefix(RULESET)}"
    one = pattern is None
    if one and hands and (together := words_of_several(root)) is not None:
        return together[0]
    said = said_of(template_of(root), root, one)
    return said if one else f"{said}, in {hands:,} {_hands(hands)}{_of(pattern)}"


def words_of_several(root: Finding) -> tuple[str, str] | None:
    """Title and short title of a finding about several seats; None: about one."""
    if root.seat is not None or not isinstance(root.expected, int):
        return None
    check = check_of(root.code)
    return None if check is None else check.together


def said_of(template: str, root: Finding, one: bool, capital: bool = True) -> str:
    """A title with the root's seat, player or entry. one: no pattern."""
    seat = root.seat if one else None
    who = "A seat" if seat is None else f"Seat {seat}"
    player = root.player or "a player" if one else "a player"
    entry = "an entry" if root.entry is None else f"entry {root.entry}"
    said = template.format(who=who, whose=f"{who}'s", player=player, entry=entry).replace(
        " A seat", " a seat"
    )
    if not capital or (template.startswith("{player}") and player == root.player):
        return said  # an id stays as it is recorded
    return _capital(said)


def template_of(root: Finding) -> str:
    """Title of a root with places in braces."""
    return _stated(root, check_of(root.code)) or f"{root.name.replace('-', ' ').capitalize()}"


def _stated(root: Finding, check: Check | None) -> str | None:
    if check is None:
        return None
    if check.other_title is not None and (other := check.other_title(root)) is not None:
        return other
    of_event = check_of(root.code, of_event=True) if _is_of_event(root) else None
    return (of_event.title if of_event is not None else "") or check.title


def _is_of_event(root: Finding) -> bool:
    return root.entry is not None or root.table is not None or not root.session


def _hands(hands: int) -> str:
    return "hand" if hands == 1 else "hands"


def _of(pattern: Pattern | None) -> str:
    if pattern is None or pattern.who is None:
        return ""
    return f" of {pattern.scope.split()[0]} {pattern.who}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
