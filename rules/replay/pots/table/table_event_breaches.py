"""Rules of a table by events: buy-ins, returns, breaks, absences, terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.controls.sections.pots import PotTable
from rules.records.events import Chips, SeatEvent, TableEvent, Terms
from rules.replay.pots.table.hand_to_hand import instant
from rules.replay.pots.table.seated_stacks import SeatsTaken

_MINUTE = 60_000_000


class TableBreach(Struct, frozen=True):
    """A breach of the table's rules. Money is in minor units; None or empty: not applicable.

    took: microseconds. count: among the player's. changed: (name, before, after). seats: that did not agree.
    """

    line: int
    code: str
    player: str = ""
    due: int | None = None
    took: int | None = None
    count: int | None = None
    changed: tuple[tuple[str, int, int], ...] = ()
    seats: tuple[int, ...] = ()


def breaches(
    taken: SeatsTaken | None, events: Sequence[tuple[int, TableEvent]], table: PotTable
) -> list[TableBreach]:
    """Breaches by events of a cash table, in log order. taken: seats of its hands; None: no hands."""
    book = _Book(table, taken)
    return [breach for line, event in events for breach in book.take(line, event)]


class _Book:
    def __init__(self, table: PotTable, taken: SeatsTaken | None) -> None:
        self._table, self._taken = table, taken
        self._terms: dict[str, int] = {}
        self._left: dict[str, tuple[int, int | None]] = {}  # when a player left, and with how much
        self._short: dict[str, int] = {}
        self._breaks: dict[str, int] = {}
        self._away: dict[str, tuple[int, SeatEvent]] = {}

    def take(self, line: int, event: TableEvent) -> Iterator[TableBreach]:
        match event:
            case Terms():
                yield from self._changed(line, event)
            case Chips(kind="buy_in"):
                yield from self._buys_in(line, event)
            case SeatEvent():
                yield from self._seat(line, event)

    def _changed(self, line: int, terms: Terms) -> Iterator[TableBreach]:
        """A change of a limit that a player of the last hand did not agree to: OLY-2.18."""
        stated = {name: getattr(terms, name) for name in ("min_buy_in", "max_buy_in")}
        stated = {name: value for name, value in stated.items() if isinstance(value, int)}
        before = {name: self._terms.get(name, value) for name, value in stated.items()}
        changed = tuple(
            (name, before[name], value) for name, value in stated.items() if before[name] != value
        )
        self._terms |= stated
        if not (changed and self._table.changes_need_consent and isinstance(terms.consent, list)):
            return
        seats = self._taken.before(line) if self._taken else set()
        if against := seats - set(terms.consent):
            yield TableBreach(line, "terms_not_agreed", changed=changed, seats=tuple(sorted(against)))

    def _buys_in(self, line: int, event: Chips) -> Iterator[TableBreach]:
        """Buy-ins: OLY-2.9, OLY-2.10-a, OLY-2.20, OLY-2.26-a."""
        least, most = self._terms.get("min_buy_in"), self._terms.get("max_buy_in")
        returned = self._returned(event)
        if returned is not None:
            if self._other_amount(event.amount, returned):
                yield TableBreach(line, "rejoin_amount", event.player, returned)
            return
        if most is not None and event.amount > most:
            yield TableBreach(line, "above_maximum", event.player, most)
        if least is not None and event.amount < least:
            yield from self._buys_short(line, event, least)

    def _returned(self, event: Chips) -> int | None:
        """Chips of a player who returns in time; None: no return, or unrecorded."""
        left, minutes = self._left.get(event.player), self._table.rejoin_minutes
        if left is None or minutes is None or instant(event.at) - left[0] > minutes * _MINUTE:
            return None
        return left[1]

    def _other_amount(self, amount: int, left_with: int) -> bool:
        return amount < left_with if self._table.rejoin_amount == "at_least" else amount != left_with

    def _buys_short(self, line: int, event: Chips, least: int) -> Iterator[TableBreach]:
        part, often = self._table.short_bp, self._table.short_per_night
        if part is None:
            return
        bought = self._short.get(event.player, 0) + 1
        self._short[event.player] = bought
        if event.amount * 10_000 < least * part:
            yield TableBreach(line, "short_not_half", event.player, -(-least * part // 10_000))
        elif often is not None and bought > often:
            yield TableBreach(line, "second_short", event.player, least)
        elif event.permission is not True:
            yield TableBreach(line, "short_without_permission", event.player, least)

    def _seat(self, line: int, event: SeatEvent) -> Iterator[TableBreach]:
        at = instant(event.at)
        match event.kind:
            case "left" | "removed":
                self._left[event.player] = (at, event.amount if isinstance(event.amount, int) else None)
                self._away.pop(event.player, None)
            case "break":
                taken = self._breaks.get(event.player, 0) + 1
                self._breaks[event.player] = taken
                self._away[event.player] = (at, event)
                often = self._table.breaks_per_night
                if often is not None and taken > often:
                    yield TableBreach(line, "second_break", event.player, count=taken)
            case "away":
                self._away[event.player] = (at, event)
            case "back":
                since = self._away.pop(event.player, None)
                if since is not None:
                    yield from self._back(line, event, at - since[0], since[1])

    def _back(self, line: int, event: SeatEvent, gone: int, began: SeatEvent) -> Iterator[TableBreach]:
        """Breaks that were too long (OLY-2.22), and seats kept too long (OLY-2.23)."""
        allowed = self._table.break_minutes if began.kind == "break" else None
        if allowed is not None and gone > allowed * _MINUTE:
            yield TableBreach(line, "break_too_long", event.player, allowed, took=gone)
        waiting = began.waiting if isinstance(began.waiting, int) else None
        limit = self._table.away_listed_minutes if waiting else self._table.away_minutes
        without = began.kind == "away" and began.permission is False
        over = gone - (allowed or 0) * _MINUTE if began.kind == "break" else gone
        if (
            limit is not None
            and waiting is not None
            and (without or began.kind == "break")
            and over > limit * _MINUTE
        ):
            yield TableBreach(line, "seat_kept_too_long", event.player, limit, took=over)
