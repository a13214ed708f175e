"""Board of a PokerGFX hand, card by card: streets of one board or of runs."""

from __future__ import annotations

from typing import Any

from auditor.importing.histories.history_hand import Building, WrongHand
from rules.records.problems import shown

_STREETS = (("flop", 0, 3), ("turn", 3, 4), ("river", 4, 5))  # from which card of a board to which
_WHOLE = 5  # cards of a board
_DO = "Correct the cards of the board."


class BoardCollector:
    """Collector of cards into streets at the next act or the end.

    runs: deals of the rest; shared cards are listed with the first board, or with each.
    """

    def __init__(self, hand: Building, runs: Any) -> None:
        if isinstance(runs, bool) or not isinstance(runs, int) or not 1 <= runs <= 3:
            raise WrongHand(shown(str(runs)), "1 to 3 runs", field="RunItNumTimes")
        self._hand, self._runs = hand, runs
        self._boards: dict[int, list[str]] = {1: []}
        self._dealt = 0  # cards of the first board that are acts of the hand

    def take(self, number: Any, cards: list[str]) -> None:
        """Cards of a board. number: from 1; 0: the only one."""
        if isinstance(number, bool) or number not in (None, *range(self._runs + 1)):
            raise WrongHand(f"board {shown(str(number))}", f"at most {self._runs}", _DO)
        if not cards:
            raise WrongHand("a board card that was not read", "a card such as 10h", _DO)
        self._boards.setdefault(number or 1, []).extend(cards)

    def next_act(self) -> None:
        """Deal the streets before an act."""
        if len(self._boards) > 1:
            raise WrongHand("an act after a second board", "no act when the rest is dealt several times", _DO)
        self._deal(self._boards[1], self._dealt, len(self._boards[1]))

    def end(self) -> None:
        """Deal the streets after the last act, by run."""
        if self._runs == 1 or self._boards == {1: []}:
            self._deal(self._boards[1], self._dealt, len(self._boards[1]))
            return
        first = self._boards[1]
        shared = {_shared(first, self._boards.get(run, [])) for run in range(2, self._runs + 1)}
        start = min(shared)
        if len(shared) > 1 or len(first) != _WHOLE or not self._dealt <= start < _WHOLE:
            raise WrongHand("boards that do not have five cards each", f"{self._runs} whole boards", _DO)
        self._deal(first, self._dealt, start)
        self._hand.act("run", times=self._runs)
        for run in range(1, self._runs + 1):
            self._hand.run = run
            cards = self._boards[run] if run == 1 else first[:start] + self._boards[run][start - _WHOLE :]
            self._deal(cards, start, _WHOLE)

    def _deal(self, cards: list[str], start: int, end: int) -> None:
        """Deal a board's cards between places. Raises WrongHand for a partial street."""
        for street, begin, to in _STREETS:
            if start <= begin < end:
                if to > end:
                    raise WrongHand(f"{end - begin} cards of the {street}", f"{to - begin}", _DO)
                self._hand.board(street, "".join(cards[begin:to]))
        if end > _WHOLE:
            raise WrongHand(f"{end} cards on the board", f"{_WHOLE} at most", _DO)
        self._dealt = max(self._dealt, end)


def _shared(first: list[str], other: list[str]) -> int:
    """Number of cards shared with the first board, lacking or repeated."""
    if len(other) < _WHOLE:
        return _WHOLE - len(other)
    return next((at for at in (4, 3) if other[:at] == first[:at]), 0)
