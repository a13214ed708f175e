"""Columns of every hand, for facts of the log."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.audit.irregularity_collector import of_hands
from rules.audit.money.money_of_seats import paid_to
from rules.checks.support.held_cards import HeldCards, seat_cards
from rules.checks.support.log_view import ForcedDeal, SeatFee
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.seat_history import NOT_KNOWN, SeatingKeeper
from rules.checks.support.street_acts import recorded_out
from rules.controls.ruleset import Ruleset
from rules.hands import FAMILIES, NOT_RECORDED, Flags, Hands, Ints, any_seat, every_seat
from rules.narrow import Kept
from rules.records.recorded_fees import by_seat, of_kind, taken
from rules.replay.jackpots import jackpot_events
from rules.replay.placement.fantasyland import at_once, earned
from rules.replay.row_replay import ReplayedRows

_COLUMNS = ("number", "line", "at", "ended_at", "unit", "day")
_FEES = ("rake", "hand_fee", "jackpot")  # money taken from a hand
_MIX = np.uint64(0x9E3779B97F4A7C15)
_ACE_OF_SPADES = np.uint64(1 << 51)


class HandColumns:
    """Columns that grow in place, so that a million hands are held once."""

    def __init__(self) -> None:
        self._columns = {
            name: Kept("q") for name in (*_COLUMNS, "deal", "empty_button", *_FEES, "hand_fee_by_seat")
        }
        self._columns |= {name: Kept("h") for name in ("under", "seats", "game", "charge")}
        self._columns |= {"evidence": Kept("b"), "offset": Kept("h")}
        self._held, self._holders = array("Q"), array("b")  # sets of thirteen cards, and how many a hand has
        self._flags = {name: Kept("b") for name in ("void", "fees_recorded", "ranked", "below_level")}
        self._keeps: frozenset[str] = frozenset()
        self._before: tuple[int, str | None] | None = (
            None  # the last hand: its number, who had the ace of spades
        )
        self._beside: dict[str, array[int]] = {}
        self._seat_fees: list[Ints] = []
        self.forced: list[ForcedDeal] = []
        self.fees: Counter[str] = Counter()
        self._irregularities: list[RecordedIrregularity] = []

    def keep_for(self, rulesets: Iterable[Ruleset]) -> None:
        """Keep optional columns that some ruleset has a rule for."""
        needed = {
            "seats": "chips.rebuy",
            "seat_fees": "fees.limits.player_hour",
        }
        listed = list(rulesets)
        self._keeps = frozenset(name for name, path in needed.items() if any(r.get(path) for r in listed))
        if any("fees" in each.params or each.of_a_room for each in listed):
            self._keeps |= set(_FEES)

    def add(self, hands: Hands, under: Ints, ranked: Flags, evidence: Ints, below: Flags) -> None:
        """Take a block. under: (H,) revision by order of use, -1: none. ranked: (H,) seats have strengths.

        evidence, below: (H,) rank of the level of record; the controls demand more.
        """
        columns = self._columns
        self._games(hands, len(columns["number"]))
        self._irregularities += of_hands(hands, len(columns["number"]))
        for name in _COLUMNS:
            columns[name].add(getattr(hands, name))
        columns["deal"].add(deal_numbers(hands))
        columns["under"].add(under)
        columns["empty_button"].add(_empty_buttons(hands))
        held, holders = seat_cards(hands)
        self._held.frombytes(held.tobytes())
        self._holders.frombytes(holders.astype(np.int8).tobytes())
        for kind in self._keeps.intersection(_FEES):
            columns[kind].add(taken(hands, kind))
        if "seat_fees" in self._keeps:
            from_seats = by_seat(hands, "hand_fee")[:, 1:].sum(axis=1)
            columns["hand_fee_by_seat"].add(from_seats)
            self._seat_fees.append(_seat_fees(hands, under))
        if "seats" in self._keeps:
            columns["seats"].add(_seats(hands))
        self._flags["void"].add(hands.void == 1)
        self._flags["fees_recorded"].add(hands.fees_recorded)
        self._flags["ranked"].add(ranked)
        columns["evidence"].add(evidence)
        columns["offset"].add(hands.offset)
        self._flags["below_level"].add(below)
        columns["game"].add(np.full(len(hands), FAMILIES.index(hands.game)))
        charge = np.full(len(hands), -1) if hands.pot is None else hands.pot.charge
        columns["charge"].add(charge)
        for kind in np.unique(hands.fees["kind"]).tolist():
            amounts = hands.fees["amount"][hands.fees["kind"] == kind]
            self.fees[hands.names[kind]] += int(amounts.sum())

    def _games(self, hands: Hands, first: int) -> None:
        for kind, recorded in _of_some_games(hands):
            if len(recorded):
                self._beside.setdefault(kind, array("q")).frombytes((recorded + first).tobytes())
        for hand in np.flatnonzero(hands.forced_dealer == 1).tolist():
            before = _ace_of_spades(hands, hand - 1) if hand else self._before
            self.forced.append(_forced(hands, hand, first + hand, before))
        self._before = _ace_of_spades(hands, len(hands) - 1)

    @cached_property
    def _order(self) -> Ints | None:
        """(N,) positions in log order; None: blocks came in it."""
        line = self._columns["line"].whole()
        return None if (line[1:] >= line[:-1]).all() else np.argsort(line, kind="stable")

    def close(self) -> None:
        """End the blocks: places are in log order from now on."""
        if self._order is not None:
            place = np.empty(len(self._order), np.int64)
            place[self._order] = np.arange(len(self._order))
            self._beside = {
                kind: array("q", np.sort(place[list(at)]).tolist()) for kind, at in self._beside.items()
            }
            self.forced = [replace(each, place=int(place[each.place])) for each in self.forced]
            self._irregularities = [
                replace(each, place=int(place[each.place or 0])) for each in self._irregularities
            ]

    def irregularities(self, rulesets: Sequence[Ruleset]) -> list[RecordedIrregularity]:
        """Irregularities of hands, each with the ruleset that applies."""
        under, game = self.column("under"), self.column("game")
        return [
            replace(each, ruleset=_of_its_game(rulesets, int(under[each.place]), FAMILIES[game[each.place]]))
            for each in self._irregularities
        ]

    def column(self, name: str) -> Ints:
        """(N,) a column over all hands; empty: not kept."""
        return self._ordered(self._columns[name].whole())

    @property
    def numbers(self) -> Ints:
        """(N,) numbers of hands in order of blocks."""
        return self._columns["number"].whole()

    @property
    def held(self) -> HeldCards:
        """Cards of seats with thirteen on record, in log order."""
        found = HeldCards(np.frombuffer(self._held, np.uint64), np.frombuffer(self._holders, np.int8))
        return found if self._order is None else found.take(self._order)

    def flags(self, name: str) -> Flags:
        """(N,) a column of flags."""
        return self._ordered(self._flags[name].whole().view(np.bool_))

    def _ordered(self, column: NDArray[Any]) -> NDArray[Any]:
        return column if self._order is None or not len(column) else column[self._order]

    def seat_fees(self, players: Sequence[str]) -> list[SeatFee]:
        """Fees from seats by hand; empty: not kept. ``players``: of the log."""
        return [
            SeatFee(players[player], at, amount, under)
            for block in self._seat_fees
            for player, at, amount, under in block.tolist()
        ]

    @property
    def beside(self) -> dict[str, Ints]:
        """Positions of hands with records that only some games have."""
        return {kind: np.frombuffer(places, np.int64) for kind, places in self._beside.items()}


def _of_its_game(rulesets: Sequence[Ruleset], under: int, game: str) -> Ruleset | None:
    if under < 0:
        return None
    ruleset = rulesets[under]
    return ruleset if ruleset.family == game else None


def _of_some_games(hands: Hands) -> Iterator[tuple[str, Ints]]:
    yield "banker", np.flatnonzero(hands.banker != NOT_RECORDED)
    yield "pool", np.array(sorted(hands.pools), np.int64)
    yield "forced_dealer", np.flatnonzero(hands.forced_dealer == 1)
    yield "aces", np.flatnonzero(any_seat(hands.aces == 1))
    yield "missed", np.flatnonzero(any_seat(hands.missed))
    face = hands.open_face
    if face is not None:
        yield "fantasyland", np.flatnonzero(any_seat(face.fantasyland != NOT_RECORDED))
        yield "level", np.flatnonzero(face.level != NOT_RECORDED)
        yield "clock_calls", np.unique(face.clock.hand)
        yield "eliminated", np.unique(face.eliminated.hand)


def _seat_fees(hands: Hands, under: Ints) -> Ints:
    fees = hands.fees
    mine = of_kind(hands, "hand_fee")
    place, column = np.nonzero(hands.seat[fees.hand[mine]] == fees["seat"][mine][:, None])
    hand = fees.hand[mine][place]
    amount = fees["amount"][mine][place]
    return np.column_stack((hands.player[hand, column], hands.at[hand], amount, under[hand]))


def _empty_buttons(hands: Hands) -> Ints:
    seated = any_seat(hands.seat == hands.dealer[:, None])
    return np.where(seated, 0, hands.dealer)


def _seats(hands: Hands) -> Ints:
    bits = np.where(hands.present, np.int16(1) << hands.seat.astype(np.int16), np.int16(0))
    found: Ints = bits.sum(axis=1, dtype=np.int16)
    return found


def _ace_of_spades(hands: Hands, hand: int) -> tuple[int, str | None]:
    held = ((hands.held[hand] | hands.held_at_deal[hand]) & _ACE_OF_SPADES) != 0
    sure = held.sum() == 1 and hands.void[hand] != 1
    player = hands.players[hands.player[hand, held.argmax()]] if sure else None
    return int(hands.number[hand]), player


def _forced(hands: Hands, hand: int, place: int, before: tuple[int, str | None] | None) -> ForcedDeal:
    """A forced dealer's hand with the one dealt before it, if that precedes it in the log."""
    number, held = before or (None, None)
    if number != hands.number[hand] - 1:
        held = None
    column = hands.position(hand, int(hands.dealer[hand]))
    players = [hands.players[each] if each >= 0 else None for each in hands.player[hand].tolist()]
    return ForcedDeal(place, None if column is None else players[column], held, held in players)


