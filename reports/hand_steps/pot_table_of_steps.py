"""Table of a pot game, act by act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reports.drawn_cards import split
from reports.formatting import in_column
from reports.hand_steps.step_shapes import StepRow, StepSeat
from reports.pot_hand_words import UNSEEN
from rules.shown_pots import PotAct, PotCards, PotExhibit, PotSeatShown


class PotTableView:
    """Things on the table. put: chips of each seat; None: unknown."""

    def __init__(self, pot: PotExhibit, button: int | None, currency: str | None) -> None:
        self._currency = currency
        self._button = button
        self._seats = pot.seats
        self.cards = {seat.seat: _dealt(seat) for seat in pot.seats}
        self._common: list[str] = []
        self._own: dict[int, list[str]] = {}  # of each run, from 1: the cards that it has alone
        self._put: dict[int, int] = {seat.seat: 0 for seat in pot.seats}
        self._front: dict[int, int] = dict(self._put)
        self._added: dict[int, int] = dict(self._put)
        self._out: dict[int, str] = {}
        self._known = True
        self._total = 0
        self._street: str | None = None

    def take(self, act: PotAct) -> None:
        if act.street != self._street:
            self._street = act.street
            self._front = dict.fromkeys(self._front, 0)
        self._move_chips(act)
        if act.cards is not None:
            self._move_cards(act.seat, act.cards)
        if act.seat is not None and act.act in ("fold", "muck"):
            self._out[act.seat] = "FOLDED" if act.act == "fold" else "MUCKED"

    def _move_chips(self, act: PotAct) -> None:
        if act.pot is None:
            self._known = False
            return
        moved, self._total = act.pot - self._total, act.pot
        if act.seat in self._put:
            self._put[act.seat] += moved
            self._front[act.seat] += moved
        if act.act == "add" and act.seat in self._added:
            self._added[act.seat] += act.amount or 0

    def _move_cards(self, seat: int | None, moved: PotCards) -> None:
        if moved.board and moved.stays:
            self._lay(split(moved.board), moved.run)
        if seat is None or seat not in self.cards:
            return
        held = self.cards[seat]
        for card in split(moved.away):
            gone = card if card in held else UNSEEN
            if gone in held:
                held.remove(gone)
        held += split(moved.up) + split(moved.down)
        if moved.shown:
            self.cards[seat] = _with_shown(held, split(moved.shown))

    def _lay(self, cards: list[str], run: int | None) -> None:
        if run is None:
            self._common += cards
        else:
            self._own.setdefault(run, []).extend(cards)

    # --------------------------------------------------------------------- as a step shows it

    @property
    def pot(self) -> str:
        """All chips put in; a dash: unknown."""
        return in_column(self._total if self._known else None, self._currency)

    def board_rows(self, new: PotCards | None = None) -> list[StepRow]:
        """Boards. new: cards just dealt."""
        fresh = split(new.board) if new is not None else []
        boards = [self._common + own for _, own in sorted(self._own.items())] or [self._common]
        at = None if new is None or new.run is None else sorted(self._own).index(new.run) if new.stays else -1
        return boards_of(boards, fresh, at)

    def seats(self, acts: Iterable[PotAct]) -> list[StepSeat]:
        """Seats after some acts."""
        mine: dict[int, list[str]] = {}
        for act in acts:
            if act.seat is not None:
                new = mine.setdefault(act.seat, [])
                new += [] if act.cards is None else split(act.cards.up + act.cards.down + act.cards.shown)
        return [self._seat(each, mine.get(each.seat)) for each in self._seats if each.dealt_in]

    def _seat(self, seat: PotSeatShown, new: list[str] | None) -> StepSeat:
        number = seat.seat
        marks = ["BUTTON"] if number == self._button else []
        marks += [self._out[number]] if number in self._out else []
        held = self.cards[number]
        front, stack = self._front[number], None
        if self._known and seat.stack is not None:
            stack = seat.stack + self._added[number] - self._put[number]
        return StepSeat(
            seat=number,
            player=seat.player,
            rows=[StepRow(name="", cards=tuple(held), new=tuple(new or ()))] if held else [],
            acts=new is not None,
            out=number in self._out,
            marks=marks,
            stack="" if stack is None else in_column(stack, self._currency),
            front=in_column(front, self._currency) if self._known and front > 0 else "",
        )


def boards_of(
    boards: Sequence[Sequence[str]], fresh: Sequence[str] = (), at: int | None = None
) -> list[StepRow]:
    """Boards as rows. fresh: cards just dealt, to one board or each."""
    several = len(boards) > 1
    return [
        StepRow(
            name=f"Board of run {place + 1}" if several else "Board",
            cards=tuple(cards),
            new=tuple(fresh) if at in (None, place) else (),
        )
        for place, cards in enumerate(boards)
        if cards
    ]


def _dealt(seat: PotSeatShown) -> list[str]:
    return split(f"{seat.hole or ''}{seat.up or ''}") if seat.dealt_in else []


def _with_shown(held: list[str], shown: list[str]) -> list[str]:
    """Cards of a seat, with shown ones in place of unseen."""
    missing = [card for card in shown if card not in held]
    kept = list(held)
    for card in missing:
        if UNSEEN in kept:
            kept[kept.index(UNSEEN)] = card
        else:
            kept.append(card)
    return kept
