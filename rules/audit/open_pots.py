"""Effect of another reading on pot games: pots, awards, illegal acts. Only what consults a differing parameter is replayed."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from rules.controls.sections.base import Section
from rules.controls.sections.pots import PotGame
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.pots.betting.short_raises import halves_apart, short_raises
from rules.replay.pots.betting.side_pots import RecordedPots
from rules.replay.pots.block_replay import ReplayedPots, TableFacts, replay
from rules.replay.pots.breaches.breach_rows import CODES, BreachRows, together
from rules.replay.pots.breaches.floor_rulings import excused_by_button
from rules.replay.pots.breaches.rules_of_a_hand import RULES, consulted, illegal
from rules.replay.pots.division.pot_jackpots import jackpots
from rules.replay.pots.division.pot_settlement import Settled, settle
from rules.replay.pots.showdown.show_order import show_order
from rules.replay.pots.table.hand_to_hand import OF_TABLES

_BETWEEN = [CODES.index(code) for code in OF_TABLES]
# Part of the replay that consults a parameter, by path: a change below it changes nothing else.
OF_SHORT_RAISES = ("betting.all_in.next", "betting.all_in.reopens")  # how acts are followed after one
OF_HALVES = "betting.half_rule"  # which of them are half of a raise
OF_ACTS = (  # how the acts of any hand are followed, and what they come to
    "games", "betting.blinds", "betting.fixed_limit", "betting.all_in.adds_up", "betting.out_of_turn.changed_by",
    "betting.stud", "betting.straddle.multiplier", "betting.nuts", "pots.cannot_win", "fees.no_flop.courchevel",
)  # fmt: skip
OF_POTS = ("pots.odd_chip", "fees", "jackpots")
OF_SHOWDOWN = "pots.showdown"
OF_NOTES = "betting.bomb_pots"  # which hands are noted, and replayed all the same
OF_RULES = tuple(path for rule in RULES for path in rule.consults)


def apart(taken: ReplayedPots, which: Ints, other: Ruleset, table: TableFacts) -> tuple[Flags, Ints | None]:
    """(n,) where another reading changes hands at positions, and (n,) the money moved otherwise; None: unknown.
    Not across hands.
    """
    rules = other.sections.pot
    assert rules is not None, "a ruleset of pot games has their parameters"
    rules = table.rules(rules)
    differ = differing(taken.play.rules, rules)
    anew = _followed_anew(taken, rules, differ)[which]
    changed, money = np.zeros(len(which), np.bool_), np.zeros(len(which), np.int64)
    known = True
    for mine, compare in ((anew, _replayed_apart), (~anew, _settled_apart)):
        if mine.any():
            changed[mine], moved = compare(taken, which[mine], rules, table, differ)
            known = known and moved is not None
            money[mine] = 0 if moved is None else moved
    if consulted(differ, (OF_NOTES,)):
        changed |= taken.walk.owed.bomb[which]
    return changed, money if known else None


def differing(rules: Section, others: Section, path: str = "") -> set[str]:
    """Paths of parameters that differ."""
    found: set[str] = set()
    for name in rules.__struct_fields__:
        mine, theirs = getattr(rules, name), getattr(others, name)
        if mine == theirs:
            continue
        both = isinstance(mine, Section) and isinstance(theirs, Section)
        found |= differing(mine, theirs, f"{path}{name}.") if both else {path + name}
    return found


def _followed_anew(taken: ReplayedPots, rules: PotGame, differ: set[str]) -> Flags:
    found = np.zeros(len(taken.hands), np.bool_)
    if consulted(differ, OF_ACTS):
        return ~found
    hand = taken.play.acts.hand
    if consulted(differ, OF_SHORT_RAISES):
        found[hand[short_raises(taken.walk)]] = True
    elif consulted(differ, (OF_HALVES,)):
        found[hand[halves_apart(taken.walk, rules.betting.half_rule)]] = True
    return found


def _replayed_apart(
    taken: ReplayedPots, which: Ints, rules: PotGame, table: TableFacts, differ: set[str]
) -> tuple[Flags, Ints | None]:
    """The effect on hands replayed from their first act."""
    again = replay(taken.hands.take(which), rules, table)
    if taken.linked is not None:
        excused = excused_by_button(again.walk, again.illegal, taken.linked.unmoved[which])
        again = replace(again, illegal=excused)
    before, after = _Side.of(taken, which), _Side.of(again, np.arange(len(which)))
    changed = before.differs(after)
    rows = _within(taken.illegal, which, len(taken.hands))
    changed |= _apart(rows, _within(again.illegal, np.arange(len(which)), len(which)), len(which))
    return changed, before.money(after, changed)


def _settled_apart(
    taken: ReplayedPots, which: Ints, rules: PotGame, table: TableFacts, differ: set[str]
) -> tuple[Flags, Ints | None]:
    """The effect on hands whose acts have the same outcome."""
    before = after = _Side.of(taken, which)
    changed = np.zeros(len(which), np.bool_)
    if consulted(differ, OF_POTS):
        after = _settled_again(taken, which, rules, differ)
        changed = before.differs(after)
    changed |= _illegal_apart(taken, which, rules, differ)
    return changed, before.money(after, changed)


def _settled_again(taken: ReplayedPots, which: Ints, rules: PotGame, differ: set[str]) -> _Side:
    settled, dealt = taken.settled, taken.play.dealt[which]
    if all(consulted({each}, ("jackpots",)) for each in differ):
        hit = jackpots(
            taken.outcome,
            taken.under,
            settled.compared,
            settled.won,
            settled.fees,
            rules.jackpots,
            rules.games,
        )
        return _Side(replace(settled, jackpots=hit), dealt, which)
    pot, size = taken.play.pot, len(taken.hands)
    recorded = RecordedPots(
        pot.pots.take(which, size), pot.eligible.take(which, size), taken.hands.seat[which]
    )
    last_bettor = taken.walk.last_bettor[which]
    again = settle(taken.outcome.take(which), taken.under.take(which), rules, last_bettor, recorded)
    return _Side(again, dealt)


def _illegal_apart(taken: ReplayedPots, which: Ints, rules: PotGame, differ: set[str]) -> Flags:
    """(n,) hands with other illegal acts, by rules that consult what differs."""
    if not consulted(differ, OF_RULES):
        return np.zeros(len(which), np.bool_)
    walk, settled, size = taken.walk, taken.settled, len(taken.hands)
    unmoved = np.zeros(size, np.bool_) if taken.linked is None else taken.linked.unmoved
    before = excused_by_button(walk, together(illegal(walk, taken.outcome, settled, differ)), unmoved)
    if consulted(differ, (OF_SHOWDOWN,)):
        order = show_order(taken.outcome, settled.pots, walk.last_bettor, rules.pots.showdown)
        settled = replace(settled, show_order=order)
    other = replace(walk, play=replace(taken.play, rules=rules))
    after = excused_by_button(other, together(illegal(other, taken.outcome, settled, differ)), unmoved)
    return _apart(_within(before, which, size), _within(after, which, size), len(which))


def _within(found: BreachRows, which: Ints, size: int) -> Ints:
    """(r, 6) breaches within some hands of a block, by position among them."""
    mine = ~np.isin(found.code, _BETWEEN)
    return _rows(which, size, *(getattr(found, name)[mine] for name in BreachRows.__struct_fields__))


def _rows(which: Ints, size: int, hand: Ints, *columns: Ints) -> Ints:
    place = np.full(size, -1, np.int64)
    place[which] = np.arange(len(which))
    at = place[hand]
    mine = at >= 0
    return np.column_stack([each[mine] for each in (at, *columns)])


def _apart(rows: Ints, others: Ints, size: int) -> Flags:
    """(size,) hands with other rows in any order; the first column of rows (r, k) is the hand."""
    found, maybe = np.zeros(size, np.bool_), np.ones(size, np.bool_)
    if len(rows) == len(others) and (rows[:, 0] == others[:, 0]).all():
        maybe[:] = False
        maybe[rows[(rows != others).any(axis=1), 0]] = True
    mine, theirs = (set(map(tuple, each[maybe[each[:, 0]]].tolist())) for each in (rows, others))
    found[[row[0] for row in mine ^ theirs]] = True
    return found


class _Side:
    def __init__(self, settled: Settled, dealt: Flags, which: Ints | None = None) -> None:
        which = np.arange(len(dealt)) if which is None else which
        self._settled, self._which, self._dealt = settled, which, dealt
        self._net = np.where(settled.net_known[which] & dealt, settled.net[which], NOT_RECORDED)
        self._payouts = _payouts(settled)[which]

    @classmethod
    def of(cls, replayed: ReplayedPots, which: Ints) -> _Side:
        return cls(replayed.settled, replayed.play.dealt[which], which)

    def differs(self, other: _Side) -> Flags:
        changed = np.zeros(len(self._which), np.bool_)
        for mine, theirs in zip(self._columns(), other._columns(), strict=True):
            changed |= (mine != theirs).any(axis=1)
        if self._settled.awards is not other._settled.awards:
            changed |= _apart(self._awards(), other._awards(), len(changed))
        return changed

    def _columns(self) -> list[Ints]:
        settled = self._settled
        fees = np.stack([settled.fees.rake, settled.fees.drop], axis=1)
        return [self._net, fees[self._which], self._payouts]

    def _awards(self) -> Ints:
        awards = self._settled.awards
        columns = (awards.hand, awards.pot, awards.run, awards.half, awards.seat, awards.amount)
        return _rows(self._which, len(self._settled.net), *columns)

    def money(self, other: _Side, changed: Flags) -> Ints | None:
        """(n,) money that some seats get more, or others less; None: unknown of a changed hand."""
        known = (self._net != NOT_RECORDED) & (other._net != NOT_RECORDED)
        if (changed[:, None] & self._dealt & ~known).any():
            return None
        return _shifted(np.where(known, other._net - self._net, 0)) + _shifted(other._payouts - self._payouts)


def _payouts(settled: Settled) -> Ints:
    found = [settled.jackpots.bad_beat, settled.jackpots.royal_flush]
    paid = [each.payouts for each in found if each is not None]
    return np.sum(paid, axis=0) if paid else np.zeros(settled.net.shape, np.int64)


def _shifted(moved: Ints) -> Ints:
    found: Ints = np.maximum(np.maximum(moved, 0).sum(axis=1), np.maximum(-moved, 0).sum(axis=1))
    return found
