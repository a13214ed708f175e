"""A record of a log beside its replay, as an exhibit."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from rules.records.events import ChineseHand, ChineseSeat, OfcHand, OfcSeat, Pool, Session
from rules.records.pot_records import PotHand
from rules.replay.explain import OPEN_FACE
from rules.shown_hands import (
    ClockRecord,
    Exhibit,
    IrregularityRecord,
    PlacementRecord,
    PoolRecord,
    SeatRecord,
)
from rules.shown_pots import PotExhibit, PotSeatShown


def exhibit_of(
    session: Session,
    line: int,
    hand: ChineseHand | OfcHand,
    replay: dict[str, Any],
    unit: int | None,
    money: str,
) -> Exhibit:
    """A hand of Chinese poker beside its replay. unit: in minor units."""
    return Exhibit(
        **_of_any(session, line, hand, replay, money),
        unit=unit,
        transfers=None if hand.transfers is UNSET else [(t.payer, t.payee, t.amount) for t in hand.transfers],
        seats=sorted(map(_seat, hand.seats), key=lambda each: each.seat),
        **(_of_closed(hand) if isinstance(hand, ChineseHand) else _of_open_face(hand)),
    )


def pot_exhibit_of(
    session: Session, line: int, hand: PotHand, replay: dict[str, Any], shown: PotExhibit, money: str
) -> Exhibit:
    """A hand of a pot game beside its replay. shown: seats, acts, pots."""
    return Exhibit(
        **_of_any(session, line, hand, replay, money),
        unit=None,
        transfers=None,
        seats=[_pot_seat(each) for each in shown.seats],
        game="pot",
        variant=hand.game,
        pot=shown,
    )


def _of_any(
    session: Session, line: int, hand: ChineseHand | OfcHand | PotHand, replay: dict[str, Any], money: str
) -> dict[str, Any]:
    return {
        "room": session.room,
        "session": session.session,
        "line": line,
        "hand": hand.hand,
        "at": _recorded(hand.at),
        "video": _recorded(hand.video),
        "dealer": _recorded(hand.dealer),
        "void": _recorded(hand.void) or False,
        "replay": replay,
        "money": money,
        "irregularities": _records(IrregularityRecord, hand.irregularities),
    }


def _pot_seat(seat: PotSeatShown) -> SeatRecord:
    none = dict.fromkeys(("front", "middle", "back", "declared", "surrendered", "fouled"))
    cards = None if seat.hole is None and seat.up is None else f"{seat.hole or ''}{seat.up or ''}"
    return SeatRecord(
        seat=seat.seat,
        player=seat.player,
        stack=seat.stack,
        dealt=cards,
        net=seat.net,
        status=None if seat.dealt_in else "missed",
        **none,
    )


def _of_closed(hand: ChineseHand) -> dict[str, Any]:
    return {
        "banker": _recorded(hand.banker),
        "forced_dealer": _recorded(hand.forced_dealer) or False,
        "pool": None if hand.pool is UNSET else _pool(hand.pool),
    }


def _of_open_face(hand: OfcHand) -> dict[str, Any]:
    return {
        "game": OPEN_FACE,
        "variant": hand.variant,
        "level": _recorded(hand.level),
        "placements": _records(PlacementRecord, hand.placements),
        "clock_calls": _records(ClockRecord, hand.clock_calls),
        "eliminated": _recorded(hand.eliminated),
    }


def _records(kind: type[Any], entries: Any) -> list[Any] | None:
    if entries is UNSET:
        return None
    names = kind.__struct_fields__
    return [
        kind(**{name: _recorded(getattr(entry, name)) for name in names if hasattr(entry, name)})
        for entry in entries
    ]


def _pool(pool: Pool) -> PoolRecord:
    return PoolRecord(
        contributions=[(each.seat, each.amount) for each in pool.contributions],
        awards=[(each.seat, each.row, each.amount) for each in pool.awards],
    )


_OF_ANY = ("stack", "front", "middle", "back", "fouled", "net")
_OF_CLOSED = ("dealt", "declared", "surrendered")
_OF_OPEN_FACE = ("status", "discards", "fantasyland")


def _seat(seat: ChineseSeat | OfcSeat) -> SeatRecord:
    names = (*_OF_ANY, *(_OF_CLOSED if isinstance(seat, ChineseSeat) else _OF_OPEN_FACE))
    recorded = dict.fromkeys(_OF_CLOSED) | {name: _recorded(getattr(seat, name)) for name in names}
    return SeatRecord(seat=seat.seat, player=seat.player, **recorded)


def _recorded(value: Any) -> Any:
    return None if value is UNSET else value
