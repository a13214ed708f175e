"""Findings about acts of pot games that the replay lists as illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import numpy as np
from msgspec import Struct

from rules.cards import decode
from rules.checks.support.check import NOT_RECORDED, Draft, Tested
from rules.checks.support.pot_names import listed
from rules.checks.support.replayed_acts import ReplayedAct, act_of, act_words, not_offered
from rules.checks.support.views import PotView
from rules.hands import Flags
from rules.pot_hands import ACTS, GAMES, STREETS
from rules.replay.pots.acts.played_acts import FIXED_LIMIT
from rules.replay.pots.breaches.breach_rows import CODES, DUE, NO_ACT, NOTHING
from rules.results import MoneyKind, Severity

Stated = Callable[[PotView, int, int | None, ReplayedAct | None], int | str | None]
Words = Callable[[PotView, int, int | None, ReplayedAct | None], str]


class Breach(Struct, frozen=True):
    """Rule of a game that an act broke, by a code of the replay.

    found: words before the rule; None: the act. says: the rule, with ``{due}`` for what was due; otherwise: without it.
    rule, at_fixed_limit: paths; ``{game}`` and ``{street}`` are those of the act. stated: value of the log; None: the
    amount, or the act. clauses: preferred for the citation.
    """

    says: str
    rule: str
    clauses: tuple[str, ...] = ()
    otherwise: str | None = None
    stated: Stated | None = None
    unit: str | None = None
    severity: Severity | None = None
    found: Words | None = None
    money_kind: MoneyKind | None = None
    at_fixed_limit: str | None = None


Breaches = Mapping[str, Breach]
Need = Callable[[PotView], tuple[Flags, str]]


def clauses_of(breaches: Breaches, *more: str) -> tuple[str, ...]:
    """Clauses of the breaches, each once."""
    return tuple(dict.fromkeys(chain(*(each.clauses for each in breaches.values()), more)))


def paths_of(breaches: Breaches) -> tuple[str, ...]:
    """Paths that the breaches test, each once, without those of single games."""
    paths = [path for each in breaches.values() for path in (each.rule, each.at_fixed_limit) if path]
    return tuple(dict.fromkeys(path.partition(".{game}")[0] for path in paths))


def reports_breaches(
    breaches: Breaches, *needs: Need, without: Callable[[PotView], Flags] | None = None
) -> Callable[[PotView], Tested]:
    """The `run` of a check that reports codes of the replay.

    needs: records without which a hand is untestable. without: hands to which the check does not apply.
    """

    def run(view: PotView) -> Tested:
        untestable = [need(view) for need in (not_offered, *needs)]
        idle = None if without is None else without(view) & ~not_offered(view)[0]
        return Tested(list(_findings(view, breaches)), untestable, idle)

    return run


def _findings(view: PotView, breaches: Breaches) -> Iterator[Draft]:
    rows = view.replayed.illegal
    wanted = np.isin(rows.code, [CODES.index(code) for code in breaches]) & ~not_offered(view)[0][rows.hand]
    places = np.flatnonzero(wanted)
    for row in places[np.lexsort((rows.act[places], rows.hand[places]))].tolist():
        breach = breaches[CODES[int(rows.code[row])]]
        says = said(view, breach, row)
        if not says.covered or view.replayed.play.rules.rulings == "note":
            yield _finding(view, breach, row, says)


class Said(Struct, frozen=True):
    """Words of a breach. rule: the end of the message. covered: by a ruling on record."""

    rule: str
    path: str
    clause: str
    covered: bool


def said(view: PotView, breach: Breach, row: int) -> Said:
    """Words of a row of the replay's breaches."""
    rows = view.replayed.illegal
    hand, place = int(rows.hand[row]), int(rows.act[row])
    due = _due(view, row)
    says = breach.says if due or breach.otherwise is None else breach.otherwise
    path = _rule(view, breach, hand, _act(view, row))
    return Said(
        rule=says.format(due=due.words),
        path=path,
        clause=view.ruleset.cite(path, naming=breach.clauses),
        covered=ruled(view, hand, place, int(rows.seat[row])),
    )


def _finding(view: PotView, breach: Breach, row: int, says: Said) -> Draft:
    rows = view.replayed.illegal
    hand, number, place = int(rows.hand[row]), int(rows.seat[row]), int(rows.act[row])
    seat = view.hands.position(hand, number) if number else None
    act = _act(view, row)
    stated, expected, unit = _compared(view, breach, _due(view, row), act, hand, seat)
    where = f"{view.where(hand, seat)}, act {place}" if act else view.where(hand, seat)
    return Draft(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=expected,
        unit=unit,
        money=_off(stated, expected) if breach.money_kind else None,
        money_kind=breach.money_kind,
        clause=says.clause,
        rule=says.path,
        severity="note" if says.covered else breach.severity,
        fact=f"{place}|{CODES[int(rows.code[row])]}|{stated}|{expected}",
        message=f"{where}: {_found(view, breach, hand, seat, act)}{says.rule}.",
    )


