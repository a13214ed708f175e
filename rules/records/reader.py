"""A log's bytes into blocks of hands, other events, and problems; read once, never kept whole.

Lines are scanned into columns, or decoded and flattened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from rules import times
from rules.hands import Hands
from rules.records import scanned
from rules.records.accepted import ACCEPTED, Accepted
from rules.records.events import FORMAT, ChineseHand, Close, OfcHand, Session, Terms, counts_hands
from rules.records.flatten import Flattener, SessionFacts
from rules.records.foreign import EMPTY, ForeignFile, foreign_kind
from rules.records.inspect import Inspector
from rules.records.pot_records import PotHand
from rules.records.private import without_leading, without_private
from rules.records.problems import MOST_SHOWN, LineProblems, Problem, TooDeep, decoded, format_problem
from rules.records.scanned import Fields
from rules.records.stated_terms import TermsInForce
from rules.records.table_events import TableEvents
from rules.times import NOT_RECORDED

SCANNED = (ChineseHand, OfcHand)
HANDS_A_BLOCK = 8192
LINES_AT_ONCE = 512
BYTES_AT_ONCE = 400_000
_MORE_SCANNED = 16  # times as many lines: no records are made of them, and columns are added for all at once
EXPECTED = f"a session log: lines of JSON in {FORMAT}, plain or packed with gzip"
BOM = b"\xef\xbb\xbf"
LONGEST_LINE = 1 << 20  # bytes; an honest event has some thousand
MOST_BLANK = 1 << 20  # lines; an honest log has one for each event at most, where a system doubles its ends
MOST_EVENTS = 1 << 18  # outside of hands; the busiest table has some thousand in a session

_GROWTH = 16  # times as much memory as its text has a line when it is decoded, and more
_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TooDeep)


class _Lines:
    """Lines from number ``first``, as one text and one by one."""

    def __init__(
        self,
        first: int,
        count: int,
        text: bytes | None = None,
        each: list[bytes] | None = None,
        *,
        ended: bool = True,
    ) -> None:
        self.first, self.count, self.ended = first, count, ended
        if text is not None:
            self.text = text
        else:
            assert each is not None
            self.each = each

    @cached_property
    def text(self) -> bytes:
        return b"\n".join(self.each)

    @cached_property
    def each(self) -> list[bytes]:
        return self.text.split(b"\n")


class _Scanned(NamedTuple):
    """A batch of lines. hands: (places, fields) by game; events: the others, by place; kinds: by line."""

    hands: dict[Any, tuple[list[int], Fields]]
    events: dict[int, Any]
    kinds: list[Any]


class LogReader:
    """Reads one log. Iterate `blocks` to the end first. session, close: first and last line. events: (line,
    record). events_read: in the file.
    """

    def __init__(self, most_problems: int = MOST_SHOWN) -> None:
        self._accepted = ACCEPTED
        self.session: Session | None = None
        self.facts = SessionFacts(NOT_RECORDED, NOT_RECORDED)
        self._terms = TermsInForce()
        self.close: tuple[int, Close] | None = None
        self.events = TableEvents()
        self.events_read = 0
        self._blank = 0
        self._scans = False  # whether the last batch was scanned
        closed = Flattener()
        self._flat: dict[Any, Flattener] = {
            ChineseHand: closed,
            OfcHand: Flattener(OfcHand, closed.players, closed.names),
            PotHand: Flattener(PotHand, closed.players, closed.names),
        }
        self._problems = LineProblems(self._accepted, most_problems)
        self._inspector = Inspector(self._problems)

    @property
    def players(self) -> list[str]:
        """Players seen so far."""
        return self._flat[ChineseHand].players.texts

    def blocks(self, chunks: Iterable[bytes]) -> Iterator[Hands]:
        """Hands in blocks of one game, up to the first problem. Raises Refused at the end."""
        for stretch in self.stretches(chunks):
            yield from stretch

    def stretches(self, chunks: Iterable[bytes]) -> Iterator[list[Hands]]:
        """Hands by stretches of lines, one block a game."""
        for batch in _batches(text_of(chunks, EXPECTED), lambda: _MORE_SCANNED if self._scans else 1):
            self._take(batch)
            if self._full:
                break
            if sum(map(len, self._flat.values())) >= HANDS_A_BLOCK:
                yield self._blocks()
        yield self._blocks()
        self._finish()

    def blocks_of(self, pieces: Iterable[Iterable[Any]]) -> Iterator[Hands]:
        """Hands of records that never were lines, such as a simulation's."""
        number = 1
        for piece in pieces:
            events = list(piece)
            self._take_events(number, events)
            number += len(events)
            yield from self._blocks()
        self._finish()

    def _blocks(self) -> list[Hands]:
        found = []
        for flat in self._flat.values():
            if len(flat):
                block, problems = flat.block(self.facts)
                found.append(block)
                for problem in problems:
                    self._problems.add(problem)
        return [] if self._problems else found

    def _take(self, batch: _Lines) -> None:
        self._scans = self._take_scanned(batch)
        if self._scans:
            return
        first, lines = batch.first, batch.each
        events = self._decoded(lines) if max(map(len, lines)) <= LONGEST_LINE else []
        if events:
            self._take_events(first, events)
            return
        for number, line in enumerate(lines, first):
            if line.strip():
                self._take_line(number, line, last=not batch.ended and number == first + batch.count - 1)
            else:
                self._blank_line(number)
            if self._full:
                return

    def _take_scanned(self, lines: _Lines) -> bool:
        """Take a batch whose closed and open-face hands can all be scanned. False: nothing was taken."""
        batch = self._scanned(lines.text) if scanned.wanted(lines.count) else None
        if batch is None:
            return False
        first, events = lines.first, batch.events
        begin, end = self._stretch_of_hands(batch.kinds)
        if begin == end or (begin and events[0].format != FORMAT):
            return False
        self.events_read += len(batch.kinds)
        if begin:
            self._place(first, events.pop(0))
        for game, flat in self._flat.items():
            if game in batch.hands:
                places, fields = batch.hands[game]
                flat.add_scanned(fields, [first + place for place in places])
            elif game in batch.kinds:
                decoded = [place for place in events if batch.kinds[place] is game]
                flat.add([events[place] for place in decoded], [first + place for place in decoded])
        for place, event in events.items():
            if type(event) not in self._flat:
                self._place(first + place, event)
        return True

    def _scanned(self, text: bytes) -> _Scanned | None:
        found = scanned.scan([self._flat[game].scanner for game in SCANNED], text, LONGEST_LINE)
        if found is None:
            return None
        hands = {game: taken for game, taken in zip(SCANNED, found.taken, strict=True) if taken[0]}
        events = self._decoded([line for _, line in found.others])
        if len(events) < len(found.others) or any(type(each) in SCANNED for each in events):
            return None
        kinds: list[Any] = [None] * found.lines
        for game, (places, _) in hands.items():
            for place in places:
                kinds[place] = game
        by_place = {place: event for (place, _), event in zip(found.others, events, strict=True)}
        for place, event in by_place.items():
            kinds[place] = type(event)
        return _Scanned(hands, by_place, kinds)

    def _decoded(self, lines: list[bytes]) -> list[Any]:
        _require_room(lines)
        try:
            return list(map(self._accepted.decode, lines))
        except _ERRORS:  # in logs of importers it is fields that begin with _
            pass
        try:
            return list(map(self._accepted.decode, map(without_leading, lines)))
        except _ERRORS:
            pass
        try:
            return [decode_line(line, self._accepted) for line in lines]
        except _ERRORS:
            return []

    def _take_events(self, first: int, events: list[Any]) -> None:
        self.events_read += len(events)
        kinds = [type(event) for event in events]
        begin, end = self._stretch_of_hands(kinds)
        for place in range(begin):
            self._place(first + place, events[place])
        if self.session is None:  # the first line has a problem
            end = begin
        if begin < end:
            self._take_hands(first + begin, events[begin:end], kinds[begin:end])
        for place in range(end, len(events)):
            self._place(first + place, events[place])

    def _stretch_of_hands(self, kinds: list[type]) -> tuple[int, int]:
        """Range of a batch that may be taken at once, between session line and close; 0, 0: none.

        A batch with either and several games is taken in log order, for the order of players.
        """
        begin = 0 if self.session is not None else 1
        end = len(kinds) - (kinds[-1] is Close)
        between = set(kinds[begin:end])
        edge = begin > 0 or end < len(kinds)
        one_by_one = (
            self.close is not None
            or (begin > 0 and kinds[0] is not Session)
            or not between.isdisjoint({Session, Close})
            or (edge and len(between & self._flat.keys()) > 1)
        )
        return (0, 0) if one_by_one else (begin, end)

    def _take_hands(self, first: int, events: list[Any], kinds: list[type]) -> None:
        """Take hands and events of an open session; the order of events does not matter to hands."""
        if kinds.count(kinds[0]) == len(kinds) and kinds[0] in self._flat:
            self._flat[kinds[0]].add(events, range(first, first + len(events)))
            return
        for game, flat in self._flat.items():
            hands = [place for place, kind in enumerate(kinds) if kind is game]
            if hands:
                flat.add([events[place] for place in hands], [first + place for place in hands])
        for place, kind in enumerate(kinds):
            if kind not in self._flat:
                self._place(first + place, events[place])

    @property
    def _full(self) -> bool:
        """Whether the rest of the file changes nothing, as it is refused."""
        return self._problems.enough or self._blank > MOST_BLANK or len(self.events) > MOST_EVENTS

    def _blank_line(self, number: int) -> None:
        self._blank += 1
        if self._blank == MOST_BLANK + 1:
            found = f"the blank line number {self._blank:,}"
            self._problems.add(Problem(number, "", found, f"a log of at most {MOST_BLANK:,} blank lines"))

    def _take_line(self, number: int, line: bytes, *, last: bool) -> None:
        event = event_of(number, line, self._accepted, self._problems, last=last)
        if event is not None:
            self.events_read += 1
            self._place(number, event)

    def _place(self, number: int, event: Any) -> None:
        if type(event) not in self._flat:  # hands are inspected a block at a time
            self._inspector.inspect(number, event)
        if isinstance(event, Session):
            self._session(number, event)
        elif self.session is None and not self._problems:
            found = f'an event "{type(event).__struct_config__.tag}"'
            self._problems.add(Problem(number, "event", found, 'the "session" event on the first line'))
        elif self.close is not None:
            self._problems.add(
                Problem(
                    number,
                    "event",
                    "an event after the close",
                    f"the close of line {self.close[0]} to be last",
                )
            )
        elif type(event) in self._flat:
            self._flat[type(event)].add([event], [number])
        elif isinstance(event, Close):
            self.close = (number, event)
        else:
            if isinstance(event, Terms):
                self._terms.add(number, event)
            self.events.append(number, event)
            if len(self.events) == MOST_EVENTS + 1:
                found = f"the event outside of hands number {MOST_EVENTS + 1:,}"
                self._problems.add(
                    Problem(number, "event", found, f"a session of at most {MOST_EVENTS:,}; split the log")
                )

    def _session(self, number: int, session: Session) -> None:
        if self.session is not None:
            self._problems.add(Problem(number, "event", 'a second "session" event', "one, on the first line"))
            return
        if session.format != FORMAT:
            self._problems.add(format_problem(number, session.format))
            return
        self.session = session
        opened = times.parse_one(session.opened_at)
        unit = NOT_RECORDED if session.unit is UNSET else session.unit
        self.facts = SessionFacts(
            unit, opened[1] if opened else NOT_RECORDED, self._terms, counts_hands(session)
        )

    def _finish(self) -> None:
        self._inspector.finish()
        if self.session is None and not self._problems:
            self._problems.add(
                Problem(1, "event", "no session line", 'the "session" event on the first line')
            )
        if self._problems:
            raise self._problems.refused()


