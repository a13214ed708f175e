"""Drafts of findings, and the result of a check."""

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
    """A finding as a check reports it.

    hand: position in the view; None: the whole log or day. seat: column. fact: key among findings of a code on a hand and
    seat (default: stated and expected). clause: None: that of ``rule``, a path, or of the check's first parameter. session,
    sessions: of a gaming day. entry, table, total, account: of a tournament or ledger; session is then its table log. party:
    owner of the money, if not the player. money_kind: of ``money``, where no account of a hand has it; of unaccounted money
    the party lacks expected less stated.
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
    """Findings on money of seats as columns (N,), for checks that can differ in every hand.

    seat: column, SEVERAL. stated, expected: minor units. rules: paths; None: the check's first. sentence: message from hand,
    seat (0: several), stated, expected and notes.
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
    """Result of a check on a view.

    untestable, inapplicable: masks over hands, or sessions of a day. Findings precede inapplicable, that precedes
    untestable, and the first reason wins. of: length of masks, if not the view's.
    """

    findings: Iterable[Draft] | MoneyDrafts = ()
    untestable: Sequence[tuple[Flags, str]] = ()
    inapplicable: Flags | None = None
    of: int | None = None


class DraftSubject(NamedTuple):
    """Subject of a finding. identity: begins its fingerprint. ruleset: None: none in force, or no hand."""

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
    """Input of the checks of one scope."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games of its hands."""

    def __len__(self) -> int:
        """Number of hands, or sessions of a day, that coverage counts."""

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft. usual: ruleset of drafts about no hand."""

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) hands with these numbers."""


def subject_of(
    session: Session,
    hand: int | None,
    seat: int | None,
    player: str | None,
    line: int | None,
    ruleset: Ruleset | None,
) -> DraftSubject:
    """Subject within one session."""
    identity = (session.room, session.session, str(hand), str(seat))
    return DraftSubject(session.room, session.session, identity, hand, seat, player, line, ruleset)
