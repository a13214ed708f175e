"""Hands of a tournament's tables, from logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.hands import NOT_RECORDED, Hands
from rules.records.events import Jackpot, Session
from rules.records.reader import LogReader
from rules.records.recorded_fees import taken


class SeatedPlayer(Struct, frozen=True):
    """A player of a hand. stack: before the deal. None: unrecorded."""

    seat: int
    player: str
    stack: int | None
    net: int | None


class PlayedHand(Struct, frozen=True):
    """A hand of a table log; None: unrecorded. at: microseconds since the epoch. jackpot: fees of that kind, in minor units."""

    session: Session
    line: int
    table: str
    hand: int
    at: int | None
    level: int | None
    seats: tuple[SeatedPlayer, ...]
    jackpot: int | None = None


class TournamentTableLog(Struct, frozen=True):
    """A log: session, hands in order, `jackpot` events with lines."""

    session: Session
    hands: tuple[PlayedHand, ...]
    jackpots: tuple[tuple[int, Jackpot], ...] = ()


def read_table_log(chunks: Iterable[bytes]) -> TournamentTableLog:
    """Read a table's log. Raises rules.records.problems.Refused."""
    reader = LogReader()
    blocks = [(block, list(_hands_of(block, reader))) for block in reader.blocks(chunks)]
    assert reader.session is not None
    hands = sorted((each for _, found in blocks for each in found), key=lambda each: each.line)
    jackpots = tuple(reader.events.of(Jackpot))
    return TournamentTableLog(reader.session, tuple(hands), jackpots)


def _hands_of(block: Hands, reader: LogReader) -> Iterator[PlayedHand]:
    assert reader.session is not None
    dropped = taken(block, "jackpot")
    for place in range(len(block)):
        yield PlayedHand(
            reader.session,
            int(block.line[place]),
            reader.session.table,
            int(block.number[place]),
            _known(int(block.at[place])),
            _known(int(block.open_face.level[place])) if block.open_face is not None else None,
            tuple(_seats(block, place)),
            int(dropped[place]) if block.fees_recorded[place] else None,
        )


def _seats(block: Hands, place: int) -> Iterator[SeatedPlayer]:
    for column, seat in enumerate(block.seat[place]):
        if seat > 0:
            yield SeatedPlayer(
                int(seat),
                block.players[block.player[place, column]],
                _known(int(block.stack[place, column])),
                _known(int(block.net[place, column])),
            )


def _known(value: int) -> int | None:
    return None if value == NOT_RECORDED else value


def of_tournament(logs: Iterable[TournamentTableLog], room: str, tournament: str) -> list[TournamentTableLog]:
    """Logs of a tournament's tables."""
    return [each for each in logs if (each.session.room, each.session.tournament) == (room, tournament)]
