"""A hand of a pot game as a document shows it.

Written as JSON: a key is never dropped, null where inapplicable. Money is in minor units; cards are as in the log.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class PotMark(Struct, frozen=True, kw_only=True):
    """Breach of the rules. code: of `illegal` in the replay. due: as there. check: the code of its findings.

    says: the rule, with what was due. ruled: a ruling on record covers it.
    """

    code: str
    seat: int | None
    due: dict[str, Any] | None
    check: str | None
    says: str
    clause: str | None
    ruled: bool


class PotCards(Struct, frozen=True, kw_only=True):
    """The cards that an act moved, as in the log; "" for none. up, down: dealt to its seat, face up or face down.

    away: given up in an exchange or thrown away. shown: by the seat. board: dealt to the table; run: to the board of this run
    alone, from 1; None: to every board. stays: whether board was neither taken back nor laid aside.
    """

    up: str = ""
    down: str = ""
    away: str = ""
    shown: str = ""
    board: str = ""
    run: int | None = None
    stays: bool = True


class PotAct(Struct, frozen=True, kw_only=True):
    """An act. index: in the hand's list of acts, from 0. words: description with its amount and its cards.

    amount: as the log states it. to: what counts in front of the seat after a bet, a call or a check, and what counts of a
    post; None of other acts, and where unknown. pot: all chips in the middle and in front of the seats after the act, less
    uncalled bets returned; None where an amount is unknown. cards: None of an act without cards, or whose cards are not on
    record.
    """

    index: int
    act: str
    street: str | None
    seat: int | None
    at: str | None
    words: str
    notes: list[str]
    amount: int | None
    to: int | None
    pot: int | None
    cards: PotCards | None
    marks: list[PotMark]


class PotSeatShown(Struct, frozen=True, kw_only=True):
    """A seat of the hand. held: its cards at the end, as far as on record. put_in: after uncalled bets went back.

    awarded, due: winnings and net due; None where unknown. stack_after: by what was due. net, award: as recorded.
    """

    seat: int
    player: str
    dealt_in: bool
    present: bool | None
    stack: int | None
    hole: str | None
    up: str | None
    held: str
    folded: bool
    mucked: bool
    put_in: int | None
    awarded: int | None
    due: int | None
    stack_after: int | None
    net: int | None
    award: int | None
    cash_out: int | None
    cash_out_fee: int | None


class PotShare(Struct, frozen=True, kw_only=True):
    """A part of a pot. run: from 1. half: `high`, `low`, …; `all` where the pot has one winner's share; None: not recorded."""

    seat: int
    amount: int
    run: int | None
    half: str | None


class PotShown(Struct, frozen=True, kw_only=True):
    """A pot; 0 is the main pot. amount, eligible, winners, rake, drop, shares: as due; None where unknown.

    recorded: its amount as the room settled it; recorded_shares: its awards. None: not recorded.
    """

    pot: int
    amount: int | None
    eligible: list[int] | None
    winners: list[int] | None
    rake: int | None
    drop: int | None
    shares: list[PotShare] | None
    recorded: int | None
    recorded_shares: list[PotShare] | None


class PotFee(Struct, frozen=True, kw_only=True):
    """A fee as recorded. pot: the pot that it came from; None: not recorded."""

    kind: str
    amount: int
    pot: int | None


class PotShow(Struct, frozen=True, kw_only=True):
    """A seat that showed or mucked its cards. cards: those that it showed; None: not recorded."""

    act: int
    seat: int
    cards: str | None
    mucked: bool


class PotExhibit(Struct, frozen=True, kw_only=True):
    """A hand of a pot game, as recorded and as its replay gives it.

    limit, stakes: of the hand, else of the terms in force. acts: None where not on record, or no ruleset covers the hand.
    boards: of each run, "" where none was dealt. marks: breaches of the rules by no act. rake, drop: as due. fees: None where
    not recorded; amounts due to seats and pots are after these, else after the fees due. pots: None where unknown.
    """

    variant: str
    limit: str | None
    mix: str | None
    stakes: dict[str, int]
    button: int | None
    seats: list[PotSeatShown]
    acts: list[PotAct] | None
    boards: list[str]
    shows: list[PotShow]
    pots: list[PotShown] | None
    rake: int | None
    drop: int | None
    fees: list[PotFee] | None
    jackpots: list[dict[str, Any]] | None
    marks: list[PotMark]
