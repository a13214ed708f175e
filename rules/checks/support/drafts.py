"""Result of a check: drafts of findings, and what it could not test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.records.events import Session
from rules.results import Kind, MoneyKind, ReadingEffect, Severity

if TYPE_CHECKING:
    from rules.controls.ruleset import Ruleset

SEVERAL = -1  # in place of a seat's column


class Draft(Struct, frozen=True, kw_only=True):
    """A finding as a check reports it: positions in the view instead of numbers.

    hand: position in the view; None: the whole log or day. seat: column in the block. fact: key among findings of one code on
    one hand and seat (default: stated and expected). clause: to cite; None: the citation of ``rule``, a parameter's path, or
    of the first parameter that the check tests. session, sessions: for checks of a gaming day. entry, table, total, account:
    for those of a tournament or a ledger; session is then that of the table log with the line. party: owner of the money, if
    not the player. money_kind: kind of ``money``, where no account of a hand's money has it; of unaccounted money the party
    lacks expected less stated.
    """

    message: str
    hand: int | None = None
    seat: int | None = None
    stated: int | str | None = None
    expected: int | str | None = None
    unit: str | None = None
    money: int | None = None
    clause: str | None = None
    rule: str | None = None
    kind: Kind | None = None
    severity: Severity | None = None
    fact: str | None = None
    hands: Sequence[int] | None = None  # hand numbers
    number: int | None = None  # of a hand that the view has no position for
    line: int | None = None  # where not the hand's own
    seat_number: int | None = None  # in a log's view, where there are no columns
    player: str | None = None
    readings: list[ReadingEffect] | None = None
    session: str = ""  # of a gaming day: the session at fault; empty: the day as a whole
    sessions: tuple[int, ...] | None = (
        None  # of a gaming day: positions of the sessions that the draft is about
    )
    entry: int | None = None
    table: str | None = None
    total: str | None = None  # the name of a total that the room stated
    account: str | None = None
    party: str | None = None
    money_kind: MoneyKind | None = None


class MoneyDrafts(Struct, frozen=True, eq=False, kw_only=True):
    """Drafts about the money of seats of a block, as columns (N,): for checks that can differ in every hand.

    hand: positions in the block; seat: columns, SEVERAL where a row is about several; stated, expected: minor units, which
    differ. rules: paths of the parameters tested; None: the check's first. sentence: message of a row from the number of the
    hand, that of the seat (0: several), stated, expected and the row's notes; it keeps no block alive.
    """

    hand: Ints
    seat: Ints
    stated: Ints
    expected: Ints
    sentence: Callable[..., str]
    rules: Sequence[str] | None = None
    notes: tuple[NDArray[Any], ...] = ()

    def __len__(self) -> int:
        return len(self.hand)


class Tested(Struct, frozen=True):
    """The result of a check on a view: findings, untestable things with reasons, and inapplicable ones.

    untestable and inapplicable are masks over the view's hands, or over the sessions of a gaming day. A finding goes before
    inapplicable, inapplicable before untestable, the first reason before others. of: length of the masks, where it is not the
    view's.
    """

    findings: Iterable[Draft] | MoneyDrafts = ()
    untestable: Sequence[tuple[Flags, str]] = ()
    inapplicable: Flags | None = None
    of: int | None = None


class DraftSubject(NamedTuple):
    """Subject of a draft, as a finding names it. identity: beginning of a fingerprint.

    ruleset: the revision that applies to the hand; None: none was in force, or the draft is about no hand.
    """

    room: str
    session: str
    identity: tuple[str, ...]
    hand: int | None = None
    seat: int | None = None
    player: str | None = None
    line: int | None = None
    ruleset: Ruleset | None = None
    entry: int | None = None
    table: str | None = None
    total: str | None = None
    account: str | None = None


class View(Protocol):
    """Input of the checks of one scope: a block of hands, a log, or a gaming day of a room."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games of its hands."""

    def __len__(self) -> int:
        """Number of hands, or sessions of a gaming day, that coverage counts."""

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft. usual: the ruleset of drafts about no hand."""

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) the hands that bear one of some numbers."""


def subject_of(
    session: Session,
    hand: int | None,
    seat: int | None,
    player: str | None,
    line: int | None,
    ruleset: Ruleset | None,
) -> DraftSubject:
    """A subject within one session: its fingerprint begins with the hand and the seat."""
    identity = (session.room, session.session, str(hand), str(seat))
    return DraftSubject(session.room, session.session, identity, hand, seat, player, line, ruleset)
