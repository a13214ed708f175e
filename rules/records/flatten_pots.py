"""Columns of pot games; those of hands of thirteen cards are present and empty."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD, ROW_SIZES
from rules.hands import UNRECORDED_FLAG, Flags, Ints, Ragged
from rules.one_value import of_one_value
from rules.pot_hands import ACTS, GAMES, LIMITS, MIXES, STAKES, STREETS, PotHands
from rules.records.columns import Flags8, Interned, Lists, NumberColumn, WordColumn
from rules.records.entries import ListEntries
from rules.records.inspect import cards_expected
from rules.records.pot_acts import PotActsColumn
from rules.records.pot_columns import BoardsColumn, ObjectColumns, PotsColumn, SeatCards, stakes_column
from rules.records.pot_records import PotFee, PotIrregularity
from rules.records.problems import Problem, shown
from rules.records.shape import Shape
from rules.records.stated_terms import TermsInForce
from rules.times import NOT_RECORDED

HOLE, UP, HELD = 6, 5, 8  # as many cards of a seat as a game deals
LATER = ("acts", "boards")  # problems of their texts are reported when the lines are known
_CARDS = {"hole": HOLE, "up": UP, "cards": HELD}
_CASH_OUT = ("amount", "fee")
_CARD = ACTS.index("card")
_IRREGULARITY = tuple(name for name in PotIrregularity.__struct_fields__ if name != "note")


def hand_columns(names: Interned) -> dict[str, Any]:
    """Columns of a hand by field."""
    return {
        "game": WordColumn(GAMES), "limit": WordColumn(LIMITS), "mix": WordColumn(MIXES), "reached": WordColumn(STREETS),
        "house_money": NumberColumn(), "stakes": stakes_column(), "acts": PotActsColumn(), "boards": BoardsColumn(),
        "pots": PotsColumn(),
        "fees": Lists(PotFee.__struct_fields__, names),
        "irregularities": Lists(_IRREGULARITY, names),
    }  # fmt: skip


def seat_columns() -> dict[str, Any]:
    """Columns of a seat by field."""
    return (
        {"status": WordColumn(("played", "missed")), "cash_out": ObjectColumns(_CASH_OUT)}
        | {name: Flags8() for name in ("present", "folded", "mucked")}
        | {name: NumberColumn() for name in ("live_in", "dead_in")}
        | {name: SeatCards(width) for name, width in _CARDS.items()}
    )


def pot_columns(
    hand: dict[str, Any], seat: dict[str, Any], waiting: dict[str, Any], shape: Shape, lines: Ints, shuffled_at: Ints,
    terms: TermsInForce, problems: list[Problem],
) -> dict[str, Any]:  # fmt: skip
    """Columns of `Hands` by game; ``waiting``: the columns of LATER."""
    in_force = terms.of(lines)
    acts, acts_recorded = waiting["acts"].values(lines, problems)
    boards, boards_recorded = waiting["boards"].values(lines, problems)
    pots, pots_recorded, eligible, awards = hand["pots"]
    fees, fee_pots = _apart(hand["fees"][0], "pot")
    irregularities, irregularity_acts = _apart(hand["irregularities"][0], "act")
    cards = {}
    for name in _CARDS:
        codes, sizes = seat[name]
        cards[name] = shape.spread(codes, NO_CARD), shape.spread(sizes, -1)
    pot = PotHands(
        game=hand["game"],
        limit=_else(hand["limit"], in_force["limit"], -1),
        mix=hand["mix"],
        stakes={name: _else(hand["stakes"][name], in_force[name], NOT_RECORDED) for name in STAKES},
        charge=in_force["charge"].astype(np.int8),
        special_rake=in_force["special_rake"].astype(np.int8),
        jackpot=in_force["jackpot"].astype(np.int8),
        run_twice=in_force["run_twice"].astype(np.int8),
        shuffled_at=shuffled_at,
        house_money=hand["house_money"],
        reached=hand["reached"],
        missed=shape.spread(seat["status"], -1) == 1,
        here=shape.spread(seat["present"], UNRECORDED_FLAG),
        hole=cards["hole"][0],
        hole_size=cards["hole"][1],
        up=cards["up"][0],
        up_size=cards["up"][1],
        held=cards["cards"][0],
        held_size=cards["cards"][1],
        live_in=shape.spread(seat["live_in"], NOT_RECORDED),
        dead_in=shape.spread(seat["dead_in"], NOT_RECORDED),
        folded=shape.spread(seat["folded"], UNRECORDED_FLAG),
        mucked=shape.spread(seat["mucked"], UNRECORDED_FLAG),
        cash_out=shape.spread(seat["cash_out"]["amount"], NOT_RECORDED),
        cash_out_fee=shape.spread(seat["cash_out"]["fee"], NOT_RECORDED),
        acts=acts,
        acts_recorded=acts_recorded,
        boards=boards,
        boards_recorded=boards_recorded,
        pots=pots,
        pots_recorded=pots_recorded,
        eligible=eligible,
        awards=awards,
        fee_pots=fee_pots,
        irregularity_acts=irregularity_acts,
    )
    return {"pot": pot, "fees": fees, "irregularities": irregularities} | _empty(shape.hands, shape.width)


def _else(own: NDArray[Any], other: Ints, missing: int) -> NDArray[Any]:
    return np.where(own == missing, other, own).astype(own.dtype)


def _apart(rows: Ragged, name: str) -> tuple[Ragged, Ints]:
    return Ragged(rows.hand, {key: rows[key] for key in rows.columns if key != name}), rows[name]


def _empty(hands: int, width: int) -> dict[str, Any]:
    nobody, nothing = (hands, width), np.zeros(0, np.int64)
    no_cards = of_one_value(np.uint8(NO_CARD), *nobody, HAND_SIZE)
    no_flag = of_one_value(np.int8(UNRECORDED_FLAG), *nobody)
    return {
        "unit": of_one_value(np.int64(NOT_RECORDED), hands),
        "banker": of_one_value(np.int64(NOT_RECORDED), hands),
        "forced_dealer": of_one_value(np.int8(UNRECORDED_FLAG), hands),
        "declared": of_one_value(np.int32(-1), *nobody),
        "surrendered": no_flag,
        "fouled": no_flag,
        "aces": no_flag,
        "cards": no_cards,
        "sizes": of_one_value(np.int16(-1), *nobody, len(ROW_SIZES)),
        "dealt": no_cards,
        "dealt_size": of_one_value(np.int16(-1), *nobody),
        "transfers": Ragged(nothing, dict.fromkeys(("payer", "payee", "units", "amount"), nothing)),
        "transfers_recorded": of_one_value(np.False_, hands),
    }


def wrong_cards(columns: dict[str, Any], shape: Shape, lines: Ints) -> list[Problem]:
    """Texts of seats that are not cards."""
    problems = []
    for name in _CARDS:
        for listed, text in columns[name].wrong.items():
            line, field = shape.field(listed, lines)
            problems.append(Problem(line, f"{field}.{name}", shown(text), cards_expected(text) or "cards"))
    return problems


def wrong_acts(pot: PotHands, seat: NDArray[np.int8], irregularities: Ragged, lines: Ints) -> list[Problem]:
    """Acts with a wrong reference: unlisted seats, cards neither up nor down, acts beyond the last."""
    acts = pot.acts
    where = ListEntries("acts", acts.hand, lines)
    listed = np.zeros(len(lines), np.int64)
    for column in range(seat.shape[1]):
        listed |= np.left_shift(1, seat[:, column].astype(np.int64))
    stranger = (acts.seat > 0) & ~_has(listed[acts.hand], acts.seat)
    problems = [
        where.found(place, "seat", str(acts.seat[place]), "a seat that the hand lists in `seats`")
        for place in np.flatnonzero(stranger).tolist()
    ]
    faceless = (acts.kind == _CARD) & (acts.cards["up"].counts < 0) & (acts.cards["down"].counts < 0)
    problems += [
        where.found(place, "", "neither up nor down", "the cards of the seat as `up`, `down` or both")
        for place in np.flatnonzero(faceless).tolist()
    ]
    return problems + _beyond(pot, irregularities, lines)


def _has(mask: Ints, seat: NDArray[np.int8]) -> Flags:
    found: Flags = (np.right_shift(mask, seat) & 1).astype(np.bool_)
    return found


def _beyond(pot: PotHands, irregularities: Ragged, lines: Ints) -> list[Problem]:
    where = ListEntries("irregularities", irregularities.hand, lines)
    count = np.bincount(pot.acts.hand, minlength=len(lines))
    beyond = pot.acts_recorded[irregularities.hand] & (pot.irregularity_acts > count[irregularities.hand])
    return [
        where.found(
            place, "act", str(pot.irregularity_acts[place]),
            f"how many of the hand's acts had happened: at most {count[irregularities.hand[place]]}",
        )
        for place in np.flatnonzero(beyond).tolist()
    ]  # fmt: skip