def _off(stated: int | str | None, expected: int | str | None) -> int | None:
    both = isinstance(stated, int) and isinstance(expected, int)
    return abs(stated - expected) if both else None  # type: ignore[operator]  # both are numbers


def _found(view: PotView, breach: Breach, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    if breach.found is not None:
        return f"{breach.found(view, hand, seat, act)}; "
    return f"{act_words(view, act)}; " if act else ""


def _act(view: PotView, row: int) -> ReplayedAct | None:
    place = int(view.replayed.illegal.act[row])
    return act_of(view.replayed, int(view.replayed.illegal.hand[row]), place) if place != NO_ACT else None


def _due(view: PotView, row: int) -> DueAct:
    rows = view.replayed.illegal
    return DueAct(view, CODES[int(rows.code[row])], int(rows.due[row]), int(rows.due_act[row]))


def _compared(
    view: PotView, breach: Breach, due: DueAct, act: ReplayedAct | None, hand: int, seat: int | None
) -> tuple[int | str | None, int | str | None, str | None]:
    if breach.stated is not None:
        right = due.words if due.is_card else due.number
        return breach.stated(view, hand, seat, act), right if due else None, breach.unit or "money"
    if due.is_money:
        return act.amount if act else None, due.number, "money"
    if due.is_seat:
        mine = None if seat is None else f"seat {int(view.hands.seat[hand, seat])}"
        return mine, f"seat {due.words}" if due else None, "seat"
    unit = breach.unit or ("act" if act else None)
    return act.name if act else None, due.words or None if due.is_act or breach.unit else None, unit


def _rule(view: PotView, breach: Breach, hand: int, act: ReplayedAct | None) -> str:
    """Path of the breach, or the nearest one around it that the ruleset states."""
    game = GAMES[int(view.replayed.play.pot.game[hand])]
    street = act.street if act and act.street else ""
    fixed = view.replayed.play.limit[hand] == FIXED_LIMIT
    stated = breach.at_fixed_limit if fixed and breach.at_fixed_limit else breach.rule
    path = stated.replace("{game}", game).replace("{street}", street)
    while "[]" in path or not (view.ruleset.citations(path) or view.ruleset.get(path) is not None):
        shorter = path.rpartition(".")[0]
        if not shorter:
            return stated
        path = shorter
    return path


def ruled(view: PotView, hand: int, act: int, seat: int) -> bool:
    """Whether a ruling covers an act: right after it, or about its seat alone. Its finding is then a note (OLY-0.1)."""
    rows, hands = view.hands.irregularities, view.replayed.play.pot
    mine = np.flatnonzero(rows.hand == hand)
    for row in mine[rows["ruling"][mine] >= 0].tolist():
        acts = int(hands.irregularity_acts[row])
        if acts == act + 1 and act != NO_ACT:
            return True
        if acts == NOT_RECORDED and seat and int(rows["seat"][row]) == seat:
            return True
    return False


class DueAct:
    """Value due, as a number and in words."""

    def __init__(self, view: PotView, code: str, value: int, act: int) -> None:
        self._names, self._view, self.number, self._act = DUE[code], view, value, act

    def __bool__(self) -> bool:
        return bool(self._names) and (self.number != NOTHING or self._act != NO_ACT)

    @property
    def is_money(self) -> bool:
        return self._names[-1:] in (("to",), ("amount",), ("stack",))

    @property
    def is_seat(self) -> bool:
        return self._names == ("seat",)

    @property
    def is_act(self) -> bool:
        return self._names[:1] == ("act",)

    @property
    def is_card(self) -> bool:
        return self._names == ("card",)

    @property
    def words(self) -> str:
        if not self:
            return ""
        return " ".join(word for name in self._names if (word := self._word(name)))

    def _word(self, name: str) -> str:
        value = self.number
        match name:
            case "act":
                return ACTS[self._act]
            case "to" if self.is_act:
                return f"{'to' if ACTS[self._act] == 'raise' else 'of'} {self._view.money(value)}"
            case "to" | "amount" | "stack":
                return self._view.money(value)
            case "street":
                return STREETS[value]
            case "card":
                return decode([value])
            case "cards" | "discarded" | "players":
                return f"{value} {'player' if name == 'players' else 'card'}{'' if value == 1 else 's'}"
            case "seats":
                return listed(each for each in range(value.bit_length()) if value >> each & 1)
            case "pots":
                order = [each for each in range(value.bit_length()) if value >> each & 1][::-1]
                return listed((f"side pot {each}" if each else "the main pot" for each in order), ", then ")
        return f"{value:,}"
