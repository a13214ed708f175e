"""A hand as a document shows it: record beside replay.

Written as JSON: a key is never dropped, null where inapplicable.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from rules.shown_pots import PotExhibit

EntryKind = Literal["pair", "award", "hand_fee", "rake", "jackpot", "time", "toke"]


class SeatRecord(Struct, frozen=True, kw_only=True):
    """A seat as the log has it; None: not recorded."""

    seat: int
    player: str
    stack: int | None
    dealt: str | None
    front: str | None
    middle: str | None
    back: str | None
    declared: str | None
    surrendered: bool | None
    fouled: bool | None
    net: int | None
    status: str | None = None  # open-face: played or missed
    discards: str | None = None
    fantasyland: int | None = None  # cards dealt at once


class PlacementRecord(Struct, frozen=True, kw_only=True):
    """One act of setting cards in an open-face hand, as the log has it."""

    seat: int
    at: str | None
    dealt: str
    front: str
    middle: str
    back: str
    discard: str | None


class ClockRecord(Struct, frozen=True, kw_only=True):
    """A clock called on a seat; acted_at None: the player never acted, or it was not recorded when."""

    seat: int
    at: str
    called_by: int | None
    acted_at: str | None


class PoolRecord(Struct, frozen=True, kw_only=True):
    """Payments of a pool in the log: into it as (seat, amount), out of it as (seat, row, amount)."""

    contributions: list[tuple[int, int]]
    awards: list[tuple[int, str, int]]


class IrregularityRecord(Struct, frozen=True, kw_only=True):
    """Irregularity in a hand by the room's own record, and the floor's ruling."""

    kind: str
    when: str | None
    seat: int | None
    cards: int | None
    ruling: str | None
    units: int | None
    by: str | None
    note: str | None
    act: int | UnsetType | None = UNSET  # of a pot game: how many acts had happened; else no such key


class MoneyEntry(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """Payment, on record or due, between two parties. line: of the log, of a recorded one; clause: of a due one."""

    unit: str
    from_: str
    to: str
    amount: int
    kind: EntryKind
    hand: int
    seat: int | None  # of the player who paid, else of the one who got it
    line: int | None = None
    clause: str | None = None
    at: str | None = None


class HandEntries(Struct, frozen=True, kw_only=True):
    """The money of a hand as on record, and as due without its fees. None: not recorded, or unknown."""

    recorded: list[MoneyEntry] | None
    due: list[MoneyEntry] | None


class Exhibit(Struct, frozen=True, kw_only=True):
    """A hand shown in evidence: the record beside the replay."""

    room: str
    session: str
    line: int
    hand: int
    at: str | None
    video: str | None
    dealer: int | None
    unit: int | None
    void: bool
    seats: list[SeatRecord]
    transfers: list[tuple[int, int, int]] | None  # payer, payee, amount as recorded, in order
    replay: dict[str, Any]  # one line of `auditor replay`, as decoded JSON
    banker: int | None = None
    forced_dealer: bool = False
    pool: PoolRecord | None = None
    money: str | None = None  # what amounts are in: the session's currency, or CHIPS
    game: str = "chinese"  # or ofc, pot
    variant: str | None = None  # of an open-face hand: ofc or pineapple
    level: int | None = None
    placements: list[PlacementRecord] | None = None  # in order; None: not recorded
    clock_calls: list[ClockRecord] | None = None
    eliminated: list[int] | None = None  # seats, as recorded
    irregularities: list[IrregularityRecord] | None = None  # None: not recorded
    entries: HandEntries | None = None
    pot: PotExhibit | UnsetType = UNSET  # of a pot game; other games have no such key