def deal_numbers(hands: Hands) -> Ints:
    """(H,) number of the cards by seat, whatever the rows; 0 where a seat's thirteen are not recorded."""
    full = hands.thirteen_known | ~hands.dealt_in
    number = np.zeros(len(hands), np.uint64)
    for column in range(full.shape[1]):
        seat = hands.seat[:, column].astype(np.uint64)
        mixed = (number ^ hands.thirteen[:, column] ^ seat) * _MIX
        mixed ^= mixed >> np.uint64(29)
        number = np.where(seat > 0, mixed, number)  # the same in a block of more seats
    return np.where(every_seat(full) & any_seat(hands.dealt_in), number.view(np.int64), 0)


def keep_seats(keeper: SeatingKeeper, replayed: ReplayedRows, *, brought: bool = False) -> None:
    """Keep seats that affect the next hand by the ruleset or by stacks. brought: chips brought are on record, so results count
    without stacks.
    """
    hands, ruleset, face = replayed.hands, replayed.scoring.ruleset, replayed.hands.open_face
    bears = face is not None and any(ruleset.get(path) for path in _FROM_HAND_TO_HAND)
    if not bears and not brought and not (hands.stack != NOT_RECORDED).any():
        return
    out = gone = land = next_land = None
    if bears and replayed.stakes is not None:
        out = np.where(
            replayed.stakes.out_known[:, None], replayed.stakes.out.astype(np.int8), np.int8(NOT_KNOWN)
        )
    if face is not None and face.eliminated_recorded.any():
        gone = np.where(
            face.eliminated_recorded[:, None], recorded_out(hands).astype(np.int8), np.int8(NOT_KNOWN)
        )
    if bears:
        land, next_land = (each.astype(np.int8) for each in (at_once(replayed), earned(replayed)))
    paid = np.where(replayed.void[:, None], 0, paid_to(replayed))
    stack = hands.stack
    if not ruleset.sections.eliminates:
        paid = np.where(_surely_paid(replayed), paid, NOT_RECORDED)
        stack = np.where(hands.seat == hands.banker[:, None], NOT_RECORDED, stack)  # it may be the house's
    level = None if face is None else face.level
    bank = np.maximum(hands.banker, 0) if (hands.banker > 0).any() else None
    keeper.add(
        hands.line, level, replayed.void, hands.seat, (hands.player, stack, paid), (out, gone, land, next_land), hands.fees,
        bank=bank,
    )  # fmt: skip


def _surely_paid(replayed: ReplayedRows) -> Flags:
    """(H, S) seats whose chips certainly moved as recorded: no differing nets, void payments or possible jackpot."""
    hands = replayed.hands
    sure = np.ones(hands.seat.shape, np.bool_)
    reported = hands.transfers_recorded
    if reported.any() and replayed.pool is None:
        found = moved(hands)
        sure &= ~(reported[:, None] & (hands.net != NOT_RECORDED) & (found.total != hands.net))
        sure &= ~(reported & found.strange)[:, None]
    paid = any_seat((hands.net != NOT_RECORDED) & (hands.net != 0))
    paid[hands.transfers.hand] = True
    sure &= ~(replayed.void & paid)[:, None]
    if replayed.scoring.jackpots:
        sure[[hand for hand, _, _ in jackpot_events(replayed)]] = False
    return sure


_FROM_HAND_TO_HAND = ("fantasyland", "event", "chips.elimination")
