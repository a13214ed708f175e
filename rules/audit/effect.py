"""Effect of a what-if: each hand by itself under the controls tried and those in force, whatever its recorded result."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from msgspec import Struct

from rules import times
from rules.audit.in_force import NO_RULESET as NONE_THAT_DAY
from rules.audit.in_force import OTHER_GAME, NoRuleset, by_revision, chosen, used
from rules.audit.settled_hands import Settled, money_apart, shifted, units_apart
from rules.card_room import Room
from rules.checks.cards.impossible_deals import IMPOSSIBLE
from rules.controls.library import Library, NotApproved, RulesetChoice, UnknownRuleset
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints, any_seat, every_seat
from rules.records.events import Session
from rules.replay.row_replay import whole
from rules.results import Effect, HandEffect, MonthEffect, PlayerEffect, Reason

CODE = "EFFECT"  # of the failure of the comparison
LARGEST = 20
NOT_NAMED = "the room did not state which ruleset it played under, and does not have exactly one set of controls on record"
NOT_KNOWN = "the ruleset that the room played under is not known"
NOT_APPROVED = "the controls that the room said it played under were not approved"
FAILED = "the comparison failed to run"
UNDER_NEITHER = "the record does not hold what was due under either"
IN_FORCE, TRIED = "as in force", "as tried"
_DUE_NOT_KNOWN = "what was due cannot be worked out"
_COLUMNS = ("hands", "differing", "priced", "in_force", "tried")


def against(side: str, reason: str) -> str:
    """A reason of one of the two sides."""
    return f"{side}: {reason}"


class Effects:
    """Effects over a log. Give every hand to `add` or `without`, once."""

    def __init__(
        self, session: Session, registry: Library, room: Room | None, failed: Callable[[str, Exception], None]
    ) -> None:
        self._session, self._failed = session, failed
        self._in_force = _choice(session, registry, room)
        self._because: Counter[str] = Counter()
        self._months: dict[str, list[int]] = {}
        self._largest: list[HandEffect] = []
        self._rulesets: Counter[Ruleset] = Counter()
        self._pairs: dict[tuple[str, str], None] = {}
        self._players: Sequence[str] = []
        self._columns = np.zeros((len(_COLUMNS), 0), np.int64)
        self._differing = self._unpriced = self._compared = self._priced = self._money = 0
        self._units = Fraction(0)

    def without(self, hands: int, reason: str) -> None:
        """Count hands that the controls tried do not settle."""
        self._because[against(TRIED, reason)] += hands

    def add(self, tried: Settled, impossible: Flags) -> None:
        """Take hands settled under the controls tried. impossible: (H,) deals that cannot have happened."""
        hands = tried.hands
        if isinstance(self._in_force, str):
            self._because[self._in_force] += len(hands)
            return
        for revision, which in by_revision(hands, self._in_force):
            if revision is None:
                self._because[against(IN_FORCE, NONE_THAT_DAY)] += len(which)
            elif revision.family != hands.game:
                self._because[against(IN_FORCE, OTHER_GAME[hands.game])] += len(which)
            else:
                possible = which[~impossible[which]]
                self._because[IMPOSSIBLE] += len(which) - len(possible)
                if len(possible):
                    self._hold(tried.take(possible), revision)

    def _hold(self, tried: Settled, revision: Ruleset) -> None:
        """Take hands of one revision in force. If it raises, the audit is incomplete and none counts."""
        try:
            same = tried.ruleset.digest == revision.digest
            apart = _Apart.of(tried if same else tried.under(revision), tried)
            largest = list(apart.largest(self._session))
        except Exception as error:  # the audit is incomplete, never clean
            self._failed(CODE, error)
            self._because[FAILED] += len(tried.hands)
            return
        self._rulesets[revision] += len(tried.hands)
        self._pairs[str(revision), str(tried.ruleset)] = None
        self._because.update(apart.because())
        self._take(apart)
        self._largest = largest_of([*self._largest, *largest])

    def _take(self, apart: _Apart) -> None:
        self._compared += int(apart.comparable.sum())
        self._priced += int(apart.priced.sum())
        self._differing += int(apart.differing.sum())
        self._unpriced += int((apart.differing & ~apart.priced).sum())
        self._money += int(apart.money.sum())
        self._units += Fraction(int(apart.units.sum()), apart.parts)
        for month, counts in apart.by_month():
            sums = self._months.setdefault(month, [0, 0, 0, 0])
            self._months[month] = [a + b for a, b in zip(sums, counts, strict=True)]
        self._by_player(apart)

    def _by_player(self, apart: _Apart) -> None:
        hands = apart.tried.hands
        more = len(hands.players) - self._columns.shape[1]
        if more > 0:
            self._columns = np.pad(self._columns, ((0, 0), (0, more)))
            self._players = list(hands.players)
        seats = apart.comparable[:, None] & hands.present
        player = hands.player[seats]
        priced = apart.priced[:, None]
        for row, values in enumerate(
            (
                seats, apart.differing[:, None], priced, np.where(priced, apart.in_force.net, 0),
                np.where(priced, apart.tried.net, 0),
            )
        ):  # fmt: skip
            np.add.at(self._columns[row], player, np.broadcast_to(values, seats.shape)[seats])

    def result(self) -> Effect:
        """Effect on the whole log."""
        reasons = +self._because
        return Effect(
            compared=self._compared,
            differing=self._differing,
            incomparable=reasons.total(),
            because=[Reason(reason, hands) for reason, hands in sorted(reasons.items())],
            money=self._money if self._priced else None,
            unpriced=self._unpriced,
            units=plain_units(self._units),
            players=in_order(self._player_effects()),
            months=[
                MonthEffect(month=month, hands=hands, differing=differing, money=money if priced else None)
                for month, (hands, differing, priced, money) in sorted(self._months.items())
            ],
            largest=self._largest,
            in_force=[used(revision, hands) for revision, hands in self._rulesets.items()],
            pairs=list(self._pairs),
        )

    def _player_effects(self) -> Iterator[PlayerEffect]:
        rows = zip(self._players, *self._columns.tolist(), strict=False)
        for player, hands, differing, priced, in_force, tried in rows:
            if hands:
                yield PlayerEffect(
                    player=player,
                    hands=hands,
                    differing=differing,
                    in_force=in_force if priced else None,
                    tried=tried if priced else None,
                    difference=tried - in_force if priced else None,
                )


def _choice(session: Session, registry: Library, room: Room | None) -> RulesetChoice | str:
    try:
        return chosen(session, None, registry, room)
    except NoRuleset:
        return NOT_NAMED
    except UnknownRuleset:
        return NOT_KNOWN
    except NotApproved:
        return NOT_APPROVED


class _Apart(Struct, frozen=True, eq=False):
    """Hands settled both ways; columns are (H,)."""

    in_force: Settled
    tried: Settled
    known: tuple[Flags, Flags]  # on each side: what every seat is due is known, in money or at least in units
    comparable: Flags
    priced: Flags  # the money of every seat is known both ways
    differing: Flags
    money: Ints  # money that would have moved differently, 0 where it is not known
    units: Ints  # in parts of a unit, of the hands that differ
    parts: int

    @classmethod
    def of(cls, in_force: Settled, tried: Settled) -> _Apart:
        absent = ~tried.hands.present
        sides = (in_force, tried)
        in_units = [every_seat(each.known | absent) for each in sides]
        in_money = [every_seat(each.paid | absent) for each in sides]
        counted, priced = in_units[0] & in_units[1], in_money[0] & in_money[1]
        money_by_seat = np.where(priced[:, None], money_apart(in_force, tried), 0)
        units_by_seat, parts = units_apart(in_force, tried)
        units_by_seat = np.where(counted[:, None], units_by_seat, 0)
        differing = np.where(priced, any_seat(money_by_seat != 0), any_seat(units_by_seat != 0))
        return cls(
            in_force, tried, (in_units[0] | in_money[0], in_units[1] | in_money[1]), counted | priced, priced,
            differing, shifted(money_by_seat), np.where(differing, shifted(units_by_seat), 0), parts,
        )  # fmt: skip

    def because(self) -> dict[str, int]:
        neither = ~self.known[0] & ~self.known[1]
        masks = {
            UNDER_NEITHER: neither,
            against(IN_FORCE, _DUE_NOT_KNOWN): ~self.known[0] & ~neither,
            against(TRIED, _DUE_NOT_KNOWN): ~self.comparable & self.known[0] & ~neither,
        }
        return {reason: int(mask.sum()) for reason, mask in masks.items()}

    def by_month(self) -> Iterator[tuple[str, list[int]]]:
        day = self.tried.hands.day[self.comparable]
        months, place = np.unique(
            day.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64), return_inverse=True
        )
        sums = np.zeros((4, len(months)), np.int64)
        columns = (np.ones(len(self.comparable), np.int64), self.differing, self.priced, self.money)
        for row, column in enumerate(columns):
            np.add.at(sums[row], place, column[self.comparable])
        for month, counts in zip(months.tolist(), sums.T.tolist(), strict=True):
            yield str(np.datetime64(month, "M")), counts

    def largest(self, session: Session) -> Iterator[HandEffect]:
        hands, found = self.tried.hands, np.flatnonzero(self.differing)
        money = np.where(self.priced, self.money, -1)[found]
        for at in found[np.lexsort((hands.line[found], -self.units[found], -money))][:LARGEST].tolist():
            yield HandEffect(
                room=session.room,
                session=session.session,
                hand=int(hands.number[at]),
                line=int(hands.line[at]),
                day=times.date_of(int(hands.day[at])).isoformat(),
                money=int(self.money[at]) if self.priced[at] else None,
                units=plain_units(Fraction(int(self.units[at]), self.parts)),
            )


def plain_units(units: Fraction) -> int | str:
    """Units as a whole number, or a fraction as text."""
    found = whole(units.numerator, units.denominator)
    return found if isinstance(found, int) else str(found)


def largest_of(hands: Iterable[HandEffect]) -> list[HandEffect]:
    """Hands that differ most, first ones first."""
    return heapq.nsmallest(LARGEST, hands, key=_place)


def _place(each: HandEffect) -> tuple[int, Fraction, str, str, int]:
    return (
        -(-1 if each.money is None else each.money),
        -Fraction(each.units),
        each.room,
        each.session,
        each.line,
    )


def in_order(players: Iterable[PlayerEffect]) -> list[PlayerEffect]:
    """Players by difference, largest first."""
    return sorted(players, key=lambda each: (-abs(each.difference or 0), -each.differing, each.player))
