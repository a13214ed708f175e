"""Rows of breaches: codes and values due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

from rules.cards import decode
from rules.hands import Flags, Ints
from rules.pot_hands import ACTS, STREETS
from rules.replay.pots.acts.played_acts import Play
from rules.times import NOT_RECORDED

NO_ACT, NO_SEAT = -1, 0
NOTHING = NOT_RECORDED  # of a due value: the code says that something was due, and there is none

# By code: the meaning of ``due``. A code with two fields has an act and an amount.
DUE: dict[str, tuple[str, ...]] = {
    "out_of_turn": ("seat",), "out_of_turn_not_returned": (), "take_back_not_due": (), "betting_closed": (),
    "hand_not_live": (), "absent_acted": (), "chips_added": (), "check_facing_bet": ("to",), "call_amount": ("to",),
    "return_amount": ("amount",), "bet_too_small": ("to",), "raise_too_small": ("to",), "raise_not_open": ("to",),
    "over_pot": ("to",), "over_stack": ("to",), "post_over_stack": ("amount",), "wrong_bet_size": ("to",),
    "too_many_raises": ("to",), "string_bet": ("act", "to"), "single_chip": ("act", "to"), "silent_chips": ("act", "to"),
    "not_completed": ("act", "to"), "said_not_followed": ("act", "to"), "small_blind_amount": ("amount",),
    "big_blind_amount": ("amount",), "ante_amount": ("amount",), "blind_seat": ("seat",), "bring_in_amount": ("amount",),
    "bring_in_seat": ("seat",), "straddle_amount": ("amount",), "straddle_seat": ("seat",), "street_early": (),
    "burn_after_early": ("burn",), "no_reshuffle": (), "river_not_laid_aside": ("card",), "street_order": ("street",),
    "board_size": ("cards",), "discard_count": ("discarded",), "draw_count": ("cards",), "draw_too_many": ("cards",),
    "draw_time": (), "draw_order": (), "wrong_card_count": ("cards",), "too_many_players": ("players",),
    "card_below_deck": ("card",),
    "dealt_below_minimum": ("amount",), "nuts_not_bet": ("act",), "call_only": ("to",), "clock_expired": ("seconds",),
    "run_not_offered": (), "run_not_agreed": ("seats",), "run_board_limit": ("street",), "run_wrong_street": ("street",),
    "run_times": ("times",), "run_not_all_in": (), "show_order": ("seat",), "mucked_winner": (), "not_tabled": ("cards",),
    "award_order": ("pots",), "misdeal_no_ground": (), "misdeal_too_late": (), "misdeal_due": (), "button_not_moved": (),
    "stack_differs": ("stack",), "not_dealt": (), "wrong_sit_out": ("seat",), "new_player_blind": ("amount",),
    "dealt_between": (), "evaded_blind": ("amount",),
}  # fmt: skip
CODES = tuple(DUE)
_NAMES = {"card": "cards"}  # one card, as it is written
_WRITTEN = {"post_over_stack": "over_stack"}  # one code of the output for two kinds of acts


class BreachRows(Struct, frozen=True, eq=False):
    """R rows of breaches."""

    hand: Ints  # (R,) position in the block
    act: Ints  # (R,) place of the act in the hand's list, NO_ACT: none
    seat: Ints  # (R,) the seat's number, 0: none
    code: Ints  # (R,) position in CODES
    due: Ints  # (R,) the amount, seat, count, street, card, or bits of seats that was due; NOTHING: none
    due_act: Ints  # (R,) the act that was due, position in ACTS; NO_ACT: none

    def __len__(self) -> int:
        return len(self.hand)

    def of_hand(self, hand: int) -> list[dict[str, Any]]:
        """Breaches in one hand by act, then code; those about no act last."""
        rows = [self.written(row) for row in np.flatnonzero(self.hand == hand).tolist()]
        return sorted(
            rows, key=lambda each: (each["act"] is None, each["act"] or 0, each["code"], each["seat"] or 0)
        )

    def written(self, row: int) -> dict[str, Any]:
        """A row as `auditor replay` prints it."""
        act, seat, code = int(self.act[row]), int(self.seat[row]), CODES[self.code[row]]
        return {
            "act": None if act == NO_ACT else act,
            "seat": seat or None,
            "code": _WRITTEN.get(code, code),
            "due": self._due(row, DUE[code]),
        }

    def _due(self, row: int, names: tuple[str, ...]) -> dict[str, Any] | None:
        value, act = int(self.due[row]), int(self.due_act[row])
        if not names or (value == NOTHING and act == NO_ACT):
            return None
        return {_NAMES.get(name, name): ACTS[act] if name == "act" else _value(name, value) for name in names}


def _value(name: str, value: int) -> Any:
    match name:
        case "street":
            return STREETS[value]
        case "card":
            return decode([value])
        case "burn":
            return ""
        case "seats" | "pots":
            places = [place for place in range(value.bit_length()) if value >> place & 1]
            return places if name == "seats" else places[::-1]  # pots are pushed last side pot first
    return value


def found(
    code: str, hand: Ints, act: Ints | int, seat: Ints | int, due: Ints | int = NOTHING, due_act: Ints | int = NO_ACT
) -> BreachRows:  # fmt: skip
    """Rows of one code; a single number holds for all rows."""
    count = len(hand)
    columns = [np.broadcast_to(np.asarray(each, np.int64), count) for each in (act, seat, due, due_act)]
    return BreachRows(
        hand.astype(np.int64),
        columns[0],
        columns[1],
        np.full(count, CODES.index(code)),
        columns[2],
        columns[3],
    )


def of_acts(
    play: Play, code: str, where: Flags, due: Ints | int = NOTHING, due_act: Ints | int = NO_ACT
) -> BreachRows:
    """A row for each faulty act (N,). ``due``, ``due_act``: by act (N,), or of all."""
    rows = np.flatnonzero(where)
    if not len(rows):
        return NONE
    pick = [each if isinstance(each, int) else each[rows] for each in (due, due_act)]
    acts = play.acts
    return found(code, acts.hand[rows], acts.place[rows], acts.seat[rows].astype(np.int64), *pick)


def of_seats(play: Play, code: str, where: Flags, due: Ints | int = NOTHING) -> BreachRows:
    """A row for each faulty seat (H, S). ``due``: by hand (H,), or of all."""
    hand, column = np.nonzero(where)
    return found(
        code,
        hand,
        NO_ACT,
        play.hands.seat[hand, column].astype(np.int64),
        due if isinstance(due, int) else due[hand],
    )


def of_hands(code: str, where: Flags, due: Ints | int = NOTHING) -> BreachRows:
    """A row for each faulty hand (H,)."""
    hand = np.flatnonzero(where)
    return found(code, hand, NO_ACT, 0, due if isinstance(due, int) else due[hand])


_EMPTY = np.zeros(0, np.int64)
NONE = BreachRows(_EMPTY, _EMPTY, _EMPTY, _EMPTY, _EMPTY, _EMPTY)


def together(parts: Iterable[BreachRows]) -> BreachRows:
    """Rows of several rules."""
    some = [each for each in parts if len(each)]
    if not some:
        return NONE
    return BreachRows(
        *(np.concatenate([getattr(each, name) for each in some]) for name in BreachRows.__struct_fields__)
    )
