"""Importer of PokerGFX, the feed of live tables with RFID cards: JSON with a table's hands.

Whole chips without currency, times in UTC. A bet or call is the total or the addition, whichever fits the hands. `EndStackAmt`
less `StartStackAmt` is the net. A cash player's extra chips are an add-on. Rake, uncalled bets, awards and shown cards are
unrecorded.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from typing import Any

from auditor.importing.frame import Importer, ImportOptions, Origin, ReadOriginal
from auditor.importing.histories.history_hand import Building, Row, WrongHand
from auditor.importing.histories.history_logs import reader, wrong
from auditor.importing.histories.ohh import OHH_TYPE
from auditor.importing.histories.pokergfx_hand import BetAmounts, GfxHand
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from reports.formatting import places_of
from rules.records.events import History
from rules.records.problems import shown

_BEGIN = 1 << 12  # bytes in which the names of the format are looked for
_NAMES = (re.compile(rb"\"Hands\"\s*:"), re.compile(rb"\"(?:CreatedDateTimeUTC|HandNum)\"\s*:"))
_ID = re.compile(rb"\"ID\"\s*:\s*\"?([0-9A-Za-z_-]{1,40})")
_NUMBER = re.compile(r"\"HandNum\"\s*:")
_READINGS = tuple(BetAmounts(*each) for each in product((False, True), repeat=2))
_WHOLE = History(numbering="table", seen_by="table", cards_from="deal")
_APART = History(numbering="site", seen_by="table", cards_from="deal")
_STACK = "StartStackAmt"
_AGAIN = "Export it again."


def _recognises(data: bytes) -> bool:
    begin = data[:_BEGIN]
    opened = begin.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
    return opened and all(name.search(begin) for name in _NAMES)


def _read(data: bytes, origin: Origin, options: ImportOptions) -> ReadOriginal:
    """Log of a file; the session's name has the game's id.

    Where chips between hands are unrecorded (rake, say), hands are not consecutive.
    """
    found = _ID.search(data)
    site = f"pokergfx-{found[1].decode()}" if found else None
    read = reader(_hands, site, _WHOLE)(data, origin, options)
    if any(each.field.endswith(_STACK) and not each.refuses for each in read.problems):
        return reader(_hands, site, _APART)(data, origin, options)
    return read


def _hands(text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    try:
        whole = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        problems.add(
            None, f"line {line}", "", "no JSON, or a file that is cut off", "a file of PokerGFX", _AGAIN
        )
        return
    rows = whole.get("Hands")
    if not isinstance(rows, list):
        problems.add(None, "", "Hands", "nothing" if rows is None else shown(rows), "a list of hands", _AGAIN)
        return
    yield from _File(whole, rows, text, options).hands(problems)


class _File:
    """Reader of a file in both meanings of its amounts, of which the fitting one counts."""

    def __init__(self, whole: Row, rows: list[Any], text: str, options: ImportOptions) -> None:
        self._rows = rows
        self._lines = _lines(text, len(rows))
        self._table = None if options.table else f"pokergfx {whole.get('ID', '')}".strip()
        self._tournament = str(whole.get("ID", "tournament")) if _is_tournament(whole, rows) else None
        self._places = 0 if self._tournament else places_of(options.currency)
        self._differs = False  # whether a stack that is not explained was reported

    def hands(self, problems: WorkbookProblems) -> Iterator[Building]:
        """Readable hands with add-ons before; others are reported."""
        tried = [self._tried(at) for at in range(len(self._rows))]
        votes = Counter(
            reading for each in tried for reading, hand in each.items() if isinstance(hand, Building)
        )
        most = max(votes.values(), default=0)
        likely = [reading for reading in _READINGS if votes[reading] == most]
        before: Building | None = None
        seen: dict[str, Any] = {}
        for at, each in enumerate(tried):
            try:
                hand = _one(each, likely)
                if hand.ident in seen:
                    raise WrongHand(f"hand {hand.ident} twice", "each hand once", _AGAIN, field="HandNum")
            except WrongHand as error:
                number = self._rows[at].get("HandNum", "") if isinstance(self._rows[at], dict) else ""
                wrong(
                    problems, self._lines[at], str(number), error.field, error.found, error.expected, error.do
                )
                before = None
            else:
                seen[hand.ident] = hand
                self._compare(before, hand, problems)
                before = hand
                yield hand

    def _compare(self, before: Building | None, hand: Building, problems: WorkbookProblems) -> None:
        """Add-on by more chips than after the last hand of a cash game; the first other change is reported."""
        if before is None or int(hand.ident) != int(before.ident) + 1:
            return
        after = {row["player"]: row["stack"] + row.get("net", 0) for row in before.seats.values()}
        for seat, row in sorted(hand.seats.items()):
            start: int = row["stack"]
            earlier: int = after.get(row["player"], start)
            more = start - earlier
            if more > 0 and not hand.tournament:
                event = {
                    "event": "chips",
                    "player": row["player"],
                    "seat": seat,
                    "kind": "add_on",
                    "amount": more,
                }
                hand.before.append(event)
            elif more and not self._differs:
                self._differs = True
                now, then = (f"{Decimal(each).scaleb(-self._places):f}" for each in (start, earlier))
                found, expected = (
                    f"player {seat} with {now} at the start",
                    f"the {then} after hand {before.ident}",
                )
                do = "Chips from hand to hand are not compared in this file."
                field = f"hand {hand.ident}, {_STACK}"
                problems.add(None, f"line {hand.line}", field, found, expected, do, refuses=False)

    def _tried(self, at: int) -> dict[BetAmounts, Building | WrongHand]:
        return {reading: self._hand(at, reading) for reading in _READINGS}

    def _hand(self, at: int, reading: BetAmounts) -> Building | WrongHand:
        hand = Building(line=self._lines[at], table=self._table, tournament=self._tournament)
        try:
            GfxHand(self._rows[at], hand, self._places, reading).read()
        except WrongHand as error:
            return error
        return hand


def _one(tried: dict[BetAmounts, Building | WrongHand], likely: list[BetAmounts]) -> Building:
    """The hand in the likely readings, if those that fit agree. Raises WrongHand."""
    found = [tried[reading] for reading in likely]
    fitting = [each for each in found if isinstance(each, Building)]
    if not fitting:
        assert isinstance(found[0], WrongHand)
        raise found[0]
    if any(each.acts != fitting[0].acts for each in fitting):
        expected = "amounts that can be read in one way only"
        raise WrongHand(
            "bets that fit both as totals and as what was added", expected, _AGAIN, field="BetAmt"
        )
    return fitting[0]


def _is_tournament(whole: Row, rows: list[Any]) -> bool:
    payouts = whole.get("Payouts")
    if isinstance(payouts, list) and any(payouts):
        return True
    lists = [row.get("Players") for row in rows if isinstance(row, dict)]
    players = [each for those in lists if isinstance(those, list) for each in those]
    ranks = [each.get("EliminationRank") for each in players if isinstance(each, dict)]
    return any(isinstance(rank, int) and rank > 0 for rank in ranks)


def _lines(text: str, count: int) -> list[int]:
    """Line of each hand by number; the first where some lack one."""
    starts = [found.start() for found in _NUMBER.finditer(text)]
    if len(starts) != count:
        return [1] * count
    lines, line, counted = [], 1, 0
    for start in starts:
        line, counted = line + text.count("\n", counted, start), start
        lines.append(line)
    return lines


POKERGFX = Importer(
    name="pokergfx",
    title="PokerGFX",
    version="1",
    media_type=lambda _: OHH_TYPE,
    recognises=_recognises,
    read=_read,
)