def text_of(chunks: Iterable[bytes], expected: str) -> Iterator[bytes]:
    """Pieces of a text file. Raises ForeignFile for an empty file or another kind."""
    pieces = iter(chunks)
    first = next((piece for piece in pieces if piece), b"")
    kind = foreign_kind(first) if first else EMPTY
    if kind is not None:
        raise ForeignFile(kind, expected)
    yield first
    yield from pieces


def _require_room(lines: list[bytes]) -> None:
    bytearray(_GROWTH * sum(map(len, lines)))


def event_of(
    number: int, line: bytes, events: Accepted, problems: LineProblems, *, last: bool = False
) -> Any:
    """Event of a line; None: unreadable, with its problem added. last: the file ends within the line."""
    if line.startswith(BOM):
        problems.add(Problem(number, "", "a byte order mark (EF BB BF)", "UTF-8 without one"))
        return None
    if len(line) > LONGEST_LINE:
        found = f"a line of more than {LONGEST_LINE:,} bytes"
        problems.add(Problem(number, "", found, "one event a line, of some thousand bytes"))
        return None
    try:
        return decode_line(line, events)
    except _ERRORS as error:
        problems.add_line(number, line, error, last=last)
        return None


def decode_line(line: bytes, events: Accepted | None = None) -> Any:
    """One event, decoded again without private fields (_) where these fail. Raises msgspec.ValidationError,
    msgspec.DecodeError, UnicodeDecodeError, RecursionError or TooDeep.
    """
    events = events or ACCEPTED
    try:
        return events.decode(line)
    except msgspec.ValidationError as error:
        if "unknown field `_" not in str(error):
            raise
    try:
        return events.decode(without_leading(line))
    except _ERRORS:
        return events.convert(without_private(decoded(line)))


