"""Importer of PokerNow's game log: CSV with `entry`, `at` and `order`, newest first.

A player is the id in `"Ann @ x1"`. `calls`, `bets` and `raises to` state the total in front. Nothing is taken from pots:
collected must equal put in. Chips have decimals without currency. Pots are recorded only without an all-in. `Your hand is` names
nobody.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from functools import partial

from msgspec import Struct, field

from auditor.importing.csv_files.csv_importer import CSV_TYPE
from auditor.importing.csv_files.csv_text import is_pokernow
from auditor.importing.frame import Importer, ImportOptions, Origin, ReadOriginal
from auditor.importing.histories.decoding import decoded
from auditor.importing.histories.history_hand import Building, WrongHand
from auditor.importing.histories.history_logs import reader, wrong
from auditor.importing.histories.pokernow_lines import ADMIN, CHANGED, END, LINES, START, begin, finish
from auditor.importing.histories.transcript import Transcript
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from reports.formatting import places_of
from rules.records.events import History
from rules.records.problems import shown

_HISTORY = History(numbering="site", seen_by="table", cards_from="shows")
_LONGEST = 10_000  # characters of an entry; a change of the game's settings has some hundred
_LEFT_OUT = "Export the log again."


class PokerNowRow(Struct, frozen=True):
    """A row of the log, with its last line."""

    line: int
    text: str
    at: str
    order: int


class _Levels(Struct):
    """Blinds posted whole or set by the game; None: unknown."""

    amounts: dict[str, str] = field(default_factory=dict)


def _read(data: bytes, origin: Origin, options: ImportOptions) -> ReadOriginal:
    """Log of a file; the session's name has the first hand's id."""
    text, _ = decoded(data)
    entries = _entries(text, WorkbookProblems())
    first = next((found for each in entries if (found := START.fullmatch(each.text))), None)
    site = f"pokernow-{first['id'] or entries[0].order}" if first else "pokernow"
    return reader(partial(_hands, site), site, _HISTORY)(data, origin, options)


def _entries(text: str, problems: WorkbookProblems) -> list[PokerNowRow]:
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    found: list[PokerNowRow] = []
    try:
        for row in rows:
            if rows.line_num == 1 or not row:
                continue
            if len(row) != 3 or not row[2].isdecimal() or len(row[0]) > _LONGEST:
                expected = "an entry, a time and a number"
                problems.add(
                    None, f"line {rows.line_num}", "", shown(",".join(row)[:80]), expected, _LEFT_OUT
                )
                continue
            found.append(PokerNowRow(rows.line_num, row[0].strip(), row[1], int(row[2])))
    except csv.Error as error:
        problems.add(None, f"line {rows.line_num}", "", f"no CSV ({error})", "a log of PokerNow", _LEFT_OUT)
    return sorted(found, key=lambda each: each.order)


def _hands(site: str, text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    levels = _Levels()
    hand: list[PokerNowRow] = []
    for each in _entries(text, problems):
        if START.fullmatch(each.text):
            yield from _one(site, hand, levels, options, problems)
            hand = [each]
        elif hand:
            hand.append(each)
            if END.fullmatch(each.text):
                yield from _one(site, hand, levels, options, problems)
                hand = []
        else:
            _between(each, levels, problems)
    yield from _one(site, hand, levels, options, problems)


def _between(each: PokerNowRow, levels: _Levels, problems: WorkbookProblems) -> None:
    changed = CHANGED.fullmatch(each.text)
    if changed:
        levels.amounts[changed[1]] = changed[2]
    elif not any(pattern.fullmatch(each.text) for pattern in ADMIN):
        expected, do = "a line of a log of PokerNow", "It is passed over; see that it moves no chips."
        problems.add(None, f"line {each.line}", "", shown(each.text), expected, do, refuses=False)


def _one(
    site: str, rows: list[PokerNowRow], levels: _Levels, options: ImportOptions, problems: WorkbookProblems
) -> Iterator[Building]:
    if not rows:
        return
    head = START.fullmatch(rows[0].text)
    assert head is not None
    hand = Building(line=rows[0].line, ident=head["number"])
    hand.table = None if options.table else site
    transcript = Transcript(hand, options, places=places_of(options.currency), fees=[])
    each = rows[0]
    try:
        begin(transcript, head, rows[0].at, levels.amounts)
        for each in rows[1:]:
            _line(transcript, each.text)
        if not END.fullmatch(rows[-1].text):
            raise WrongHand(
                "the end of the hand", "the line `-- ending hand #12 --`", "Export the log later."
            )
        finish(transcript, levels.amounts)
    except WrongHand as error:
        wrong(problems, each.line, hand.ident, error.field, error.found, error.expected, error.do)
    else:
        yield hand


def _line(transcript: Transcript, text: str) -> None:
    for pattern, rule in LINES:
        found = pattern.fullmatch(text)
        if found:
            rule(transcript, found)
            return
    if not any(pattern.fullmatch(text) for pattern in (*ADMIN, CHANGED)):
        raise WrongHand(
            shown(text), "a line of a log of PokerNow", "Take it out if it says nothing of the play."
        )


POKERNOW = Importer(
    name="pokernow",
    title="PokerNow",
    version="1",
    media_type=lambda _: CSV_TYPE,
    recognises=is_pokernow,
    read=_read,
)
