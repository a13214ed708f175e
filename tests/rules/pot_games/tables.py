"""Hands as they lie on the table, as the columns that the replay of pot games reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from rules.cards import NO_CARD, encode
from rules.pot_hands import GAMES
from rules.replay.pots.betting.hand_outcome import Circumstances, FeesOnRecord, HandOutcome
from rules.times import NOT_RECORDED
from tests.rules.pot_games.plain_settle import Table

SEATS = 6


def outcome_of(tables: list[Table], **changes: Any) -> HandOutcome:
    """Hands as the columns that the replay reads; changes replace some of them."""
    shape = len(tables), SEATS
    runs = max(len(table.boards) for table in tables)
    columns: dict[str, Any] = {name: np.zeros(shape, np.int64) for name in ("live", "dead")}
    columns |= {name: np.zeros(shape, np.bool_) for name in ("folded", "mucked")}
    dealt = np.zeros(shape, np.bool_)
    own = np.full((*shape, 8), NO_CARD, np.uint8)
    board = np.full((len(tables), runs, 5), NO_CARD, np.uint8)
    for row, table in enumerate(tables):
        seats = len(table.live)
        dealt[row, :seats] = True
        for name, column in columns.items():
            column[row, :seats] = getattr(table, name)
        for seat, cards in enumerate(table.own):
            own[row, seat, : len(cards)] = encode("".join(cards))
        for run, cards in enumerate(table.boards):
            board[row, run, : len(cards)] = encode("".join(cards))
    found = HandOutcome(
        **columns,
        dealt=dealt,
        cannot_win=np.zeros(shape, np.bool_),
        unsure=np.zeros(shape, np.bool_),
        own=own,
        board=board,
        runs=np.array([len(table.boards) for table in tables]),
        first_left=np.array([table.first_left for table in tables]),
        reached_flop=np.ones(len(tables), np.bool_),
        chip=np.array([table.chip for table in tables]),
    )
    return replace(found, **changes)


def circumstances(outcome: HandOutcome, game: str, **changes: Any) -> Circumstances:
    """What hands of one game were played under: no fee on record, no jackpot level; changes replace some of it."""
    hands, no = len(outcome), np.zeros(len(outcome), np.bool_)
    empty = np.zeros(0, np.int64)
    found = Circumstances(
        game=np.full(hands, GAMES.index(game), np.int8),
        void=no,
        tournament=no,
        timed=no,
        special_rake=no,
        jackpots=~no,
        seated=outcome.dealt,
        away=np.zeros_like(outcome.dealt),
        fees=FeesOnRecord(~no, empty, empty.astype(np.bool_), empty, empty),
        level=np.full(hands, NOT_RECORDED),
    )
    return replace(found, **changes)


def fees_on_record(hands: int, *rows: tuple[int, str, int, int]) -> FeesOnRecord:
    """Fees as rows of hand, kind, amount and pot (NOT_RECORDED: none stated); every hand states its fees."""
    hand, kind, amount, pot = zip(*rows, strict=True) if rows else ((), (), (), ())
    return FeesOnRecord(
        recorded=np.ones(hands, np.bool_),
        hand=np.array(hand, np.int64),
        jackpot=np.array([each == "jackpot" for each in kind], np.bool_),
        amount=np.array(amount, np.int64),
        pot=np.array(pot, np.int64),
    )