def _batches(chunks: Iterable[bytes], more: Callable[[], int] = lambda: 1) -> Iterator[_Lines]:
    """Lines in small batches. more: factor of their number."""
    first = 1
    for text, ended in _whole_lines(chunks):
        count = text.count(b"\n") + 1
        step = more() * _lines_at_once(len(text), count)
        if count <= step:
            yield _Lines(first, count, text, ended=ended)
        else:
            lines = text.split(b"\n")
            for start in range(0, count, step):
                some = lines[start : start + step]
                yield _Lines(first + start, len(some), each=some, ended=ended or start + step < count)
        first += count


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    rest = b""
    for chunk in chunks:
        end = chunk.rfind(b"\n")
        if end >= 0:
            yield rest + chunk[:end], True
            rest = chunk[end + 1 :]
            continue
        rest += chunk
        if len(rest) > LONGEST_LINE and len(chunk) < len(rest):
            rest = rest[: LONGEST_LINE + 1]  # more of such a line is of no use; the line is refused as it is
    if rest:
        yield rest, False


def _lines_at_once(size: int, lines: int) -> int:
    return max(1, min(LINES_AT_ONCE, BYTES_AT_ONCE * lines // max(size, 1)))


def numbered_lines(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, numbered."""
    for number, line, _ in lines_to_the_end(chunks):
        yield number, line


def lines_to_the_end(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes, bool]]:
    """Lines that are not blank, numbered, and whether the file ends within them."""
    for batch in _batches(chunks):
        end = batch.first + batch.count - 1
        for number, line in enumerate(batch.each, batch.first):
            if line.strip():
                yield number, line, not batch.ended and number == end
