"""A hand of a history while it is read: seats, acts, results."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from decimal import Decimal, InvalidOperation
from typing import Any

from msgspec import Struct, field

from rules.records.events import MOST
from rules.records.problems import shown

Row = dict[str, Any]
_YEARS = (1970, 9998)
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_LIVE = ("small_blind", "big_blind", "straddle", "new_player", "missed_big", "extra", "bring_in")


class WrongHand(Exception):
    """An unreadable hand: found, expected, what to do.

    line: from 1, or None for the reader's. field: such as `actions[3]`.
    """

    def __init__(
        self,
        found: str,
        expected: str,
        do: str = "Correct the line.",
        *,
        line: int | None = None,
        field: str = "",
    ) -> None:
        super().__init__(found)
        self.found, self.expected, self.do, self.line, self.field = found, expected, do, line, field


class UnknownName(WrongHand):
    """A name without a seat in the hand."""


class HandNotPlayed(WrongHand):
    """A hand that was not played, no loss."""


@contextmanager
def in_field(field: str) -> Iterator[None]:
    """Name the field in which something is unreadable."""
    try:
        yield
    except WrongHand as error:
        raise WrongHand(error.found, error.expected, "Correct it.", field=field) from error


def money(text: Any, places: int) -> int:
    """Minor units; a decimal comma is refused, as it reads a hundredfold. Raises WrongHand."""
    plain = str(text)
    expected = f"an amount with at most {places} decimals" if places else "a whole number of chips"
    if "," in plain and not _GROUPED.fullmatch(plain):
        raise WrongHand(shown(plain), "an amount such as 1,234.50, with commas between thousands only")
    try:
        minor = Decimal(plain.replace(",", "")).scaleb(places)
        if not 0 <= minor <= MOST or minor != int(minor):
            raise WrongHand(shown(plain), expected)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise WrongHand(shown(plain), expected) from error
    return int(minor)


def moment(year: Any, month: Any, day: Any, clock: dt.time, zone: dt.tzinfo | None) -> dt.datetime:
    """A time in a zone, or None for an unknown one. Raises WrongHand."""
    parts = (year, month, day)
    if all(isinstance(each, int) for each in parts) and _YEARS[0] <= year <= _YEARS[1]:
        with suppress(ValueError, OverflowError):
            return dt.datetime.combine(dt.date(year, month, day), clock.replace(microsecond=0), zone)
    raise WrongHand(shown("-".join(map(str, parts))), "a day of the calendar, of 1970 or later")


class Building(Struct):
    """A `pot_hand` being read, with players' names.

    line: its first. ident: its number or text. table, tournament, currency: as stated. at: dealt. opened: latest opening, for a
    day without a time. doubts: taken, but to be looked at.
    """

    line: int
    ident: str = ""
    table: str | None = None
    tournament: str | None = None
    currency: str | None = None
    at: dt.datetime | None = None
    opened: dt.datetime | None = None
    event: Row = field(default_factory=dict)
    seats: dict[int, Row] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    acts: list[Row] = field(default_factory=list)
    before: list[Row] = field(
        default_factory=list
    )  # events outside of the hand, with names; they get the hand's time
    after: list[Row] = field(default_factory=list)
    front: dict[int, int] = field(default_factory=dict)
    put: dict[int, int] = field(default_factory=dict)
    won: dict[int, int] = field(default_factory=dict)
    level: int = 0
    street: str = ""
    run: int | None = None
    doubts: list[WrongHand] = field(default_factory=list)

    def seat(self, number: int, name: str, stack: int | None) -> Row:
        """A seat and who has it."""
        if not 1 <= number <= 10:
            raise WrongHand(f"seat {number}", "a seat from 1 to 10")
        if number in self.seats or name in self.by_name:
            raise WrongHand(f"seat {number} of {shown(name)} twice", "each seat and each player once")
        row: Row = {"seat": number, "player": name} | ({} if stack is None else {"stack": stack})
        self.seats[number], self.by_name[name] = row, number
        return row

    def number(self, name: str) -> int:
        """The seat of a name."""
        if name not in self.by_name:
            raise UnknownName(f"the name {shown(name)}", "a player with a seat in this hand")
        return self.by_name[name]

    def act(self, kind: str, /, **fields: Any) -> Row:
        """Something that happened."""
        row = {"act": kind, **fields}
        self.acts.append(row)
        return row

    def live(self) -> list[int]:
        """Seats dealt in and not folded."""
        folded = {act["seat"] for act in self.acts if act["act"] == "fold"}
        there = {seat for seat, row in self.seats.items() if row.get("status") != "missed"}
        return sorted(there & set(self.put) - folded)

    def is_all_in(self, seat: int) -> bool:
        """Whether a seat put in its whole stack."""
        stack = self.seats[seat].get("stack")
        return stack is not None and self.put.get(seat, 0) >= stack

    def in_front(self, seat: int) -> int:
        return self.front.get(seat, 0)

    def put_in(self, seat: int, amount: int, *, live: bool = True) -> None:
        """Chips of a seat that went in."""
        self.put[seat] = self.put.get(seat, 0) + amount
        if live:
            self.front[seat] = self.in_front(seat) + amount
            self.level = max(self.level, self.front[seat])

    def post(self, seat: int, kind: str, amount: int) -> Row:
        self.put_in(seat, amount, live=kind in _LIVE)
        if kind == "big_blind":
            self.level = max(self.level, self.event.get("stakes", {}).get("big_blind", 0))
        return self.act("post", seat=seat, kind=kind, amount=amount)

    def bet(self, kind: str, seat: int, to: int) -> Row:
        """A `bet`, `raise`, `complete` or `call`."""
        if to < self.in_front(seat):
            raise WrongHand(
                f"seat {seat} with {to} in front of it after the act, in minor units",
                f"at least the {self.in_front(seat)} that it had before",
            )
        self.put_in(seat, to - self.in_front(seat))
        return self.act(kind, seat=seat, to=to)

    def raised(self, seat: int, to: int) -> Row:
        """A raise; the first to the small bet after only a bring-in completes."""
        brought = not any(act["act"] in ("bet", "raise", "complete") for act in self.acts)
        brought = brought and any(act.get("kind") == "bring_in" for act in self.acts) and self.street == ""
        return self.bet("complete" if brought else "raise", seat, to)

    def returned(self, seat: int, amount: int) -> Row:
        self.put[seat] = self.put.get(seat, 0) - amount
        return self.act("return", seat=seat, amount=amount)

    def begin(self, street: str) -> None:
        """Begin a street; another run's is the same one."""
        if street != self.street:
            self.front, self.level, self.street = {}, 0, street

    def board(self, street: str, cards: str) -> Row:
        self.begin(street)
        run = {} if self.run is None else {"run": self.run}
        return self.act("board", street=street, cards=cards, **run)

    def award(self, seat: int, amount: int) -> None:
        self.won[seat] = self.won.get(seat, 0) + amount

    def nets(self, total: int | None) -> None:
        """Nets, where the chips put in are the pots', or one uncalled bet more."""
        if total is None or not self.won:
            return
        over = sum(self.put.values()) - total
        most = sorted(self.put.values(), reverse=True)
        if over and (len(most) < 2 or most[0] - most[1] != over):
            return
        for seat, row in self.seats.items():
            if row.get("status") != "missed":
                uncalled = over if over and self.put.get(seat) == most[0] else 0
                row["net"] = self.won.get(seat, 0) - self.put.get(seat, 0) + uncalled
