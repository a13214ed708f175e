"""A hand as seen in a video against the log's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import UnsetType

from auditor.errors import CannotSample
from auditor.store.stored_samples import Compared, DrawnHand, EnteredHand, EnteredSeat, ListedSession
from reports.formatting import money
from rules.audit.source import LogSource
from rules.cards import RANKS, ROWS, SUITS, TEXTS
from rules.records.events import ChineseHand, ChineseSeat, OfcHand, OfcSeat
from rules.records.pot_records import PotHand, PotSeat
from rules.records.reader import decode_line, numbered_lines

_MARKS = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", ",": None, ";": None, " ": None, "\t": None, "-": None}
)
Value = TypeVar("Value")
Hand = ChineseHand | OfcHand | PotHand
Seat = ChineseSeat | OfcSeat | PotSeat
_UNKNOWN = "??"
_LONGEST = 100  # characters of a row


def cards_of(text: str, place: str) -> str | None:
    """Typed cards as logs have them; None for nothing typed. Raises CannotSample with the place."""
    short = text.translate(_MARKS).replace("10", "T")
    if not short:
        return None
    found = []
    for at in range(0, len(short), 2):
        card = short[at].upper() + short[at + 1 : at + 2].lower()
        card = "JK" if card == "Jk" else card
        if card not in TEXTS or card == _UNKNOWN or len(short) > _LONGEST:
            raise CannotSample(
                f"{short[at : at + 2]!r} is no card. A card is a rank ({' '.join(RANKS[::-1])}) and a suit ({' '.join(SUITS)}), "
                "such as Qh; a joker is JK.",
                place,
            )
        found.append(card)
    return "".join(found)


def hands_at(
    source: LogSource, places: Sequence[int], session: ListedSession, before: int
) -> Iterator[DrawnHand]:
    """Hands at some places, without cards and results. before: hands before the log's first."""
    wanted = set(places)
    for place, (line, hand) in enumerate(_hands(source), before):
        if place in wanted:
            at, video = _known(hand.at), _known(hand.video)
            yield DrawnHand(place, session.number, line, hand.hand, at, video, len(hand.seats))


def recorded_at(source: LogSource, lines: Sequence[int]) -> dict[int, Hand]:
    """Hands at some lines of a log."""
    wanted = set(lines)
    return {line: hand for line, hand in _hands(source) if line in wanted}


def compared(entered: EnteredHand, recorded: Hand | None, currency: str, why: str = "") -> Compared:
    """An entered hand against the record; None: unreadable, with why."""
    if recorded is None:
        return Compared(entered.number, None, [why])
    if entered.unseen is not None:
        return Compared(entered.number, None, [f"Not seen: {entered.unseen}"])
    seen = {each.seat: each for each in entered.seats}
    there: Mapping[int, Seat] = {each.seat: each for each in recorded.seats}
    differences = [
        f"Seat {seat} was seen, and the record has no such seat."
        for seat in sorted(seen.keys() - there.keys())
    ]
    differences += [
        f"Seat {seat} is in the record, and was not seen." for seat in sorted(there.keys() - seen.keys())
    ]
    looked_at = 0
    for number in sorted(seen.keys() & there.keys()):
        for agrees, words in _seat(seen[number], there[number], currency):
            looked_at += 1
            if not agrees:
                differences.append(words)
    if not looked_at and not differences:
        return Compared(entered.number, None, ["Neither cards nor results were both seen and recorded."])
    return Compared(entered.number, not differences, differences)


def _seat(seen: EnteredSeat, recorded: Seat, currency: str) -> Iterator[tuple[bool, str]]:
    """Agreement of each row both seen and recorded, with the difference in words. Pot games' seats have a result, no rows."""
    for row in () if isinstance(recorded, PotSeat) else ROWS:
        typed, text = getattr(seen, row), _known(getattr(recorded, row))
        if typed is None or text is None or _UNKNOWN in text:
            continue
        agrees = sorted(_cards(typed)) == sorted(_cards(text))
        yield agrees, f"Seat {seen.seat}, {row}: {_spaced(typed)} seen, {_spaced(text)} recorded."
    net = _known(recorded.net)
    if seen.net is not None and net is not None:
        said = f"{money(seen.net, currency, plus=True)} seen, {money(net, currency, plus=True)} recorded"
        yield seen.net == net, f"Seat {seen.seat}, result: {said}."


def is_of_pots(source: LogSource, line: int) -> bool:
    """Whether the hand at a line is of a pot game."""
    return isinstance(recorded_at(source, [line]).get(line), PotHand)


def _hands(source: LogSource) -> Iterator[tuple[int, Hand]]:
    for number, line in numbered_lines(source.chunks()):
        record = decode_line(line)
        if isinstance(record, Hand):
            yield number, record


def _known(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _spaced(text: str) -> str:
    return " ".join(_cards(text))
