"""An evening's hands as the rules read them, and its statistics for screening, made by the same replay that audits use."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.cards import NO_CARD
from rules.hands import NOT_RECORDED, UNRECORDED_FLAG, Hands, Ints
from rules.ragged import Ragged
from rules.records.events import FORMAT, Session, Toke
from rules.records.table_events import TableEvents
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import Scoring
from rules.screening.session_statistics import ScreeningKeeper, SessionStatistics, statistics_of
from simulation.screened.dealt_settings import CARDS, SEATS
from simulation.screened.open_face_evening import as_open_face
from simulation.screened.screened_evening import DEALERS, SUPERVISORS, ScreenedEvening
from simulation.screened.seated_stays import NOBODY

ROOM, OPEN_FACE = "room-1", "ofc"
_DECKS, _SHUFFLER, _KIND, _WHEN = ("deck-1", "deck-2"), "sh-1", "other", "showdown"
_RULINGS = ("misdeal", "hand_dead")
_NAMES = (*DEALERS, *SUPERVISORS, *_DECKS, _SHUFFLER, _KIND, _WHEN, *_RULINGS)
_AT = {name: place for place, name in enumerate(_NAMES)}
_SECOND = 1_000_000
_EPOCH = date(1970, 1, 1)
_FEE_COLUMNS = ("kind", "amount", "of", "seat", "before_deal")
_MOST_TOKE = 500


def statistics_of_evening(evening: ScreenedEvening, scoring: Scoring) -> SessionStatistics:
    """The statistics that an audit of the evening keeps."""
    keeper = ScreeningKeeper()
    keeper.add(replayed_evening(evening, scoring))
    header, events = session_of(evening)
    return statistics_of(keeper.sessions(header, events), header, evening.day)


def replayed_evening(evening: ScreenedEvening, scoring: Scoring) -> ReplayedRows:
    """The hands of an evening, paid as they should be, as they are on record."""
    hands = played_hands(evening, scoring)
    whole = replay(hands, scoring)
    return recorded(replace(hands, net=whole.net), whole, evening)


def played_hands(evening: ScreenedEvening, scoring: Scoring) -> Hands:
    """The recorded hands of an evening, without results, as hands of the game that the scoring is of."""
    hands = hands_of(evening)
    return as_open_face(hands) if scoring.ruleset.family == OPEN_FACE else hands


def session_of(evening: ScreenedEvening) -> tuple[Session, TableEvents]:
    """The session line, and the tokes."""
    return _header(evening), _events(evening)


def recorded(paid: Hands, whole: ReplayedRows, evening: ScreenedEvening) -> ReplayedRows:
    """The replay of what is on record: without the blank cards, with what was dumped."""
    if evening.dumped:
        paid = _with_transfers(paid, whole, evening)
    blank = _packed(evening, evening.blank, False)
    if not blank.any():
        return replace(whole, hands=paid)
    cards, sizes, dealt, dealt_size = (
        each.copy() for each in (paid.cards, paid.sizes, paid.dealt, paid.dealt_size)
    )
    cards[blank], dealt[blank], sizes[blank], dealt_size[blank] = NO_CARD, NO_CARD, -1, -1
    hidden = replace(paid, cards=cards, sizes=sizes, dealt=dealt, dealt_size=dealt_size)
    return replay(hidden if paid.open_face is None else as_open_face(hidden), whole.scoring)


def _header(evening: ScreenedEvening) -> Session:
    opened = datetime.combine(evening.day, datetime.min.time(), UTC).isoformat()
    return Session(
        format=FORMAT, room=ROOM, session=f"{evening.table}-{evening.day}", table=evening.table, currency="USD",
        opened_at=opened, source="table_system", recorded_by=f"system-{evening.table}",
    )  # fmt: skip


def _events(evening: ScreenedEvening) -> TableEvents:
    midnight = datetime.combine(evening.day, datetime.min.time(), UTC)
    found = TableEvents()
    for hand in np.flatnonzero((evening.toked != NOBODY) & evening.kept).tolist():
        place = int(evening.toked[hand])
        at = midnight + timedelta(seconds=int(evening.at[hand]) + 60)
        player = evening.players[evening.sits[hand, place]].name
        found.append(hand + 2, Toke(at=at.isoformat(), seat=place + 1, player=player, amount=_MOST_TOKE))
    return found


def _order(evening: ScreenedEvening, which: Ints) -> Ints:
    """(n, 4) places with those where somebody sits first."""
    return np.argsort(~evening.seated[which], axis=1, kind="stable")


def _packed(evening: ScreenedEvening, column: NDArray[Any], nobody: int) -> NDArray[Any]:
    """A column (H, 4, …) of the recorded hands by the order of their seats."""
    which = np.flatnonzero(evening.kept)
    every, order = np.arange(len(which))[:, None], _order(evening, which)
    found = column[which][every, order]
    found[~evening.seated[which][every, order]] = nobody
    return found


def hands_of(evening: ScreenedEvening) -> Hands:
    """The recorded hands of an evening, without results."""
    which = np.flatnonzero(evening.kept)
    count = len(which)
    empty = np.full(count, NOT_RECORDED, np.int64)
    flags = np.full(count, UNRECORDED_FLAG, np.int8)
    by_seat = np.full((count, SEATS), UNRECORDED_FLAG, np.int8)
    seat = _packed(evening, np.broadcast_to(np.arange(1, SEATS + 1, dtype=np.int8), evening.sits.shape), 0)
    there = seat > 0
    at = (evening.at[which] + (evening.day - _EPOCH).days * 86400) * _SECOND
    number = np.arange(1, count + 1) + np.searchsorted(evening.left_out, which)
    surrendered = _packed(evening, evening.surrendered, False)
    return Hands(
        number=number, line=which + 2, at=at, ended_at=at + 60 * _SECOND,
        day=np.full(count, (evening.day - _EPOCH).days), offset=np.zeros(count, np.int16), unit=evening.unit[which],
        dealer=seat[:, 0].astype(np.int64), banker=empty, void=np.where(evening.void[which], 1, flags).astype(np.int8),
        forced_dealer=flags, seat=seat, player=_packed(evening, evening.sits, NOBODY).astype(np.int32),
        stack=np.full((count, SEATS), NOT_RECORDED), net=np.full((count, SEATS), NOT_RECORDED),
        declared=np.full((count, SEATS), -1, np.int32), surrendered=np.where(surrendered, 1, by_seat).astype(np.int8),
        fouled=by_seat, aces=by_seat, cards=_packed(evening, evening.rows, NO_CARD),
        sizes=np.where(there[..., None], np.array([3, 5, 5], np.int16), np.int16(-1)),
        dealt=_packed(evening, evening.cards.dealt, NO_CARD), dealt_size=np.where(there, CARDS, -1).astype(np.int16),
        odd={}, transfers=_no_rows("payer", "payee", "units", "amount"), fees=_no_rows(*_FEE_COLUMNS),
        irregularities=_rulings(evening, which), transfers_recorded=np.zeros(count, np.bool_),
        fees_recorded=np.zeros(count, np.bool_), irregularities_recorded=np.ones(count, np.bool_), pools={},
        dealer_id=evening.dealer[which].astype(np.int32),
        deck=np.array([_AT[name] for name in _DECKS], np.int32)[which % len(_DECKS)],
        shuffler=np.full(count, _AT[_SHUFFLER], np.int32), players=[each.name for each in evening.players],
        names=list(_NAMES),
    )  # fmt: skip


def _no_rows(*columns: str) -> Ragged:
    return Ragged(np.zeros(0, np.int64), {name: np.zeros(0, np.int64) for name in columns})


def _rulings(evening: ScreenedEvening, which: Ints) -> Ragged:
    """Misdeals of void hands and dead hands, ruled by the supervisor of the evening."""
    misdeals = np.flatnonzero(evening.void[which])
    hand, place = np.nonzero(evening.dead[which])
    together = np.concatenate((misdeals, hand))
    seat = np.concatenate((np.full(len(misdeals), NOT_RECORDED), place + 1))
    word = np.repeat([_AT[_RULINGS[0]], _AT[_RULINGS[1]]], (len(misdeals), len(hand)))
    order = np.argsort(together, kind="stable")
    every = np.full(len(together), NOT_RECORDED)
    return Ragged(
        together[order],
        {
            "kind": np.full(len(together), _AT[_KIND]), "when": np.full(len(together), _AT[_WHEN]),
            "ruling": word[order], "seat": seat[order], "cards": every, "units": every,
            "by": np.full(len(together), _AT[SUPERVISORS[evening.supervisor]]),
        },
    )  # fmt: skip


def _with_transfers(paid: Hands, whole: ReplayedRows, evening: ScreenedEvening) -> Hands:
    """The hands with chips as they moved: what was due, and what was dumped; the nets with it."""
    due = whole.known & (whole.pair_units != 0)
    hand, pair = np.nonzero(due)
    units = whole.pair_units[hand, pair] // whole.scoring.denominator
    first, second = paid.seat[hand, whole.a[pair]], paid.seat[hand, whole.b[pair]]
    moved = [
        (*each, 1)
        for each in zip(hand.tolist(), second.tolist(), first.tolist(), units.tolist(), strict=True)
    ]
    place_of = {int(at): place for place, at in enumerate(np.flatnonzero(evening.kept))}
    dumped = [
        (place_of[at], payer + 1, payee + 1, given, 1)
        for at, payer, payee, given in evening.dumped
        if at in place_of
    ]
    listed = np.array([_forward(*each[:4]) for each in sorted(moved + dumped)], np.int64)
    net = paid.net.copy()
    for at, payer, payee, given, _ in dumped:
        net[at, paid.seat[at] == payer] -= given * paid.unit[at]
        net[at, paid.seat[at] == payee] += given * paid.unit[at]
    columns = {"payer": listed[:, 1], "payee": listed[:, 2], "units": listed[:, 3]}
    columns["amount"] = listed[:, 3] * paid.unit[listed[:, 0]]
    return replace(
        paid,
        net=net,
        transfers=Ragged(listed[:, 0], columns),
        transfers_recorded=np.ones(len(paid), np.bool_),
    )


def _forward(hand: int, payer: int, payee: int, units: int) -> tuple[int, int, int, int]:
    return (hand, payer, payee, units) if units > 0 else (hand, payee, payer, -units)
