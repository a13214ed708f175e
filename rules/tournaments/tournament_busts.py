"""Order of the players who are out. OLY-3.4-22, CARN-bust-order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct

from rules.cards import DECK, encode
from rules.controls.sections import Sections
from rules.controls.sections.tournaments import Busts
from rules.replay.finishing import SharedPlace, levels_of
from rules.replay.row_strengths import NO_STRENGTH, scale
from rules.tournaments.games import compares_high_hands
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_field import Out, Stake
from rules.tournaments.tournament_records import Elimination

ROW = 5  # cards of a hand that decides


class EntryExit(Struct, frozen=True, eq=False):
    """A player's exit and entry. stack: at the start of the hand, None: unrecorded."""

    stake: Stake
    out: Out
    stack: int | None

    @property
    def bust(self) -> Elimination | None:
        return self.out.record if isinstance(self.out.record, Elimination) else None


def ranked(exits: Sequence[EntryExit], header: Tournament, rules: Sections) -> list[SharedPlace[EntryExit]]:
    """Exits, best place first."""
    if rules.bust_order is not None:
        return _by_the_file(exits, header, rules.bust_order)
    return _by_hands(exits, rules.event.bust_order.keys)


def _by_the_file(exits: Sequence[EntryExit], header: Tournament, rule: Busts) -> list[SharedPlace[EntryExit]]:
    """Order by lines, later is better; keys decide between simultaneous busts."""
    of_key = {
        "stack": _all_in if rule.stack == "all_in" else _stack,
        "hand_rank": _strength if compares_high_hands(header) else _nothing,
    }
    keys = [of_key[key] for key in rule.keys if key in of_key]
    found: list[SharedPlace[EntryExit]] = []
    for group in sorted(_simultaneous(exits), key=lambda group: -group[0].out.line):
        if rule.across_tables == "tie" and len({each.bust and each.bust.table for each in group}) > 1:
            found.append(SharedPlace(tuple(group)))
        else:
            found += levels_of(group, keys)
    return found


def _by_hands(exits: Sequence[EntryExit], names: Sequence[str]) -> list[SharedPlace[EntryExit]]:
    """Order by number of the hand at any table, then keys.

    A disqualification is placed above those out before it in the file.
    """
    of_key = {"hand": _hand, "stack": _stack, "time": _time}
    found = levels_of([each for each in exits if each.bust], [of_key[name] for name in names] or [_nothing])
    for each in exits:
        if each.bust is None:
            below = (place for place, level in enumerate(found) if _begins(level) < each.out.line)
            found.insert(next(below, len(found)), SharedPlace((each,)))
    return found


def _begins(level: SharedPlace[EntryExit]) -> int:
    return min(each.out.line for each in level.exits)


def _nothing(each: EntryExit) -> int | None:
    return None


def _stack(each: EntryExit) -> int | None:
    return each.stack


def _all_in(each: EntryExit) -> int | None:
    return None if each.bust is None or each.bust.all_in is UNSET else each.bust.all_in


def _hand(each: EntryExit) -> int | None:
    return None if each.bust is None or each.bust.hand is UNSET else each.bust.hand


def _time(each: EntryExit) -> int | None:
    return instant(each.bust.at) if each.bust is not None else None


def _simultaneous(exits: Sequence[EntryExit]) -> list[list[EntryExit]]:
    group_of: dict[tuple[object, ...], list[EntryExit]] = {}
    groups: list[list[EntryExit]] = []
    for each in sorted(exits, key=lambda each: each.out.line):
        moments = _moments(each)
        joined = {id(group): group for key in moments if (group := group_of.get(key))}
        first, *others = [*joined.values()] or [[]]
        for other in others:
            first += other
            group_of |= {key: first for key, group in group_of.items() if group is other}
            other.clear()
        if not first:
            groups.append(first)
        first.append(each)
        group_of |= dict.fromkeys(moments, first)
    return [sorted(group, key=lambda each: each.out.line) for group in groups if group]


def _moments(each: EntryExit) -> set[tuple[object, ...]]:
    found: set[tuple[object, ...]] = set()
    if each.bust is not None and each.bust.round is not UNSET:
        found.add(("round", each.bust.round))
    if each.bust is not None and each.bust.table is not UNSET and each.bust.hand is not UNSET:
        found.add(("hand", each.bust.table, each.bust.hand))
    return found


def _strength(each: EntryExit) -> int | None:
    if each.bust is None or each.bust.cards is UNSET:
        return None
    cards = [int(code) for code in encode(each.bust.cards)]
    if len(cards) != ROW or len(set(cards)) != ROW or max(cards) >= len(DECK):
        return None
    found = scale("low", "missing_cards_lowest").row(tuple(cards))
    return None if found == NO_STRENGTH else found
